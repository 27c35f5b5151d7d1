/**
 * Reads from documents what a running service would otherwise have to choose. Each reader knows one place; `undefined`
 * means that the documents do not say it there.
 */

import { OPERATIONS } from "../../generated/constants.ts";
import type { Profile } from "../../generated/profile.ts";
import { isPlaceholderUrl, isSameHere, pointedAt } from "../documents/json.ts";
import {
  entriesOf,
  isObject,
  itemsOf,
  type JsonObject,
  type JsonValue,
  type Maybe,
  member,
  textIn,
} from "../values/json.ts";
import { typedKeys } from "../values/names.ts";

/** Both documents of one contract, bundled. */
export interface Pair {
  readonly openapi: JsonObject;
  readonly asyncapi: JsonObject;
}

type Operation = keyof typeof OPERATIONS;

const operation = ({ openapi }: Pair, id: Operation): Maybe => {
  const { method, path } = OPERATIONS[id];
  return member(openapi, "paths", path, method.toLowerCase());
};
const schema = ({ openapi }: Pair, ...names: string[]): Maybe => member(openapi, "components", "schemas", ...names);
const deref = (document: JsonObject, node: Maybe): Maybe => {
  const ref = member(node, "$ref");
  return typeof ref === "string" ? pointedAt(document, ref) : node;
};

/** The one success, if it is one code. */
function success(pair: Pair, id: Operation): number | undefined {
  const all = entriesOf(member(operation(pair, id), "responses")).filter(([status]) => status.startsWith("2"));
  const [one] = all;
  return all.length === 1 && one && /^\d{3}$/.test(one[0]) ? Number(one[0]) : undefined;
}

/** The media type of the success, whatever its status; undefined if there are several. */
function answerType(pair: Pair, id: Operation): string | undefined {
  const found = entriesOf(member(operation(pair, id), "responses")).find(([status]) => status.startsWith("2"));
  const types = entriesOf(member(deref(pair.openapi, found?.[1]), "content"));
  return types.length === 1 ? types[0]?.[0] : undefined;
}

/** The scheme that API calls use, and the flow that gives its tokens. */
const tokenScheme = ({ openapi }: Pair): Maybe => member(openapi, "components", "securitySchemes", "accessToken");
function codeFlow({ openapi }: Pair): Maybe {
  const schemes = entriesOf(member(openapi, "components", "securitySchemes"));
  return schemes.map(([, scheme]) => member(scheme, "flows", "authorizationCode")).find((flow) => flow !== undefined);
}

/** A URL that is stated: one under .invalid stands for one that is not. */
const statedUrl = (url: Maybe): string | undefined => (isPlaceholderUrl(url) ? undefined : textIn(url));
/** Returns the URL of the API if it is stated. */
export const readBaseUrl = ({ openapi }: Pair): string | undefined => serverUrl(openapi.servers);
/** Returns the URL of the authorization server if it is stated. */
export const readAuthUrl = (pair: Pair): string | undefined =>
  serverUrl(member(operation(pair, "exchangeAuthorizationCode"), "servers"));
function serverUrl(servers: Maybe): string | undefined {
  const [server] = itemsOf(servers);
  const url = textIn(member(server, "url"));
  const filled = url?.replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
    String(member(server, "variables", name, "default")),
  );
  return statedUrl(filled);
}
/** Returns the URL of the authorization endpoint if it is stated. */
export const readAuthorizationUrl = (pair: Pair): string | undefined =>
  statedUrl(member(codeFlow(pair), "authorizationUrl"));
const urlPath = (url: string | undefined): string | undefined => URL.parse(url ?? "")?.pathname;
const readRefreshUrl = (pair: Pair): string | undefined => statedUrl(member(codeFlow(pair), "refreshUrl"));

const delivery = ({ asyncapi }: Pair, id: string): Maybe => member(asyncapi, "operations", id, "x-delivery");
/** The settings that `x-delivery` holds, with their names there. */
const RULES = {
  maxAttempts: "maxAttempts",
  retryScheduleSeconds: "backoff",
  timeoutSeconds: "timeoutSeconds",
  ordering: "ordering",
  followRedirects: "redirects",
  afterLastAttempt: "afterLastAttempt",
  pendingOnDeactivation: "pendingOnDeactivation",
} as const;
/** A rule for client deliveries. That it fits the setting, `changedProfile` checks for every setting. */
const client =
  <K extends keyof typeof RULES>(key: K): Reader<K> =>
  (pair) =>
    (member(delivery(pair, "deliverClientWebhook"), RULES[key]) ?? undefined) as Profile[K] | undefined;
