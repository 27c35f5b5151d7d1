/** What the constants of every language say, from the documents alone; renderers give them the form of a language. */

import { OPERATIONS } from "../../generated/constants.ts";
import { nameOf } from "../documents/json.ts";
import { entriesOf, itemsOf, type JsonObject, type Maybe, member, textIn } from "../values/json.ts";
import { ModelError, sentence, wordsOf } from "./models.ts";

/** What a deployment states beyond its documents: those members of `deployment.json` that packages repeat. */
export interface Stated {
  readonly baseUrl?: string | null;
  readonly authUrl?: string | null;
  readonly authorizationUrl?: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly closed: readonly string[];
  readonly answers?: Readonly<Record<string, string>>;
}

/** The bundled documents of one contract, and what is stated beside them. */
export interface Documents {
  readonly openapi: JsonObject;
  readonly asyncapi: JsonObject;
  readonly deployment?: Stated;
}

interface Worded {
  /** The words of its name, as in a `Member`. */
  readonly words: readonly string[];
}

export interface Contract {
  readonly version: string;
  readonly signatureHeader: string;
  readonly signaturePrefix: string;
  /** How a call carries its token, by default as `Authorization: Bearer TOKEN` (N-5-03). */
  readonly tokenHeader: string;
  readonly tokenPrefix: string;
  /** With the value on the wire, and the schema of the payload. */
  readonly events: readonly (Worded & { readonly value: string; readonly schema?: string | undefined })[];
  readonly responseHandlingTypes: readonly (Worded & { readonly value: number; readonly about: string })[];
  readonly operations: readonly (Worded & { readonly id: string; readonly method: string; readonly path: string })[];
  readonly grantType: string;
  /** How a token is refreshed, by default as RFC 6749 says (N-4.2-01). */
  readonly refresh: { readonly path: string; readonly grantType: string; readonly mediaType: string };
  /** The base URLs of API and login, and the URL at which customers are asked; null where they are not stated. */
  readonly urls: Readonly<Record<"api" | "login" | "authorization", string | null>>;
  /** What the deployment states of the settings of a sandbox. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** How many events an app webhook may list. */
  readonly appWebhookEvents: { readonly min: number; readonly max: number };
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/** @throws ModelError where a document does not say what every package needs */
export function contractOf({ openapi, asyncapi, deployment }: Documents): Contract {
  const schema = (...names: string[]): Maybe => member(openapi, "components", "schemas", ...names);
  const signature = member(asyncapi, "components", "securitySchemes", "clientWebhookSignature", "x-signature");
  const handling = (name: string): Maybe[] => itemsOf(schema("ResponseHandlingType", name));
  const events = (name: string): Maybe => schema("AppWebhookWrite", "properties", "events", name);
  const stated = (name: string, usual: string): string => String(deployment?.settings[name] ?? usual);
  return {
    version: text(member(openapi, "info", "version"), "info.version"),
    signatureHeader: text(member(signature, "header"), "x-signature.header"),
    signaturePrefix: text(member(signature, "prefix"), "x-signature.prefix"),
    tokenHeader: stated("tokenHeader", "Authorization"),
    tokenPrefix: stated("tokenPrefix", "Bearer "),
    events: itemsOf(schema("EventName", "x-extensible-enum") ?? schema("EventName", "enum")).map((one) => {
      const value = text(one, "EventName");
      return { words: wordsOf(value), value, schema: eventSchemas(asyncapi).get(value) };
    }),
    responseHandlingTypes: handling("x-enum-varnames").map((name, i) => ({
      words: wordsOf(text(name, "ResponseHandlingType")),
      value: number(handling("enum")[i], "ResponseHandlingType"),
      about: sentence(text(handling("x-enum-descriptions")[i], "ResponseHandlingType")),
    })),
    operations: entriesOf(openapi.paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const id = textIn(member(item, method, "operationId"));
        return id === undefined ? [] : [{ id, words: wordsOf(id), method: method.toUpperCase(), path }];
      }),
    ),
    urls: {
      api: deployment?.baseUrl ?? null,
      login: deployment?.authUrl ?? null,
      authorization: deployment?.authorizationUrl ?? null,
    },
    settings: deployment?.settings ?? {},
    refresh: {
      path: stated("refreshPath", OPERATIONS.exchangeAuthorizationCode.path),
      grantType: stated("refreshGrantType", "refresh_token"),
      mediaType: stated("refreshMediaType", "application/x-www-form-urlencoded"),
    },
    grantType: text(schema("TokenRequest", "properties", "grant_type", "const"), "TokenRequest.grant_type"),
    appWebhookEvents: {
      min: number(events("minItems"), "AppWebhookWrite.events"),
      max: number(events("maxItems"), "AppWebhookWrite.events"),
    },
  };
}

/** The names of the schemas of payloads, by event. */
export function eventSchemas(asyncapi: JsonObject): Map<string, string> {
  const messages = entriesOf(member(asyncapi, "components", "messages"));
  return new Map(
    messages.flatMap(([, message]): [string, string][] => {
      const [event, ref] = [member(message, "x-event"), member(message, "payload", "$ref")];
      return typeof event === "string" && typeof ref === "string" ? [[event, nameOf(ref)]] : [];
    }),
  );
}

function text(value: Maybe, where: string): string {
  if (typeof value !== "string") throw new ModelError(`${where} is not a text`);
  return value;
}

function number(value: Maybe, where: string): number {
  if (typeof value !== "number") throw new ModelError(`${where} is not a number`);
  return value;
}
