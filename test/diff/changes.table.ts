import type { Json } from "../support/json.ts";

/**
 * What a change comes to: `nothing`, `documentation`, `not breaking`, `unclassified`, or `breaks` with whom. Where one
 * change makes several findings, the worst of them, and everybody whom one of them breaks.
 */
export type Outcome =
  | "nothing"
  | "documentation"
  | "not breaking"
  | "unclassified"
  | "breaks generatedClients"
  | "breaks senders"
  | "breaks receivers"
  | "breaks generatedClients, senders"
  | "breaks generatedClients, receivers"
  | "breaks generatedClients, receivers, senders";

export interface Row {
  readonly document: "openapi" | "asyncapi";
  readonly title: string;
  /** Changes a copy of the generated document. */
  readonly change: (document: Json) => void;
  readonly there: Outcome;
  /** The same change undone. */
  readonly back: Outcome;
}

const API = "breaks generatedClients, senders";
const HOOK = "breaks generatedClients, receivers";
const NAMES = "breaks generatedClients";
const OK = "not breaking";

const row = (document: Row["document"], title: string, change: Row["change"], there: Outcome, back: Outcome): Row => ({
  document,
  title,
  change,
  there,
  back,
});
const api = (title: string, there: Outcome, back: Outcome, change: Row["change"]) =>
  row("openapi", title, change, there, back);
const hook = (title: string, there: Outcome, back: Outcome, change: Row["change"]) =>
  row("asyncapi", title, change, there, back);

type Part = (document: Json) => Json;
/** Sets what a JSON Pointer without escapes names, in a part of the document or in all of it. */
const set = (pointer: string, value: Json, part?: Part) => (document: Json) => {
  const names = pointer.split("/").slice(1);
  const last = names.pop() ?? "";
  const holder = names.reduce((node, name) => node[name], part ? part(document) : document);
  if (value === undefined) delete holder[last];
  else holder[last] = structuredClone(value);
};
const remove = (pointer: string, part?: Part) => set(pointer, undefined, part);

const create = (d: Json) => d.components.schemas.ClientWebhookCreate;
const write = (d: Json) => d.components.schemas.AppWebhookWrite;
const answer = (d: Json) => d.components.schemas.TokenResponse;
const snapshot = (d: Json) => d.components.schemas.PaymentSnapshot;
const delivered = (d: Json) => d.components.schemas.AppDelivery;
const list = (d: Json) => d.paths["/api/apps/{id}/app_webhooks"].get;
const post = (d: Json) => d.paths["/api/app_webhooks"].post;
const token = (d: Json) => d.paths["/oauth/v2/token"].post;
const deliver = (d: Json) => d.operations.deliverClientWebhook;
const rules = (d: Json) => deliver(d)["x-delivery"];
const signed = (d: Json) => d.components.securitySchemes.clientWebhookSignature;
const message = (d: Json) => d.components.messages.paymentConfirmed;

function rename(document: Json, from: string, to: string): void {
  const text = JSON.stringify(document).replaceAll(from, to);
  for (const key of Object.keys(document)) delete document[key];
  Object.assign(document, JSON.parse(text));
}

