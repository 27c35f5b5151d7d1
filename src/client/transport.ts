/** Sends the requests of the API client: token, limits, and retries if the service asks for them. */

import { TOKEN_HEADER, TOKEN_PREFIX } from "../../generated/constants.ts";
import { ApiError } from "../errors/calls.ts";
import { coded, raise } from "../errors/raise.ts";
import { type Answer, checkedBaseUrl, HttpFailure, inTime, retryAfterSeconds, send } from "../http.ts";
import type { ClientOptions } from "./options.ts";

/** @throws ApiError `base_url_invalid`, `insecure_url` */
export function baseUrlOf(options: ClientOptions): string {
  try {
    return checkedBaseUrl(options.baseUrl, options.allowInsecureLoopback);
  } catch (error) {
    throw asApiError(error);
  }
}

/** Sends a request with its token; repeats a `GET` if the service asks to wait. */
export async function attempt(request: Request, options: ClientOptions, clock: () => number): Promise<Response> {
  const { retries = 2, maxRetryWaitMs = 30_000, sleep = pause, maxResponseBytes = 1024 * 1024 } = options;
  for (let left = request.method === "GET" ? retries : 0; ; left--) {
    await authorize(request, options);
    const answer = await send(request, {}, { fetch: options.fetch, timeoutMs: options.timeoutMs, maxResponseBytes });
    const waitMs = (retryAfterSeconds(answer, clock()) ?? Number.POSITIVE_INFINITY) * 1000;
    if (left <= 0 || waitMs > maxRetryWaitMs) return asResponse(answer);
    await sleep(waitMs, request.signal);
  }
}

async function authorize(
  request: Request,
  { accessToken, tokenHeader = bearer, timeoutMs = 10_000 }: ClientOptions,
): Promise<void> {
  const token = typeof accessToken === "function" ? await inTime(timeoutMs, accessToken()) : accessToken;
  if (token === undefined) return;
  // An error of Headers quotes the value.
  let set = token !== "" && typeof token === "string";
  try {
    if (set) request.headers.set(...tokenHeader(token));
  } catch {
    set = false;
  }
  if (!set) raise(ApiError, "token_invalid");
}

const bearer = (token: string) => [TOKEN_HEADER, `${TOKEN_PREFIX}${token}`] as const;

function asResponse({ status, headers, body }: Answer): Response {
  return new Response(status === 204 || status === 205 ? null : body, { status, headers });
}

/** Turns an error of `send` into our own; undefined for everything else, such as the failure of a token provider. */
export function asApiError(error: unknown, operationId?: string): ApiError | undefined {
  if (!(error instanceof HttpFailure)) return undefined;
  return coded(ApiError, error.code, { ...error.details, operationId });
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
