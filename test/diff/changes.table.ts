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
const api = (title: string, change: Row["change"], there: Outcome, back: Outcome) =>
  row("openapi", title, change, there, back);
const hook = (title: string, change: Row["change"], there: Outcome, back: Outcome) =>
  row("asyncapi", title, change, there, back);

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
  api(
    "a new required member of a request",
    (d) => {
      create(d).properties.purpose = { type: "string" };
      create(d).required.push("purpose");
    },
    API,
    API,
  ),
  api(
    "a new optional member of a request",
    (d) => {
      create(d).properties.purpose = { type: "string" };
    },
    OK,
    API,
  ),
  api(
    "an optional member of a request becomes required",
    (d) => {
      write(d).required = ["active"];
    },
    API,
    OK,
  ),
  api(
    "a member of a request gets another type",
    (d) => {
      create(d).properties.name.type = "integer";
    },
    API,
    API,
  ),
  api(
    "a member of a request may be null as well",
    (d) => {
      create(d).properties.name.type = ["string", "null"];
    },
    OK,
    API,
  ),
  api(
    "a request takes any number where it took integers",
    (d) => {
      write(d).properties.priority = { type: "integer" };
    },
    OK,
    API,
  ),
  api(
    "fewer items are allowed in a request",
    (d) => {
      write(d).properties.events.maxItems = 50;
    },
    API,
    OK,
  ),
  api(
    "more items are demanded of a request",
    (d) => {
      write(d).properties.events.minItems = 2;
    },
    API,
    OK,
  ),
  api(
    "a request gets an upper bound where it had none",
    (d) => {
      create(d).properties.events.maxItems = 10;
    },
    API,
    OK,
  ),
  api(
    "a text of a request gets a length",
    (d) => {
      create(d).properties.name.maxLength = 80;
    },
    API,
    OK,
  ),
  api(
    "items of a request must be unique",
    (d) => {
      create(d).properties.events.uniqueItems = true;
    },
    API,
    OK,
  ),
  api(
    "a text of a request gets a pattern",
    (d) => {
      create(d).properties.name.pattern = "^[a-z]+$";
    },
    API,
    OK,
  ),
  api(
    "a text of a request gets a format",
    (d) => {
      create(d).properties.name.format = "uuid";
    },
    API,
    OK,
  ),
  api(
    "a request is closed for other members",
    (d) => {
      create(d).additionalProperties = false;
    },
    API,
    OK,
  ),
  api(
    "a request gets a default",
    (d) => {
      write(d).properties.active.default = true;
    },
    OK,
    API,
  ),
  api(
    "a text of a request gets a closed list",
    (d) => {
      create(d).properties.name.enum = ["a", "b"];
    },
    API,
    OK,
  ),
  api(
    "the pattern of a request changes",
    (d) => {
      d.components.schemas.WebhookUrl.pattern = "^https://";
    },
    "unclassified",
    "unclassified",
  ),
  api(
    "the body of a request becomes optional",
    (d) => {
      post(d).requestBody.required = false;
    },
    OK,
    API,
  ),
  api(
    "a request may come as another media type",
    (d) => {
      const { content } = post(d).requestBody;
      content["application/ld+json"] = content["application/json"];
    },
    OK,
    API,
  ),
  api(
    "a request must come as another media type",
    (d) => {
      const { content } = token(d).requestBody;
      content["application/json"] = content["application/x-www-form-urlencoded"];
      delete content["application/x-www-form-urlencoded"];
    },
    API,
    API,
  ),
  api(
    "a value of an enum of a request is new",
    (d) => {
      const type = { type: "integer", enum: [1, 2], "x-enum-varnames": ["A", "B"] };
      write(d).properties.responseHandlingType = type;
    },
    NAMES,
    NAMES,
  ),
  api(
    "a new optional query parameter",
    (d) => {
      list(d).parameters.push({ name: "page", in: "query", description: "Page.", schema: { type: "integer" } });
    },
    OK,
    API,
  ),
  api(
    "a new required query parameter",
    (d) => {
      list(d).parameters.push({
        name: "page",
        in: "query",
        required: true,
        description: "Page.",
        schema: { type: "integer" },
      });
    },
    API,
    API,
  ),
  api(
    "a path parameter takes one type less",
    (d) => {
      list(d).parameters[0].schema.type = "integer";
    },
    API,
    OK,
  ),
  api(
    "a path parameter has another name",
    (d) => {
      rename(d, "/apps/{id}/", "/apps/{app}/");
      list2(d).parameters[0].name = "app";
    },
    NAMES,
    NAMES,
  ),
];