const REQUESTS: Row[] = [
  api("a new required member of a request", API, API, (d) => {
    create(d).properties.purpose = { type: "string" };
    create(d).required.push("purpose");
  }),
  api("a new optional member of a request", OK, API, set("/properties/purpose", { type: "string" }, create)),
  api("an optional member of a request becomes required", API, OK, set("/required", ["active"], write)),
  api("a member of a request gets another type", API, API, set("/properties/name/type", "integer", create)),
  api("a member of a request may be null as well", OK, API, set("/properties/name/type", ["string", "null"], create)),
  api("a request takes any number where it took integers", OK, API, (d) => {
    write(d).properties.priority = { type: "integer" };
  }),
  api("fewer items are allowed in a request", API, OK, set("/properties/events/maxItems", 50, write)),
  api("more items are demanded of a request", API, OK, set("/properties/events/minItems", 2, write)),
  api("a request gets an upper bound where it had none", API, OK, set("/properties/events/maxItems", 10, create)),
  api("a text of a request gets a length", API, OK, set("/properties/name/maxLength", 80, create)),
  api("items of a request must be unique", API, OK, set("/properties/events/uniqueItems", true, create)),
  api("a text of a request gets a pattern", API, OK, set("/properties/name/pattern", "^[a-z]+$", create)),
  api("a text of a request gets a format", API, OK, set("/properties/name/format", "uuid", create)),
  api("a request is closed for other members", API, OK, set("/additionalProperties", false, create)),
  api("a request gets a default", OK, API, set("/properties/active/default", true, write)),
  api("a text of a request gets a closed list", API, OK, set("/properties/name/enum", ["a", "b"], create)),
  api("the pattern of a request changes", "unclassified", "unclassified", (d) => {
    d.components.schemas.WebhookUrl.pattern = "^https://";
  }),
  api("the body of a request becomes optional", OK, API, set("/requestBody/required", false, post)),
  api("a request may come as another media type", OK, API, (d) => {
    const { content } = post(d).requestBody;
    content["application/ld+json"] = content["application/json"];
  }),
  api("a request must come as another media type", API, API, (d) => {
    const { content } = token(d).requestBody;
    content["application/json"] = content["application/x-www-form-urlencoded"];
    delete content["application/x-www-form-urlencoded"];
  }),
  api("a value of an enum of a request is new", NAMES, NAMES, (d) => {
    const type = { type: "integer", enum: [1, 2], "x-enum-varnames": ["A", "B"] };
    write(d).properties.responseHandlingType = type;
  }),
  api("a new optional query parameter", OK, API, (d) => {
    list(d).parameters.push({ name: "page", in: "query", description: "Page.", schema: { type: "integer" } });
  }),
  api("a new required query parameter", API, API, (d) => {
    list(d).parameters.push({
      name: "page",
      in: "query",
      required: true,
      description: "Page.",
      schema: { type: "integer" },
    });
  }),
  api("a path parameter takes one type less", API, OK, (d) => {
    list(d).parameters[0].schema.type = "integer";
  }),
  api("a path parameter has another name", NAMES, NAMES, (d) => {
    rename(d, "/apps/{id}/", "/apps/{app}/");
    list2(d).parameters[0].name = "app";
  }),
];

const list2 = (d: Json) => d.paths["/api/apps/{app}/app_webhooks"].get;

const ANSWERS: Row[] = [
  api("a member of an answer is gone", API, OK, (d) => {
    delete answer(d).properties.refresh_token;
    answer(d).required = answer(d).required.filter((one: string) => one !== "refresh_token");
  }),
  api("a member of an answer need not be there", API, OK, (d) => {
    answer(d).required = answer(d).required.filter((one: string) => one !== "refresh_token");
  }),
  api("a new member of an answer", OK, API, set("/properties/scope", { type: "string" }, answer)),
  api("a member of an answer gets another type", API, API, set("/properties/expires_in/type", "string", answer)),
  api("a member of an answer may be null", API, OK, set("/properties/refresh_token/type", ["string", "null"], answer)),
  api("an answer is closed for other members", OK, "unclassified", set("/additionalProperties", false, answer)),
  api("the list of an answer gets a type", OK, API, set("/components/schemas/AppWebhookList/type", "array")),
  api("an integer of an answer gets a size", OK, API, set("/properties/expires_in/format", "int64", answer)),
  api("one code where it was a range", OK, API, (d) => {
    const { responses } = post(d);
    responses["201"] = responses["2XX"];
    delete responses["2XX"];
  }),
  api("one code of a failure beside the range", OK, OK, set("/responses/422", { description: "Refused." }, post)),
  api("one code of success beside the range", OK, OK, (d) => {
    post(d).responses["202"] = post(d).responses["2XX"];
  }),
  api("a redirect as a new answer", API, OK, set("/responses/303", { description: "Elsewhere." }, post)),
  api("the error answers get content", OK, API, (d) => {
    d.components.responses.Rejected.content = { "application/problem+json": { schema: { type: "object" } } };
  }),
  api("an answer comes as another media type", API, API, (d) => {
    const { content } = token(d).responses["2XX"];
    content["application/jwt"] = content["application/json"];
    delete content["application/json"];
  }),
  api("a new header of an answer", OK, "breaks senders", (d) => {
    token(d).responses["2XX"].headers = { "X-Page": { description: "Page.", schema: { type: "integer" } } };
  }),
  api("the secret is no longer in the answer", "breaks generatedClients, receivers, senders", OK, (d) => {
    d.components.schemas.ClientWebhook.properties.secret.writeOnly = true;
    delete d.components.schemas.ClientWebhook.properties.secret.readOnly;
  }),
  api("the secret need not be in the answer", "breaks generatedClients, receivers, senders", OK, (d) => {
    d.components.schemas.ClientWebhook.required = [];
  }),
];

