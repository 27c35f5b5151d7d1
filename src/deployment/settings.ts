/**
 * Reads from documents what a running service would otherwise have to choose. Each reader knows one place; `undefined` means that the
 * documents do not say it there.
 */

import { OPERATIONS } from "../../generated/constants.ts";
import type { Profile } from "../../generated/profile.ts";
import { entriesOf, itemsOf, type Json, member } from "../documents/json.ts";

/** Both documents of one contract, bundled. */
export interface Pair {
  readonly openapi: Json;
  readonly asyncapi: Json;
}

type Operation = keyof typeof OPERATIONS;

const operation = ({ openapi }: Pair, id: Operation): Json => {
  const { method, path } = OPERATIONS[id];
  return member(member(openapi.paths, path), method.toLowerCase());
};
const schema = ({ openapi }: Pair, name: string): Json => member(openapi.components?.schemas, name);
const deref = (document: Json, node: Json): Json => {
  const ref = member(node, "$ref");
  if (typeof ref !== "string") return node;
  return ref
    .slice(2)
    .split("/")
    .reduce((at: Json, step) => member(at, step.replaceAll("~1", "/").replaceAll("~0", "~")), document);
};

/** The one success, if it is one code. */
function success(pair: Pair, id: Operation): { status: number; answer: Json } | undefined {
  const all = entriesOf(operation(pair, id)?.responses).filter(([status]) => /^2/.test(status));
  const [one] = all;
  return all.length === 1 && one && /^\d{3}$/.test(one[0])
    ? { status: Number(one[0]), answer: deref(pair.openapi, one[1]) }
    : undefined;
}

/** The media types of the success, whatever its status. */
function answerTypes(pair: Pair, id: Operation): string[] {
  const found = entriesOf(operation(pair, id)?.responses).find(([status]) => /^2/.test(status));
  return entriesOf(deref(pair.openapi, found?.[1])?.content).map(([type]) => type);
}
const only = (list: string[]): string | undefined => (list.length === 1 ? list[0] : undefined);

/** The scheme that API calls use, and the flow that gives its tokens. */
const tokenScheme = ({ openapi }: Pair): Json => member(openapi.components?.securitySchemes, "accessToken");
function codeFlow({ openapi }: Pair): Json {
  const schemes = entriesOf(openapi.components?.securitySchemes).map(([, scheme]) =>
    member(member(scheme, "flows"), "authorizationCode"),
  );
  return schemes.find((flow) => flow !== undefined);
}

/** A URL that is stated: one under .invalid stands for what is not. */
const stated = (url: Json): string | undefined =>
  typeof url === "string" && !/^[a-z]+:\/\/[^/]*\.invalid(?:[:/]|$)/i.test(url) ? url : undefined;
export const baseUrlOf = ({ openapi }: Pair): string | undefined => serverUrl(openapi.servers);
export const authUrlOf = ({ openapi }: Pair): string | undefined =>
  serverUrl(member(openapi.paths, OPERATIONS.exchangeAuthorizationCode.path)?.servers);
function serverUrl(servers: Json): string | undefined {
  const [server] = itemsOf(servers);
  if (!server || typeof server.url !== "string") return undefined;
  return stated(
    server.url.replaceAll(/\{([^}]*)\}/g, (_: string, name: string) => String(member(server.variables, name)?.default)),
  );
}
export const authorizationUrlOf = (pair: Pair): string | undefined => stated(codeFlow(pair)?.authorizationUrl);

const delivery = ({ asyncapi }: Pair, id: string): Json => asyncapi.operations?.[id]?.["x-delivery"] ?? {};
const client = (name: string) => (pair: Pair) => delivery(pair, "deliverClientWebhook")[name] ?? undefined;
const message = ({ asyncapi }: Pair, name: string): Json => member(asyncapi.components?.messages, name);
const known = (pair: Pair, name: string, members: readonly string[]) => {
  const found = members.filter((one) => member(schema(pair, name)?.properties, one) !== undefined);
  return found.length > 0 ? found : undefined;
};
const origin = (url: string | undefined) => (url === undefined ? undefined : URL.parse(url)?.origin);