const list2 = (d: Json) => d.paths["/api/apps/{app}/app_webhooks"].get;

const ANSWERS: Row[] = [
  api(
    "a member of an answer is gone",
    (d) => {
      delete answer(d).properties.refresh_token;
      answer(d).required = answer(d).required.filter((one: string) => one !== "refresh_token");
    },
    API,
    OK,
  ),
  api(
    "a member of an answer need not be there",
    (d) => {
      answer(d).required = answer(d).required.filter((one: string) => one !== "refresh_token");
    },
    API,
    OK,
  ),
  api(
    "a new member of an answer",
    (d) => {
      answer(d).properties.scope = { type: "string" };
    },
    OK,
    API,
  ),
  api(
    "a member of an answer gets another type",
    (d) => {
      answer(d).properties.expires_in.type = "string";
    },
    API,
    API,
  ),
  api(
    "a member of an answer may be null",
    (d) => {
      answer(d).properties.refresh_token.type = ["string", "null"];
    },
    API,
    OK,
  ),
  api(
    "an answer is closed for other members",
    (d) => {
      answer(d).additionalProperties = false;
    },
    OK,
    "unclassified",
  ),
  api(
    "the list of an answer gets a type",
    (d) => {
      d.components.schemas.AppWebhookList.type = "array";
    },
    OK,
    API,
  ),
  api(
    "an integer of an answer gets a size",
    (d) => {
      answer(d).properties.expires_in.format = "int64";
    },
    OK,
    API,
  ),
  api(
    "one code where it was a range",
    (d) => {
      const { responses } = post(d);
      responses["201"] = responses["2XX"];
      delete responses["2XX"];
    },
    OK,
    API,
  ),
  api(
    "one code of a failure beside the range",
    (d) => {
      post(d).responses["422"] = { description: "Refused." };
    },
    OK,
    OK,
  ),
  api(
    "one code of success beside the range",
    (d) => {
      post(d).responses["202"] = post(d).responses["2XX"];
    },
    OK,
    OK,
  ),
  api(
    "a redirect as a new answer",
    (d) => {
      post(d).responses["303"] = { description: "Elsewhere." };
    },
    API,
    OK,
  ),
  api(
    "the error answers get content",
    (d) => {
      d.components.responses.Rejected.content = { "application/problem+json": { schema: { type: "object" } } };
    },
    OK,
    API,
  ),
  api(
    "an answer comes as another media type",
    (d) => {
      const { content } = token(d).responses["2XX"];
      content["application/jwt"] = content["application/json"];
      delete content["application/json"];
    },
    API,
    API,
  ),
  api(
    "a new header of an answer",
    (d) => {
      token(d).responses["2XX"].headers = { "X-Page": { description: "Page.", schema: { type: "integer" } } };
    },
    OK,
    "breaks senders",
  ),
  api(
    "the secret is no longer in the answer",
    (d) => {
      d.components.schemas.ClientWebhook.properties.secret.writeOnly = true;
      delete d.components.schemas.ClientWebhook.properties.secret.readOnly;
    },
    "breaks generatedClients, receivers, senders",
    OK,
  ),
  api(
    "the secret need not be in the answer",
    (d) => {
      d.components.schemas.ClientWebhook.required = [];
    },
    "breaks generatedClients, receivers, senders",
    OK,
  ),
];