const OPERATIONS: Row[] = [
  api("an operation is gone", API, "unclassified", (d) => {
    delete d.paths["/api/app_webhooks"].post;
  }),
  api("an operation on another path", API, API, (d) => {
    d.paths["/api/webhooks"] = d.paths["/api/app_webhooks"];
    delete d.paths["/api/app_webhooks"];
  }),
  api("an operation with another method", API, API, (d) => {
    const item = d.paths["/api/app_webhooks"];
    item.put = item.post;
    delete item.post;
  }),
  api("another operationId", NAMES, NAMES, set("/operationId", "addAppWebhook", post)),
  api("an operation is deprecated", OK, OK, set("/deprecated", true, post)),
  api("a schema with another name", NAMES, NAMES, (d) => {
    rename(d, "schemas/EventName", "schemas/NameOfEvent");
    d.components.schemas.NameOfEvent = d.components.schemas.EventName;
    delete d.components.schemas.EventName;
  }),
  api("names of enum values", NAMES, NAMES, (d) => {
    d.components.schemas.ResponseHandlingType["x-enum-varnames"] = ["FORGET", "WAIT"];
  }),
  api("an unused schema", OK, NAMES, set("/components/schemas/Unused", { type: "string" })),
  api("calls need no token", OK, API, set("/security", [], post)),
  api("calls may have another key as well", OK, API, (d) => {
    d.components.securitySchemes.key = { type: "apiKey", in: "header", name: "X-Key" };
    post(d).security.push({ key: [] });
  }),
  api("calls need a scope", "breaks senders", OK, (d) => {
    post(d).security[0].accessToken = ["webhooks.write"];
  }),
  api("the token in another header", API, API, (d) => {
    d.components.securitySchemes.accessToken = {
      type: "apiKey",
      in: "header",
      name: "X-Token",
      description: "The token.",
    };
  }),
  api("the flow of the same bearer token", OK, "breaks senders", (d) => {
    const scheme = d.components.securitySchemes.accessToken;
    scheme.type = "oauth2";
    delete scheme.scheme;
    scheme.flows = {
      authorizationCode: {
        authorizationUrl: "https://login.example.com/a",
        tokenUrl: "https://login.example.com/oauth/v2/token",
        scopes: { a: "A." },
      },
    };
  }),
  api("a base URL where there was none", OK, API, (d) => {
    d.servers[0].variables.base_url.default = "https://api.example.com";
  }),
  api("tags", OK, OK, (d) => {
    post(d).tags = ["Webhooks"];
    d.tags[2].name = "Webhooks";
  }),
  api("descriptions", "documentation", "documentation", (d) => {
    post(d).description = "Otherwise.";
    answer(d).description = "Otherwise.";
  }),
  api("examples", "documentation", "documentation", (d) => {
    answer(d).examples[0].expires_in = 60;
  }),
  api("the version of the document", "documentation", "documentation", set("/info/version", "9.9.9")),
  api("a gap closes", OK, "unclassified", (d) => {
    d.info["x-unspecified"].splice(0, 1);
  }),
  api("something that no rule knows", "unclassified", "unclassified", set("/x-vendor", true, post)),
];