const message = ({ asyncapi }: Pair, ...names: string[]): Maybe => member(asyncapi, "components", "messages", ...names);
const known = <T extends string>(pair: Pair, name: string, members: readonly T[]): T[] | undefined => {
  const found = members.filter((one) => schema(pair, name, "properties", one) !== undefined);
  return found.length > 0 ? found : undefined;
};
const origin = (url: string | undefined) => (url === undefined ? undefined : URL.parse(url)?.origin);

function scopes(pair: Pair): Record<string, string[]> | undefined {
  const ids = typedKeys(OPERATIONS);
  const found = ids.map((id): [string, string[]] => [
    id,
    itemsOf(member(operation(pair, id), "security"))
      .flatMap((one) => itemsOf(member(one, "accessToken")))
      .map(String),
  ]);
  const named = found.filter(([, list]) => list.length > 0);
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

function envelope(pair: Pair): string | null | undefined {
  const type = schema(pair, "AppWebhookList", "type");
  if (type === "array") return null;
  const arrays = entriesOf(schema(pair, "AppWebhookList", "properties")).filter(
    ([, node]) => member(deref(pair.openapi, node), "type") === "array",
  );
  return type === "object" && arrays.length === 1 ? arrays[0]?.[0] : undefined;
}

/** Whether an error in transport is retried, by responseHandlingType. */
function appTransport(pair: Pair): Profile["appTransportRetry"] | undefined {
  const types = member(delivery(pair, "deliverAppWebhook"), "byResponseHandlingType");
  const [forgets, waits] = [member(types, "1", "transportError"), member(types, "2", "transportError")];
  if (typeof forgets !== "boolean" || typeof waits !== "boolean") return undefined;
  return forgets ? "always" : waits ? "waiting" : "never";
}

/** The case of the digits that the pattern of the signature header lets through, if it is one. */
function hexCase(pair: Pair): Profile["hexCase"] | undefined {
  const pattern = String(schema(pair, "SignatureHeader", "pattern"));
  const [lower, upper] = [pattern.includes("a-f"), pattern.includes("A-F")];
  return lower === upper ? undefined : lower ? "lower" : "upper";
}

function authPort(pair: Pair): Profile["authPort"] | undefined {
  const [base, auth] = [origin(readBaseUrl(pair)), origin(readAuthUrl(pair))];
  return base === undefined || auth === undefined ? undefined : base === auth ? "same" : "separate";
}

function appIdType(pair: Pair): Profile["appIdType"] | undefined {
  const parameters = itemsOf(member(operation(pair, "listAppWebhooks"), "parameters"));
  const type = member(
    parameters.find((one) => member(one, "in") === "path"),
    "schema",
    "type",
  );
  return type === "integer" || type === "string" ? type : undefined;
}

const PAYMENT = "#/components/schemas/PaymentSnapshot";

type Reader<K extends keyof Profile> = (pair: Pair) => Profile[K] | undefined;

/** Readers by setting. Settings without a reader can only be stated as `x-settings` of an overlay. */
export const READERS: { readonly [K in keyof Profile]?: Reader<K> } = {
  authorizationPath: (pair) => urlPath(readAuthorizationUrl(pair)),
  // What an OAuth 2.0 flow is called by, OpenAPI takes from RFC 6749.
  scopeParameter: (pair) => (codeFlow(pair) ? "scope" : undefined),
  scopeSeparator: (pair) => (codeFlow(pair) ? " " : undefined),
  refreshPath: (pair) => urlPath(readRefreshUrl(pair)),
  refreshGrantType: (pair) => (readRefreshUrl(pair) ? "refresh_token" : undefined),
  refreshMediaType: (pair) => (readRefreshUrl(pair) ? "application/x-www-form-urlencoded" : undefined),
  operationScopes: scopes,
  tokenHeader: (pair) =>
    member(tokenScheme(pair), "type") === "apiKey" ? textIn(member(tokenScheme(pair), "name")) : "Authorization",
  tokenPrefix: (pair) => (member(tokenScheme(pair), "type") === "apiKey" ? "" : "Bearer "),
  maxAttempts: client("maxAttempts"),
  retryScheduleSeconds: client("retryScheduleSeconds"),
  // Pauses that are stated are kept as they are stated.
  retryJitter: (pair) => (client("retryScheduleSeconds")(pair) === undefined ? undefined : 0),
  timeoutSeconds: client("timeoutSeconds"),
  ordering: client("ordering"),
  followRedirects: client("followRedirects"),
  afterLastAttempt: client("afterLastAttempt"),
  pendingOnDeactivation: client("pendingOnDeactivation"),
  tokenStatus: (pair) => success(pair, "exchangeAuthorizationCode"),
  createClientWebhookStatus: (pair) => success(pair, "createClientWebhook"),
  createAppWebhookStatus: (pair) => success(pair, "createAppWebhook"),
  listStatus: (pair) => success(pair, "listAppWebhooks"),
  tokenMediaType: (pair) => answerType(pair, "exchangeAuthorizationCode"),
  clientWebhookMediaType: (pair) => answerType(pair, "createClientWebhook"),
  requestMediaTypes: (pair) =>
    entriesOf(member(operation(pair, "createClientWebhook"), "requestBody", "content")).map(([type]) => type),
  listEnvelope: envelope,
  appIdType,
  appWebhookRequired: (pair) =>
    schema(pair, "AppWebhookWrite", "required") as Profile["appWebhookRequired"] | undefined,
  activeDefault: (pair) => schema(pair, "AppWebhookWrite", "properties", "active", "default") as boolean | undefined,
  responseHandlingTypeDefault: (pair) =>
    member(deref(pair.openapi, schema(pair, "AppWebhookWrite", "properties", "responseHandlingType")), "default") as
      | Profile["responseHandlingTypeDefault"]
      | undefined,
  unknownEvents: (pair) => (schema(pair, "EventName", "enum") ? "refuse" : undefined),
  repeatedEvents: (pair) =>
    schema(pair, "ClientWebhookCreate", "properties", "events", "uniqueItems") ? "refuse" : undefined,
  unknownMembers: (pair) =>
    schema(pair, "ClientWebhookCreate", "additionalProperties") === false ? "refuse" : undefined,
  clientWebhookExtraMembers: (pair) => known(pair, "ClientWebhook", ["id", "@id", "createdAt"]),
  appWebhookExtraMembers: (pair) => known(pair, "AppWebhook", ["id", "@id", "createdAt"]),
  tokenExtraMembers: (pair) => known(pair, "TokenResponse", ["scope"]),
  authPort,
  hexCase,
  clientDeliveryMediaType: (pair) => textIn(message(pair, "paymentConfirmed", "contentType")),
  appDeliveryMediaType: (pair) => textIn(message(pair, "appEvent", "contentType")),
  appPayload: (pair) => (member(message(pair, "appEvent", "payload"), "$ref") === PAYMENT ? "payment" : undefined),
  appTransportRetry: appTransport,
};

/**
 * Returns the documents with the settings that `x-delivery` has a place for, in both operations: a rule that is given
 * as a setting is stated. What a document says stays.
 */
export function withRules(pair: Pair, given: Readonly<Partial<Profile>>): Pair {
  const rules = typedKeys(RULES).flatMap((key): [string, JsonValue][] => {
    const value = given[key];
    return value === undefined ? [] : [[RULES[key], value]];
  });
  const { appTransportRetry: retried } = given;
  const errors: Readonly<Record<string, boolean>> = { "1": retried === "always", "2": retried !== "never" };
  const stated = (operation: JsonValue): JsonValue => {
    const own = member(operation, "x-delivery");
    if (!isObject(operation) || !isObject(own)) return operation;
    const fill = (node: JsonObject, [name, value]: readonly [string, JsonValue]): JsonObject =>
      node[name] === null ? { ...node, [name]: value } : node;
    const types = entriesOf(own.byResponseHandlingType).map(([type, one]) => [
      type,
      isObject(one) && retried !== undefined ? fill(one, ["transportError", errors[type] ?? null]) : one,
    ]);
    const filled = rules.reduce(fill, own);
    const all = types.length > 0 ? { ...filled, byResponseHandlingType: Object.fromEntries(types) } : filled;
    return { ...operation, "x-delivery": all };
  };
  const operations = entriesOf(pair.asyncapi.operations).map(([id, operation]) => [id, stated(operation)]);
  return { ...pair, asyncapi: { ...pair.asyncapi, operations: Object.fromEntries(operations) } };
}

/** Returns those of the settings that the documents say by themselves. */
export function documentedSettings(pair: Pair, settings: JsonObject): ReadonlySet<string> {
  const readers: readonly (readonly [string, (pair: Pair) => Maybe])[] = Object.entries(READERS);
  return new Set(readers.flatMap(([key, read]) => (isSameHere(read(pair), settings[key]) ? [key] : [])));
}