function scopes(pair: Pair): Record<string, string[]> | undefined {
  const ids = Object.keys(OPERATIONS) as Operation[];
  const found = ids.map((id): [string, string[]] => [
    id,
    itemsOf(operation(pair, id)?.security).flatMap((one) => itemsOf(one?.accessToken)),
  ]);
  const named = found.filter(([, list]) => list.length > 0);
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

function envelope(pair: Pair): string | null | undefined {
  const list = schema(pair, "AppWebhookList");
  if (list?.type === "array") return null;
  const arrays = entriesOf(list?.properties).filter(([, node]) => deref(pair.openapi, node)?.type === "array");
  return list?.type === "object" && arrays.length === 1 ? arrays[0]?.[0] : undefined;
}

/** Whether an error in transport is retried, by responseHandlingType. */
function appTransport(pair: Pair): Profile["appTransportRetry"] | undefined {
  const types = delivery(pair, "deliverAppWebhook").byResponseHandlingType;
  const [forgets, waits] = [member(types, "1")?.transportError, member(types, "2")?.transportError];
  if (typeof forgets !== "boolean" || typeof waits !== "boolean") return undefined;
  return forgets ? "always" : waits ? "waiting" : "never";
}

type Reader<K extends keyof Profile> = (pair: Pair) => Profile[K] | undefined;

/** Settings without a reader can only be stated as `x-settings` of an overlay. */
export const READERS: { readonly [K in keyof Profile]?: Reader<K> } = {
  authorizationPath: (pair) => URL.parse(authorizationUrlOf(pair) ?? "")?.pathname,
  // What an OAuth 2.0 flow is called by, OpenAPI takes from RFC 6749.
  scopeParameter: (pair) => (codeFlow(pair) ? "scope" : undefined),
  scopeSeparator: (pair) => (codeFlow(pair) ? " " : undefined),
  refreshPath: (pair) => URL.parse(stated(codeFlow(pair)?.refreshUrl) ?? "")?.pathname,
  refreshGrantType: (pair) => (stated(codeFlow(pair)?.refreshUrl) ? "refresh_token" : undefined),
  refreshMediaType: (pair) => (stated(codeFlow(pair)?.refreshUrl) ? "application/x-www-form-urlencoded" : undefined),
  operationScopes: scopes,
  tokenHeader: (pair) => (tokenScheme(pair)?.type === "apiKey" ? tokenScheme(pair).name : "Authorization"),
  tokenPrefix: (pair) => (tokenScheme(pair)?.type === "apiKey" ? "" : "Bearer "),
  maxAttempts: client("maxAttempts"),
  retryScheduleSeconds: client("backoff"),
  // Pauses that are stated are kept as they are stated.
  retryJitter: (pair) => (client("backoff")(pair) === undefined ? undefined : 0),
  timeoutSeconds: client("timeoutSeconds"),
  ordering: client("ordering"),
  followRedirects: client("redirects"),
  afterLastAttempt: client("afterLastAttempt"),
  pendingOnDeactivation: client("pendingOnDeactivation"),
  tokenStatus: (pair) => success(pair, "exchangeAuthorizationCode")?.status,
  createClientWebhookStatus: (pair) => success(pair, "createClientWebhook")?.status,
  createAppWebhookStatus: (pair) => success(pair, "createAppWebhook")?.status,
  listStatus: (pair) => success(pair, "listAppWebhooks")?.status,
  tokenMediaType: (pair) => only(answerTypes(pair, "exchangeAuthorizationCode")),
  clientWebhookMediaType: (pair) => only(answerTypes(pair, "createClientWebhook")),
  requestMediaTypes: (pair) =>
    entriesOf(operation(pair, "createClientWebhook")?.requestBody?.content).map(([type]) => type),
  listEnvelope: envelope,
  appIdType: (pair) => {
    const type = itemsOf(operation(pair, "listAppWebhooks")?.parameters).find((one) => one?.in === "path")?.schema
      ?.type;
    return type === "integer" || type === "string" ? type : undefined;
  },
  appWebhookRequired: (pair) => schema(pair, "AppWebhookWrite")?.required,
  activeDefault: (pair) => schema(pair, "AppWebhookWrite")?.properties?.active?.default,
  responseHandlingTypeDefault: (pair) =>
    deref(pair.openapi, schema(pair, "AppWebhookWrite")?.properties?.responseHandlingType)?.default,
  unknownEvents: (pair) => (schema(pair, "EventName")?.enum ? "refuse" : undefined),
  repeatedEvents: (pair) =>
    schema(pair, "ClientWebhookCreate")?.properties?.events?.uniqueItems ? "refuse" : undefined,
  unknownMembers: (pair) =>
    schema(pair, "ClientWebhookCreate")?.additionalProperties === false ? "refuse" : undefined,
  clientWebhookExtraMembers: (pair) =>
    known(pair, "ClientWebhook", ["id", "@id", "createdAt"]) as Profile["clientWebhookExtraMembers"] | undefined,
  appWebhookExtraMembers: (pair) =>
    known(pair, "AppWebhook", ["id", "@id", "createdAt"]) as Profile["appWebhookExtraMembers"] | undefined,
  tokenExtraMembers: (pair) => known(pair, "TokenResponse", ["scope"]) as Profile["tokenExtraMembers"] | undefined,
  authPort: (pair) => {
    const [base, auth] = [origin(baseUrlOf(pair)), origin(authUrlOf(pair))];
    return base === undefined || auth === undefined ? undefined : base === auth ? "same" : "separate";
  },
  hexCase: (pair) => {
    const pattern = String(schema(pair, "SignatureHeader")?.pattern);
    return /a-f/.test(pattern) === /A-F/.test(pattern) ? undefined : /a-f/.test(pattern) ? "lower" : "upper";
  },
  clientDeliveryMediaType: (pair) => message(pair, "paymentConfirmed")?.contentType,
  appDeliveryMediaType: (pair) => message(pair, "appEvent")?.contentType,
  appPayload: (pair) =>
    message(pair, "appEvent")?.payload?.$ref === "#/components/schemas/PaymentSnapshot" ? "payment" : undefined,
  appTransportRetry: appTransport,
};