const DELIVERIES: Row[] = [
  api("a member of a delivery is gone", HOOK, "unclassified", (d) => {
    delete snapshot(d).properties.amount;
    snapshot(d).required = snapshot(d).required.filter((one: string) => one !== "amount");
  }),
  api("a new member of a delivery, required", OK, HOOK, (d) => {
    snapshot(d).properties.currency = { type: "string" };
    snapshot(d).required.push("currency");
  }),
  api("a webhook is gone", HOOK, OK, remove("/webhooks/clientWebhookDelivery")),
  api("a webhook with another name", NAMES, NAMES, (d) => {
    d.webhooks.paymentConfirmed = d.webhooks.clientWebhookDelivery;
    delete d.webhooks.clientWebhookDelivery;
  }),
  api("the signature header has another name", HOOK, HOOK, (d) => {
    rename(d, "X-Service-Signature", "X-Other-Signature");
  }),
  api("the signature header is gone", HOOK, OK, (d) => {
    d.webhooks.clientWebhookDelivery.post.parameters = [];
    d.webhooks.clientWebhookDelivery.post.security = [];
  }),
  api("only 200 acknowledges", HOOK, OK, (d) => {
    const { responses } = d.webhooks.clientWebhookDelivery.post;
    responses["200"] = responses["2XX"];
    delete responses["2XX"];
  }),
  hook("a member of a delivery is gone", HOOK, "unclassified", (d) => {
    delete snapshot(d).properties.amount;
    snapshot(d).required = snapshot(d).required.filter((one: string) => one !== "amount");
  }),
  hook("a member of a delivery need not be there", HOOK, OK, set("/required", ["@event", "id"], snapshot)),
  hook("a new member of a delivery", OK, HOOK, set("/properties/currency", { type: "string" }, snapshot)),
  hook("a member of a delivery gets another type", HOOK, HOOK, set("/properties/id/type", "string", snapshot)),
  hook("a member of a delivery may be null", HOOK, OK, set("/properties/paidTo/type", ["string", "null"], snapshot)),
  hook("a value of a delivery is of a closed list", OK, HOOK, set("/properties/paidTo/enum", ["client"], snapshot)),
  hook("a member of an app delivery becomes required", OK, HOOK, (d) => {
    delivered(d).properties.id = { type: "integer" };
    delivered(d).required.push("id");
  }),
  hook("a new name of an event", OK, HOOK, (d) => {
    d.components.schemas.EventName["x-extensible-enum"].push("case_file.closed");
  }),
  hook("another event name of the message", HOOK, HOOK, set("/x-event", "payment.confirmed", message)),
  hook("receivers demand a member more", NAMES, OK, (d) => {
    snapshot(d)["x-tolerant-required"].push("amount");
  }),
  hook("a message is gone", HOOK, OK, set("/messages", [], deliver)),
  hook("an operation is gone", HOOK, "unclassified", remove("/operations/deliverAppWebhook")),
  hook("an operation with another key", NAMES, NAMES, (d) => {
    d.operations.sendPayment = deliver(d);
    delete d.operations.deliverClientWebhook;
  }),
  hook("the service takes where it sent", HOOK, HOOK, set("/action", "receive", deliver)),
  hook("another method", HOOK, HOOK, set("/bindings/http/method", "PUT", deliver)),
  hook("another media type", HOOK, HOOK, set("/contentType", "application/xml", message)),
  hook("an app delivery is signed", OK, HOOK, (d) => {
    d.operations.deliverAppWebhook.security = deliver(d).security;
  }),
  hook("the channel has an address", OK, "unclassified", set("/channels/clientWebhook/address", "/hooks")),
  hook("app deliveries are sent", OK, "breaks receivers", remove("/operations/deliverAppWebhook/x-status")),
  hook("a gap closes", OK, "unclassified", set("/channels/clientWebhook/x-unspecified", [])),
  hook("what is assumed of a gap", "documentation", "documentation", (d) => {
    d.channels.clientWebhook["x-unspecified"][0].assume = "Otherwise.";
  }),
  hook("descriptions", "documentation", "documentation", (d) => {
    deliver(d).summary = "Otherwise.";
    message(d).description = "Otherwise.";
  }),
];

const NAMES_OF_EVENTS: Row[] = [
  hook("a channel with another key", NAMES, NAMES, (d) => {
    rename(d, "#/channels/clientWebhook", "#/channels/payments");
    d.channels.payments = d.channels.clientWebhook;
    delete d.channels.clientWebhook;
  }),
  hook("another event of the same webhook", OK, HOOK, (d) => {
    d.components.messages.caseClosed = { ...message(d), name: "caseClosed", "x-event": "case_file.closed" };
    d.channels.clientWebhook.messages.caseClosed = { $ref: "#/components/messages/caseClosed" };
    deliver(d).messages.push({ $ref: "#/channels/clientWebhook/messages/caseClosed" });
  }),
];