const OPERATIONS: Row[] = [
  api(
    "an operation is gone",
    (d) => {
      delete d.paths["/api/app_webhooks"].post;
    },
    API,
    "unclassified",
  ),
  api(
    "an operation on another path",
    (d) => {
      d.paths["/api/webhooks"] = d.paths["/api/app_webhooks"];
      delete d.paths["/api/app_webhooks"];
    },
    API,
    API,
  ),
  api(
    "an operation with another method",
    (d) => {
      const item = d.paths["/api/app_webhooks"];
      item.put = item.post;
      delete item.post;
    },
    API,
    API,
  ),
  api(
    "another operationId",
    (d) => {
      post(d).operationId = "addAppWebhook";
    },
    NAMES,
    NAMES,
  ),
  api(
    "an operation is deprecated",
    (d) => {
      post(d).deprecated = true;
    },
    OK,
    OK,
  ),
  api(
    "a schema with another name",
    (d) => {
      rename(d, "schemas/EventName", "schemas/NameOfEvent");
      d.components.schemas.NameOfEvent = d.components.schemas.EventName;
      delete d.components.schemas.EventName;
    },
    NAMES,
    NAMES,
  ),
  api(
    "names of enum values",
    (d) => {
      d.components.schemas.ResponseHandlingType["x-enum-varnames"] = ["FORGET", "WAIT"];
    },
    NAMES,
    NAMES,
  ),
  api(
    "an unused schema",
    (d) => {
      d.components.schemas.Unused = { type: "string" };
    },
    OK,
    NAMES,
  ),
  api(
    "calls need no token",
    (d) => {
      post(d).security = [];
    },
    OK,
    API,
  ),
  api(
    "calls may have another key as well",
    (d) => {
      d.components.securitySchemes.key = { type: "apiKey", in: "header", name: "X-Key" };
      post(d).security.push({ key: [] });
    },
    OK,
    API,
  ),
  api(
    "calls need a scope",
    (d) => {
      post(d).security[0].accessToken = ["webhooks.write"];
    },
    "breaks senders",
    OK,
  ),
  api(
    "the token in another header",
    (d) => {
      d.components.securitySchemes.accessToken = {
        type: "apiKey",
        in: "header",
        name: "X-Token",
        description: "The token.",
      };
    },
    API,
    API,
  ),
  api(
    "the flow of the same bearer token",
    (d) => {
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
    },
    OK,
    "breaks senders",
  ),
  api(
    "a base URL where there was none",
    (d) => {
      d.servers[0].variables.base_url.default = "https://api.example.com";
    },
    OK,
    API,
  ),
  api(
    "tags",
    (d) => {
      post(d).tags = ["Webhooks"];
      d.tags[2].name = "Webhooks";
    },
    OK,
    OK,
  ),
  api(
    "descriptions",
    (d) => {
      post(d).description = "Otherwise.";
      answer(d).description = "Otherwise.";
    },
    "documentation",
    "documentation",
  ),
  api(
    "examples",
    (d) => {
      answer(d).examples[0].expires_in = 60;
    },
    "documentation",
    "documentation",
  ),
  api(
    "the version of the document",
    (d) => {
      d.info.version = "9.9.9";
    },
    "documentation",
    "documentation",
  ),
  api(
    "a gap closes",
    (d) => {
      d.info["x-unspecified"].splice(0, 1);
    },
    OK,
    "unclassified",
  ),
  api(
    "something that no rule knows",
    (d) => {
      post(d)["x-vendor"] = true;
    },
    "unclassified",
    "unclassified",
  ),
];

