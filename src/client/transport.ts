/** Sends the requests of the API client: token, limits, and retries if the service asks for them. */

import { TOKEN_HEADER, TOKEN_PREFIX } from "../../generated/constants.ts";
import { ApiError } from "../errors/calls.ts";
import { createError, raise } from "../errors/raise.ts";
import { checkedBaseUrl, HttpFailure, inTime, retryAfterSeconds, send } from "../network/http.ts";
import type { ClientOptions } from "./options.ts";

/** @throws ApiError `base_url_invalid`, `insecure_url` */
export function checkBaseUrl(options: ClientOptions): string {
  try {
    return checkedBaseUrl(options.baseUrl, options.allowInsecureLoopback);
  } catch (error) {
    throw asApiError(error);
  }
}

/** What the calls of one client share. */
export interface Transport {
  readonly options: ClientOptions;
  readonly clock: () => number;
  readonly tokens: AccessTokens;
}

/**
 * Sends a request with its token. After a 401, asks for another token, once. Repeats a `GET` with it, and if the
 * service asks to wait. `call.tokenRenewed`: set where another request than a `GET` would have another token.
 */
export async function attempt(
  request: Request,
  { options, clock, tokens }: Transport,
  call: { tokenRenewed: boolean; withoutToken: boolean },
): Promise<Response> {
  const { retries = 2, maxRetryWaitMs = 30_000, sleep = pause, maxResponseBytes = 1024 * 1024 } = options;
  const isRepeatable = request.method === "GET";
  let token = await tokens.get();
  let mayRenew = true;
  for (let left = isRepeatable ? retries : 0; ; ) {
    call.withoutToken = token === undefined;
    authorize(request, token, options);
    const answer = await send(request, {}, { fetch: options.fetch, timeoutMs: options.timeoutMs, maxResponseBytes });
    if (answer.status !== 401) tokens.accepted(token);
    const renewed = answer.status === 401 && mayRenew ? await tokens.renewed(token) : undefined;
    call.tokenRenewed = renewed !== undefined && !isRepeatable;
    const waitMs = (retryAfterSeconds(answer, clock()) ?? Number.POSITIVE_INFINITY) * 1000;
    if (renewed !== undefined && isRepeatable) {
      mayRenew = false;
      token = renewed;
    } else {
      const { status, headers, body } = answer;
      if (left <= 0 || waitMs > maxRetryWaitMs)
        return new Response(status === 204 || status === 205 ? null : body, { status, headers });
      left--;
      await sleep(waitMs, request.signal);
      token = await tokens.get();
    }
  }
}

/** How long a token that was obtained after a 401, and was rejected at once, is not replaced again. */
const UNPROVEN_MS = 60_000;

/** Gets the access tokens of one client. */
export class AccessTokens {
  readonly #options: ClientOptions;
  readonly #clock: () => number;
  /** A token obtained after a 401, until the service accepts it. */
  #unproven: { token: string; since: number } | undefined;

  constructor(options: ClientOptions, clock: () => number) {
    this.#options = options;
    this.#clock = clock;
  }

  /** Returns the token for the next request; undefined: none. `rejected`: the one that the service rejected. */
  async get(rejected?: string): Promise<string | undefined> {
    const { accessToken, timeoutMs = 10_000 } = this.#options;
    if (typeof accessToken !== "function") return accessToken;
    return await inTime(timeoutMs, rejected === undefined ? accessToken() : accessToken(rejected));
  }

  /** Returns another token than the rejected one; undefined if there is none, or if it would not help. */
  async renewed(rejected: string | undefined): Promise<string | undefined> {
    if (typeof this.#options.accessToken !== "function" || rejected === undefined) return undefined;
    const known = this.#unproven;
    // What the service rejects is not the token, then: each call would cause a refresh. A clock may be set back.
    if (known?.token === rejected && Math.abs(this.#clock() - known.since) < UNPROVEN_MS) return undefined;
    const token = await this.get(rejected);
    if (token === undefined || token === rejected) return undefined;
    this.#unproven = { token, since: this.#clock() };
    return token;
  }

  /** The service has accepted this token. */
  accepted(token: string | undefined): void {
    if (this.#unproven?.token === token) this.#unproven = undefined;
  }
}

function authorize(request: Request, token: string | undefined, { tokenHeader = bearer }: ClientOptions): void {
  if (token === undefined) return;
  // Printable ASCII (RFC 6749, A.12): Headers drops white space at the ends, and its errors quote the value.
  let set = typeof token === "string" && /^[ -~]+$/.test(token);
  try {
    if (set) request.headers.set(...tokenHeader(token));
  } catch {
    set = false;
  }
  if (!set) raise(ApiError, "token_invalid");
}

function bearer(token: string) {
  if (TOKEN_PREFIX.length > 0 && token.startsWith(TOKEN_PREFIX)) raise(ApiError, "token_invalid");
  return [TOKEN_HEADER, `${TOKEN_PREFIX}${token}`] as const;
}

/** Turns an error of `send` into our own; undefined for everything else, such as the failure of a token provider. */
export function asApiError(error: unknown, about: { operationId?: string | undefined; url?: string } = {}) {
  if (!(error instanceof HttpFailure)) return undefined;
  return createError(ApiError, error.code, { ...error.details, ...about });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