const SIGNATURE: Row[] = [
  hook("the signature header has another name", HOOK, HOOK, (d) => {
    rename(d, "X-Service-Signature", "X-Other-Signature");
  }),
  hook("another algorithm", HOOK, HOOK, set("/x-signature/algorithm", "hmac-sha512", signed)),
  hook("another prefix", HOOK, HOOK, set("/x-signature/prefix", "v1=", signed)),
  hook("another key", HOOK, HOOK, set("/x-signature/key", "secret-base64", signed)),
  hook("another content", HOOK, HOOK, set("/x-signature/content", "timestamp-and-body", signed)),
  hook("another encoding", HOOK, HOOK, set("/x-signature/encoding", "base64", signed)),
  hook("another form of the value", HOOK, HOOK, (d) => {
    d.components.schemas.SignatureHeader.pattern = "^sha256=[0-9a-f]{64}$";
  }),
  hook("only the scheme has another name of the header", HOOK, HOOK, set("/name", "X-Other-Signature", signed)),
  hook("x-signature is gone", HOOK, HOOK, remove("/x-signature", signed)),
];

const RETRIES: Row[] = [
  hook("the number of attempts is stated", OK, "breaks receivers", set("/maxAttempts", 5, rules)),
  hook("the pauses are stated", OK, "breaks receivers", set("/backoff", [5, 300], rules)),
  hook("a transport error is no longer retried", "breaks receivers", OK, set("/retryOn", ["non-2xx"], rules)),
  hook("only 200 acknowledges", "breaks receivers", OK, set("/acknowledgement", "200", rules)),
  hook("inactive webhooks receive as well", "breaks receivers", "breaks receivers", (d) => {
    rules(d).recipients = ["event-listed"];
  }),
  hook("no duplicates any more", OK, "breaks receivers", set("/duplicates", "never", rules)),
  hook("an order is kept", OK, "breaks receivers", set("/ordering", "webhook", rules)),
  hook("what follows the last attempt is stated", OK, "breaks receivers", (d) => {
    rules(d).afterLastAttempt = "deactivate";
  }),
  hook("the status of an app delivery counts with 1 as well", "breaks receivers", "breaks receivers", (d) => {
    d.operations.deliverAppWebhook["x-delivery"].byResponseHandlingType["1"].status = "observed";
  }),
  hook("another key for duplicates", HOOK, HOOK, set("/x-idempotency-key", ["$message.payload#/id"], message)),
];

const NOTHING: Row[] = [
  ...(["openapi", "asyncapi"] as const).flatMap((document): Row[] => [
    row(document, "nothing", () => {}, "nothing", "nothing"),
    row(document, "another order of everything whose order means nothing", shuffle, "nothing", "nothing"),
    row(document, "a schema where its reference was", inline, "nothing", "nothing"),
  ]),
  api("allOf instead of one schema", "nothing", "nothing", (d) => {
    const { required, ...rest } = create(d);
    d.components.schemas.ClientWebhookCreate = { ...rest, allOf: [{ required }] };
  }),
  api("a const for an enum of one", "nothing", "nothing", (d) => {
    const { const: value, ...rest } = d.components.schemas.TokenRequest.properties.grant_type;
    d.components.schemas.TokenRequest.properties.grant_type = { ...rest, enum: [value] };
  }),
  hook("null instead of nothing said", "nothing", "nothing", remove("/maxAttempts", rules)),
  hook("the media type said once for all", "nothing", "nothing", remove("/contentType", message)),
];