const DELIVERIES: Row[] = [
  api(
    "a member of a delivery is gone",
    (d) => {
      delete snapshot(d).properties.amount;
      snapshot(d).required = snapshot(d).required.filter((one: string) => one !== "amount");
    },
    HOOK,
    "unclassified",
  ),
  api(
    "a new member of a delivery, required",
    (d) => {
      snapshot(d).properties.currency = { type: "string" };
      snapshot(d).required.push("currency");
    },
    OK,
    HOOK,
  ),
  api(
    "a webhook is gone",
    (d) => {
      delete d.webhooks.clientWebhookDelivery;
    },
    HOOK,
    OK,
  ),
  api(
    "a webhook with another name",
    (d) => {
      d.webhooks.paymentConfirmed = d.webhooks.clientWebhookDelivery;
      delete d.webhooks.clientWebhookDelivery;
    },
    NAMES,
    NAMES,
  ),
  api(
    "the signature header has another name",
    (d) => {
      rename(d, "X-Service-Signature", "X-Other-Signature");
    },
    HOOK,
    HOOK,
  ),
  api(
    "the signature header is gone",
    (d) => {
      d.webhooks.clientWebhookDelivery.post.parameters = [];
      d.webhooks.clientWebhookDelivery.post.security = [];
    },
    HOOK,
    OK,
  ),
  api(
    "only 200 acknowledges",
    (d) => {
      const { responses } = d.webhooks.clientWebhookDelivery.post;
      responses["200"] = responses["2XX"];
      delete responses["2XX"];
    },
    HOOK,
    OK,
  ),
  hook(
    "a member of a delivery is gone",
    (d) => {
      delete snapshot(d).properties.amount;
      snapshot(d).required = snapshot(d).required.filter((one: string) => one !== "amount");
    },
    HOOK,
    "unclassified",
  ),
  hook(
    "a member of a delivery need not be there",
    (d) => {
      snapshot(d).required = ["@event", "id"];
    },
    HOOK,
    OK,
  ),
  hook(
    "a new member of a delivery",
    (d) => {
      snapshot(d).properties.currency = { type: "string" };
    },
    OK,
    HOOK,
  ),
  hook(
    "a member of a delivery gets another type",
    (d) => {
      snapshot(d).properties.id.type = "string";
    },
    HOOK,
    HOOK,
  ),
  hook(
    "a member of a delivery may be null",
    (d) => {
      snapshot(d).properties.paidTo.type = ["string", "null"];
    },
    HOOK,
    OK,
  ),
  hook(
    "a value of a delivery is of a closed list",
    (d) => {
      snapshot(d).properties.paidTo.enum = ["client"];
    },
    OK,
    HOOK,
  ),
  hook(
    "a member of an app delivery becomes required",
    (d) => {
      delivered(d).properties.id = { type: "integer" };
      delivered(d).required.push("id");
    },
    OK,
    HOOK,
  ),
  hook(
    "a new name of an event",
    (d) => {
      d.components.schemas.EventName["x-extensible-enum"].push("case_file.closed");
    },
    OK,
    HOOK,
  ),
  hook(
    "another event name of the message",
    (d) => {
      message(d)["x-event"] = "payment.confirmed";
    },
    HOOK,
    HOOK,
  ),
  hook(
    "receivers demand a member more",
    (d) => {
      snapshot(d)["x-tolerant-required"].push("amount");
    },
    NAMES,
    OK,
  ),
  hook(
    "a message is gone",
    (d) => {
      deliver(d).messages = [];
    },
    HOOK,
    OK,
  ),
  hook(
    "an operation is gone",
    (d) => {
      delete d.operations.deliverAppWebhook;
    },
    HOOK,
    "unclassified",
  ),
  hook(
    "an operation with another key",
    (d) => {
      d.operations.sendPayment = deliver(d);
      delete d.operations.deliverClientWebhook;
    },
    NAMES,
    NAMES,
  ),
  hook(
    "the service takes where it sent",
    (d) => {
      deliver(d).action = "receive";
    },
    HOOK,
    HOOK,
  ),
  hook(
    "another method",
    (d) => {
      deliver(d).bindings.http.method = "PUT";
    },
    HOOK,
    HOOK,
  ),
  hook(
    "another media type",
    (d) => {
      message(d).contentType = "application/xml";
    },
    HOOK,
    HOOK,
  ),
  hook(
    "an app delivery is signed",
    (d) => {
      d.operations.deliverAppWebhook.security = deliver(d).security;
    },
    OK,
    HOOK,
  ),
  hook(
    "the channel has an address",
    (d) => {
      d.channels.clientWebhook.address = "/hooks";
    },
    OK,
    "unclassified",
  ),
  hook(
    "app deliveries are sent",
    (d) => {
      delete d.operations.deliverAppWebhook["x-status"];
    },
    OK,
    "breaks receivers",
  ),
  hook(
    "a gap closes",
    (d) => {
      d.channels.clientWebhook["x-unspecified"] = [];
    },
    OK,
    "unclassified",
  ),
  hook(
    "what is assumed of a gap",
    (d) => {
      d.channels.clientWebhook["x-unspecified"][0].assume = "Otherwise.";
    },
    "documentation",
    "documentation",
  ),
  hook(
    "descriptions",
    (d) => {
      deliver(d).summary = "Otherwise.";
      message(d).description = "Otherwise.";
    },
    "documentation",
    "documentation",
  ),
];

const NAMES_OF_EVENTS: Row[] = [
  hook(
    "a channel with another key",
    (d) => {
      rename(d, "#/channels/clientWebhook", "#/channels/payments");
      d.channels.payments = d.channels.clientWebhook;
      delete d.channels.clientWebhook;
    },
    NAMES,
    NAMES,
  ),
  hook(
    "another event of the same webhook",
    (d) => {
      d.components.messages.caseClosed = { ...message(d), name: "caseClosed", "x-event": "case_file.closed" };
      d.channels.clientWebhook.messages.caseClosed = { $ref: "#/components/messages/caseClosed" };
      deliver(d).messages.push({ $ref: "#/channels/clientWebhook/messages/caseClosed" });
    },
    OK,
    HOOK,
  ),
];

