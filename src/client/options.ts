/** The types of the API client, so that its parts need not import each other. */

import type { Client } from "openapi-fetch";
import type { OPERATIONS } from "../../generated/constants.ts";
import type { components, paths } from "../../generated/types.ts";
import type { WebhookUrlCode } from "../errors/webhook-url.ts";

/** The client of openapi-fetch below this one. */
export type RawClient = Client<ApiPaths>;
/** The schemas of the documents, by name. */
export type Schemas = components["schemas"];
/** The operations of the API; the token exchange is elsewhere. */
export type OperationId = Exclude<keyof typeof OPERATIONS, "exchangeAuthorizationCode">;
/** The paths that are relative to the base URL of the API (F-4-01): all but the token exchange. */
export type ApiPaths = Omit<paths, (typeof OPERATIONS)["exchangeAuthorizationCode"]["path"]>;
/** Members that are not stated may be there, too (N-2.2-02, N-2.3-01). */
type Open<T> = T & { readonly [member: string]: unknown };
/**
 * The body that creates a client webhook: all four members (F-4.3-02), at least one event (F-2.2-05) and no upper bound
 * (U-08).
 */
export type ClientWebhookCreate = Schemas["ClientWebhookCreate"];
/** A client webhook as the service returns it; only `secret` is certain. */
export type ClientWebhook = Open<Schemas["ClientWebhook"]>;
/** An app webhook as the service returns it; no member is certain (U-41). */
export type AppWebhook = Open<Schemas["AppWebhook"]>;
/** All five members. Which of them may be absent is not stated, so we omit none (U-06, U-07). */
export type AppWebhookWrite = Required<Schemas["AppWebhookWrite"]>;

/** A warning for a person; the call continues. Each distinct warning is reported once per client. */
export type ClientWarning =
  | { kind: "unknown_event"; operationId: OperationId; event: string }
  | { kind: "rounded_number"; operationId: OperationId }
  | { kind: "deprecation"; operationId: OperationId; deprecation: string | undefined; sunset: string | undefined };

/** Options of `createClient`. Only `baseUrl` has no default. */
export interface ClientOptions {
  /** `{base_url}`: absolute, https, a path is allowed. */
  baseUrl: string;
  /**
   * The access token, or a function that returns it before each request, within `timeoutMs`, such as that of a token
   * keeper. After a 401 it is called with the token that was rejected, once for each call: if it returns another one, a
   * `GET` is repeated with it, and a `POST` fails with `token_renewed` (U-39). Its errors pass through. Default: none.
   */
  accessToken?: string | ((rejectedToken?: string) => string | undefined | Promise<string | undefined>);
  /** Header that carries the token. Which one is not stated: default `Authorization: Bearer <token>` (N-5-03). */
  tokenHeader?: (token: string) => readonly [name: string, value: string];
  /** Media type of request bodies, which are JSON. Default `application/json` (U-02). */
  contentType?: string;
  /**
   * Allow http for `localhost`, 127.0.0.0/8 and `[::1]`, and nothing else (U-36). For work on one machine. Default
   * false.
   */
  allowInsecureLoopback?: boolean;
  /** For each attempt, the whole body included. Milliseconds, default 10 000. */
  timeoutMs?: number;
  /** Cap on the body of a success, decompressed. Bytes, default 1 MiB. */
  maxResponseBytes?: number;
  /** Repetitions of a `GET` after 429 or 503 with `Retry-After` (N-8-01); a `POST` has none (U-39). Default 2. */
  retries?: number;
  /**
   * Longest single wait before a repetition; with a longer `Retry-After`, the answer is returned at once.
   * Milliseconds, default 30 000.
   */
  maxRetryWaitMs?: number;
  /** Checks the URLs to register before sending (F-7-01). Default `checkWebhookUrl`. */
  checkUrl?: (url: string) => { ok: true } | { ok: false; code: WebhookUrlCode };
  /** Events that your deployment adds: no warning tells that they are unknown. Default: none. */
  events?: readonly string[];
  /** Default: one line on `console.warn`. */
  onWarning?: (warning: ClientWarning) => void;
  /** Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Clock, in epoch milliseconds. Default `Date.now`. */
  now?: () => number;
  /** Waits that many milliseconds; rejects once `signal` is aborted. Default: a timer. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call; it then fails with the reason of the signal. */
  signal?: AbortSignal;
}