/** Ways of writing that mean the same, and changes that hide in one. */
const WRITTEN_OTHERWISE: Row[] = [
  api("a request says that other members may be anything", "nothing", "nothing", (d) => {
    create(d).additionalProperties = {};
  }),
  api("a parameter says the style that it has anyway", "nothing", "nothing", (d) => {
    Object.assign(list(d).parameters[0], { style: "simple", explode: false });
  }),
  api("a parameter is written as JSON", API, API, (d) => {
    const { schema, ...rest } = list(d).parameters[0];
    list(d).parameters[0] = { ...rest, content: { "application/json": { schema } } };
  }),
  api("the signature header in another letter case", "nothing", "nothing", (d) => {
    d.components.securitySchemes.clientWebhookSignature["x-signature"].header = "x-service-signature";
    d.components.securitySchemes.clientWebhookSignature.name = "x-service-signature";
    d.components.parameters.Signature.name = "x-service-signature";
  }),
  api("a choice of one schema", "nothing", "nothing", (d) => {
    snapshot(d).properties.caseFile = { anyOf: [snapshot(d).properties.caseFile] };
  }),
  api("a choice of one schema or null", HOOK, OK, (d) => {
    snapshot(d).properties.caseFile = { oneOf: [snapshot(d).properties.caseFile, { type: "null" }] };
  }),
  api("a choice of constants with titles for a closed list", "documentation", "documentation", (d) => {
    const { enum: values, ...rest } = d.components.schemas.ResponseHandlingType;
    const oneOf = values.map((value: number) => ({ const: value, title: `Number ${value}` }));
    d.components.schemas.ResponseHandlingType = { ...rest, oneOf };
  }),
  api("one more constant of a choice", API, API, (d) => {
    const { enum: values, ...rest } = d.components.schemas.ResponseHandlingType;
    d.components.schemas.ResponseHandlingType = { ...rest, oneOf: [...values, 3].map((value) => ({ const: value })) };
  }),
  api("a bound beside a reference", API, OK, set("/properties/client/maxLength", 50, create)),
  api("a required member beside a reference", OK, HOOK, set("/properties/caseFile/required", ["name"], snapshot)),
  api("a member that allOf narrows", API, OK, set("/allOf", [{ properties: { events: { maxItems: 50 } } }], write)),
  api("a read-only member of a request that is required", OK, OK, (d) => {
    create(d).properties.id = { type: "integer", readOnly: true };
    create(d).required.push("id");
  }),
  api("calls need a key as well as the token", API, NAMES, (d) => {
    d.components.securitySchemes.key = { type: "apiKey", in: "header", name: "X-Key" };
    post(d).security[0].key = [];
  }),
  api("calls may have another token with a scope as well", OK, NAMES, (d) => {
    const flows = { clientCredentials: { tokenUrl: "https://login.example.com", scopes: { read: "Reads." } } };
    d.components.securitySchemes.other = { type: "oauth2", flows };
    post(d).security.push({ other: ["read"] });
  }),
  api("a webhook by another method", HOOK, HOOK, (d) => {
    d.webhooks.clientWebhookDelivery = { put: d.webhooks.clientWebhookDelivery.post };
  }),
  api("receivers have to answer with content", HOOK, OK, (d) => {
    const { responses } = d.webhooks.clientWebhookDelivery.post;
    responses["2XX"].content = { "application/json": { schema: { type: "object" } } };
  }),
  hook("the headers in parts", "nothing", "nothing", (d) => {
    message(d).headers = { allOf: [message(d).headers] };
  }),
];

/** Members in reverse order, and lists whose order means nothing. */
function shuffle(document: Json): void {
  const turned = (node: Json, name = ""): Json => {
    if (Array.isArray(node)) {
      const items = node.map((item) => turned(item));
      return ["required", "tags", "security", "parameters", "recipients", "retryOn", "x-tolerant-required"].includes(
        name,
      )
        ? items.reverse()
        : items;
    }
    if (node === null || typeof node !== "object") return node;
    return Object.fromEntries(
      Object.entries(node)
        .reverse()
        .map(([key, value]) => [key, turned(value, key)]),
    );
  };
  const copy = turned(document);
  for (const key of Object.keys(document)) delete document[key];
  Object.assign(document, copy);
}

/** Every reference to the schema of event names is replaced by the schema. */
function inline(document: Json): void {
  const schema = document.components.schemas.EventName;
  const walk = (node: Json): void => {
    if (node === null || typeof node !== "object") return;
    if (node.$ref === "#/components/schemas/EventName") {
      delete node.$ref;
      Object.assign(node, structuredClone({ ...schema, "x-unspecified": undefined }));
    }
    Object.values(node).forEach(walk);
  };
  walk({
    ...document,
    components: { ...document.components, schemas: { ...document.components.schemas, EventName: null } },
  });
}

export const ROWS: readonly Row[] = [
  ...REQUESTS,
  ...ANSWERS,
  ...OPERATIONS,
  ...DELIVERIES,
  ...NAMES_OF_EVENTS,
  ...SIGNATURE,
  ...RETRIES,
  ...NOTHING,
  ...WRITTEN_OTHERWISE,
];