const SIGNATURE: Row[] = [
  hook(
    "the signature header has another name",
    (d) => {
      rename(d, "X-Service-Signature", "X-Other-Signature");
    },
    HOOK,
    HOOK,
  ),
  hook(
    "another algorithm",
    (d) => {
      signed(d)["x-signature"].algorithm = "hmac-sha512";
    },
    HOOK,
    HOOK,
  ),
  hook(
    "another prefix",
    (d) => {
      signed(d)["x-signature"].prefix = "v1=";
    },
    HOOK,
    HOOK,
  ),
  hook(
    "another key",
    (d) => {
      signed(d)["x-signature"].key = "secret-base64";
    },
    HOOK,
    HOOK,
  ),
  hook(
    "another content",
    (d) => {
      signed(d)["x-signature"].content = "timestamp-and-body";
    },
    HOOK,
    HOOK,
  ),
  hook(
    "another encoding",
    (d) => {
      signed(d)["x-signature"].encoding = "base64";
    },
    HOOK,
    HOOK,
  ),
  hook(
    "another form of the value",
    (d) => {
      d.components.schemas.SignatureHeader.pattern = "^sha256=[0-9a-f]{64}$";
    },
    HOOK,
    HOOK,
  ),
  hook(
    "only the scheme has another name of the header",
    (d) => {
      signed(d).name = "X-Other-Signature";
    },
    HOOK,
    HOOK,
  ),
  hook(
    "x-signature is gone",
    (d) => {
      delete signed(d)["x-signature"];
    },
    HOOK,
    HOOK,
  ),
];

const RETRIES: Row[] = [
  hook(
    "the number of attempts is stated",
    (d) => {
      rules(d).maxAttempts = 5;
    },
    OK,
    "breaks receivers",
  ),
  hook(
    "the pauses are stated",
    (d) => {
      rules(d).backoff = [5, 300];
    },
    OK,
    "breaks receivers",
  ),
  hook(
    "a transport error is no longer retried",
    (d) => {
      rules(d).retryOn = ["non-2xx"];
    },
    "breaks receivers",
    OK,
  ),
  hook(
    "only 200 acknowledges",
    (d) => {
      rules(d).acknowledgement = "200";
    },
    "breaks receivers",
    OK,
  ),
  hook(
    "inactive webhooks receive as well",
    (d) => {
      rules(d).recipients = ["event-listed"];
    },
    "breaks receivers",
    "breaks receivers",
  ),
  hook(
    "no duplicates any more",
    (d) => {
      rules(d).duplicates = "never";
    },
    OK,
    "breaks receivers",
  ),
  hook(
    "an order is kept",
    (d) => {
      rules(d).ordering = "webhook";
    },
    OK,
    "breaks receivers",
  ),
  hook(
    "what follows the last attempt is stated",
    (d) => {
      rules(d).afterLastAttempt = "deactivate";
    },
    OK,
    "breaks receivers",
  ),
  hook(
    "the status of an app delivery counts with 1 as well",
    (d) => {
      d.operations.deliverAppWebhook["x-delivery"].byResponseHandlingType["1"].status = "observed";
    },
    "breaks receivers",
    "breaks receivers",
  ),
  hook(
    "another key for duplicates",
    (d) => {
      message(d)["x-idempotency-key"] = ["$message.payload#/id"];
    },
    HOOK,
    HOOK,
  ),
];

const NOTHING: Row[] = [
  ...(["openapi", "asyncapi"] as const).flatMap((document): Row[] => [
    row(document, "nothing", () => {}, "nothing", "nothing"),
    row(document, "another order of everything whose order means nothing", shuffle, "nothing", "nothing"),
    row(document, "a schema where its reference was", inline, "nothing", "nothing"),
  ]),
  api(
    "allOf instead of one schema",
    (d) => {
      const { required, ...rest } = create(d);
      d.components.schemas.ClientWebhookCreate = { ...rest, allOf: [{ required }] };
    },
    "nothing",
    "nothing",
  ),
  api(
    "a const for an enum of one",
    (d) => {
      const { const: value, ...rest } = d.components.schemas.TokenRequest.properties.grant_type;
      d.components.schemas.TokenRequest.properties.grant_type = { ...rest, enum: [value] };
    },
    "nothing",
    "nothing",
  ),
  hook(
    "null instead of nothing said",
    (d) => {
      delete rules(d).maxAttempts;
    },
    "nothing",
    "nothing",
  ),
  hook(
    "the media type said once for all",
    (d) => {
      delete message(d).contentType;
    },
    "nothing",
    "nothing",
  ),
];

/** Ways of writing that mean the same, and changes that hide in one. */
const WRITTEN_OTHERWISE: Row[] = [
  api(
    "a request says that other members may be anything",
    (d) => {
      create(d).additionalProperties = {};
    },
    "nothing",
    "nothing",
  ),
  api(
    "a parameter says the style that it has anyway",
    (d) => {
      Object.assign(list(d).parameters[0], { style: "simple", explode: false });
    },
    "nothing",
    "nothing",
  ),
  api(
    "a parameter is written as JSON",
    (d) => {
      const { schema, ...rest } = list(d).parameters[0];
      list(d).parameters[0] = { ...rest, content: { "application/json": { schema } } };
    },
    API,
    API,
  ),
  api(
    "the signature header in another letter case",
    (d) => {
      d.components.securitySchemes.clientWebhookSignature["x-signature"].header = "x-service-signature";
      d.components.securitySchemes.clientWebhookSignature.name = "x-service-signature";
      d.components.parameters.Signature.name = "x-service-signature";
    },
    "nothing",
    "nothing",
  ),
  api(
    "a choice of one schema",
    (d) => {
      snapshot(d).properties.caseFile = { anyOf: [snapshot(d).properties.caseFile] };
    },
    "nothing",
    "nothing",
  ),
  api(
    "a choice of one schema or null",
    (d) => {
      snapshot(d).properties.caseFile = { oneOf: [snapshot(d).properties.caseFile, { type: "null" }] };
    },
    HOOK,
    OK,
  ),
  api(
    "a choice of constants for a closed list",
    (d) => {
      const { enum: values, ...rest } = d.components.schemas.ResponseHandlingType;
      const oneOf = values.map((value: number) => ({ const: value, title: `Number ${value}` }));
      d.components.schemas.ResponseHandlingType = { ...rest, oneOf };
    },
    "nothing",
    "nothing",
  ),
  api(
    "one more constant of a choice",
    (d) => {
      const { enum: values, ...rest } = d.components.schemas.ResponseHandlingType;
      d.components.schemas.ResponseHandlingType = { ...rest, oneOf: [...values, 3].map((value) => ({ const: value })) };
    },
    API,
    API,
  ),
  api(
    "a bound beside a reference",
    (d) => {
      create(d).properties.client.maxLength = 50;
    },
    API,
    OK,
  ),
  api(
    "a required member beside a reference",
    (d) => {
      snapshot(d).properties.caseFile.required = ["name"];
    },
    OK,
    HOOK,
  ),
  api(
    "a member that allOf narrows",
    (d) => {
      write(d).allOf = [{ properties: { events: { maxItems: 50 } } }];
    },
    API,
    OK,
  ),
  api(
    "a read-only member of a request that is required",
    (d) => {
      create(d).properties.id = { type: "integer", readOnly: true };
      create(d).required.push("id");
    },
    OK,
    OK,
  ),
  api(
    "calls need a key as well as the token",
    (d) => {
      d.components.securitySchemes.key = { type: "apiKey", in: "header", name: "X-Key" };
      post(d).security[0].key = [];
    },
    API,
    NAMES,
  ),
  api(
    "calls may have another token with a scope as well",
    (d) => {
      const flows = { clientCredentials: { tokenUrl: "https://login.example.com", scopes: { read: "Reads." } } };
      d.components.securitySchemes.other = { type: "oauth2", flows };
      post(d).security.push({ other: ["read"] });
    },
    OK,
    NAMES,
  ),
  api(
    "a webhook by another method",
    (d) => {
      d.webhooks.clientWebhookDelivery = { put: d.webhooks.clientWebhookDelivery.post };
    },
    HOOK,
    HOOK,
  ),
  api(
    "receivers have to answer with content",
    (d) => {
      const { responses } = d.webhooks.clientWebhookDelivery.post;
      responses["2XX"].content = { "application/json": { schema: { type: "object" } } };
    },
    HOOK,
    OK,
  ),
  hook(
    "the headers in parts",
    (d) => {
      message(d).headers = { allOf: [message(d).headers] };
    },
    "nothing",
    "nothing",
  ),
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
