/**
 * One request and one answer, with limits: one time-out for everything, a largest body, no redirects, https.
 *
 * Shared by the API client and the OAuth helper, which turn an `HttpFailure` into their own error class.
 */

import type { HttpCode } from "../errors/calls.ts";
import { errorCause, errorCode } from "../errors/caught.ts";

/** Number of bytes to read of the body of an unsuccessful answer. The rest is cut off. */
const FAILURE_BODY_MAX = 64 * 1024;
/** Longer timers overflow, and fire at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export interface HttpOptions {
  /** Default: the global `fetch`. Called with `redirect: "manual"` and a signal. */
  fetch?: typeof globalThis.fetch | undefined;
  /** For the whole exchange, the last byte of the body included. Milliseconds, default 10 000. */
  timeoutMs?: number | undefined;
  /** Cap on the body of a success, decompressed. Bytes. */
  maxResponseBytes: number;
}

export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  /** The body, whole for a success, else at most its first 64 KiB. */
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Internal: carries a code to the class that the caller throws. Contains nothing else of request or answer. */
export class HttpFailure extends Error {
  readonly code: HttpCode;
  readonly details: { status?: number; headers?: Headers; reason?: string };

  constructor(code: HttpCode, details: HttpFailure["details"] = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/**
 * The URL of an endpoint or the base of one: absolute, https, without user, query and fragment. U-36: http is allowed
 * only for loopback hosts (`localhost`, 127.0.0.0/8, `[::1]`), and only if `allowInsecureLoopback` is true.
 *
 * @returns the URL without slashes at its end
 * @throws HttpFailure `base_url_invalid`, `insecure_url`
 */
export function checkedBaseUrl(url: string, allowInsecureLoopback = false): string {
  const parsed = checkedUrl(url, allowInsecureLoopback);
  if (parsed.search || url.includes("?")) throw new HttpFailure("base_url_invalid");
  return parsed.href.replace(/\/+$/, "");
}

/** Checks a URL as `checkedBaseUrl` does, but allows a query. */
export function checkedUrl(url: string, allowInsecureLoopback = false): URL {
  const parsed = URL.parse(url);
  const usable = parsed && /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.password;
  if (!usable || url.includes("#")) throw new HttpFailure("base_url_invalid");
  const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(parsed.hostname);
  if (parsed.protocol === "http:" && !(allowInsecureLoopback === true && loopback))
    throw new HttpFailure("insecure_url");
  return parsed;
}

/**
 * Sends one request, once; after a 421, which a service gives before it does anything, `fetch` itself sends it again.
 *
 * @throws HttpFailure `timeout`, `unreachable`, `redirect_refused` (any 3xx), `response_too_large`; a signal of the
 *   request that is aborted throws its reason
 */
export async function send(input: Request | string, init: RequestInit, options: HttpOptions): Promise<Answer> {
  const outer = init.signal ?? (input instanceof Request ? input.signal : undefined);
  outer?.throwIfAborted();
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new HttpFailure("timeout")),
    Math.min(options.timeoutMs ?? 10_000, TIMER_MAX_MS),
  );
  const forward = () => controller.abort(outer?.reason);
  outer?.addEventListener("abort", forward);
  // Raced, so that a user's fetch that ignores the signal cannot stall the call.
  const aborted = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason));
  });
  try {
    return await Promise.race([exchange(input, { ...init, signal: controller.signal }, options), aborted]);
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (error instanceof HttpFailure || isOfNext(error)) throw error;
    throw new HttpFailure("unreachable", failureReason(error));
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", forward);
  }
}

/** Next 14 keeps answers otherwise, those of token refreshes too. Where a Worker has no `cache`, giving it throws. */
const noStore = () => ("cache" in Request.prototype ? ({ cache: "no-store" } as const) : {});

/** Whether Next threw this from `fetch`, to render a page at each request instead of once at the build. */
export const isOfNext = (error: unknown) => error instanceof Error && "digest" in error;

async function exchange(input: Request | string, init: RequestInit, options: HttpOptions): Promise<Answer> {
  const fetch = options.fetch ?? globalThis.fetch;
  const response = await fetch(input, { ...init, ...noStore(), redirect: "manual" });
  const { ok, status, headers } = response;
  if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
    await discard(response);
    throw new HttpFailure("redirect_refused", { status, headers });
  }
  // Statuses that a Response object cannot have.
  if (status < 200 || status > 599) {
    await discard(response);
    throw new HttpFailure("unreachable");
  }
  const body = await readLimited(response, ok ? options.maxResponseBytes : FAILURE_BODY_MAX);
  if (body.cut && ok) throw new HttpFailure("response_too_large", { status, headers });
  return { ok, status, headers, body: body.bytes };
}

async function readLimited(response: Response, max: number): Promise<{ bytes: Uint8Array<ArrayBuffer>; cut: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  while (reader && size <= max) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  const bytes = new Uint8Array(Math.min(size, max));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, max - at), at);
    at = Math.min(max, at + chunk.length);
  }
  const cut = size > max;
  if (cut) await reader?.cancel().catch(() => undefined);
  return { bytes, cut };
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

/**
 * Settles as `work` does, or rejects with an `HttpFailure` `timeout` after `ms` milliseconds. For promises from
 * outside.
 */
export async function inTime<T>(ms: number, work: T | Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new HttpFailure("timeout")), Math.min(ms, TIMER_MAX_MS));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The name the system gave to a failed connection, such as `ECONNREFUSED`: a constant, so it holds nothing secret. */
function failureReason(error: unknown): { reason?: string } {
  const cause = errorCause(error);
  // A proxy that refuses is the cause of the cause.
  const reason = [errorCode(cause), errorCode(errorCause(cause))].find((code) =>
    /^[A-Z][A-Z\d_]{1,40}$/.test(code ?? ""),
  );
  return reason === undefined ? {} : { reason };
}

/** Whether the media type is JSON or another with the suffix `+json` (RFC 6839), whatever its parameters. */
export function isJsonType(headers: Headers): boolean {
  const type = headers.get("content-type")?.split(";")[0]?.trim() ?? "";
  return /^(?:application\/json|text\/json|[^/\s]+\/[^/\s]+\+json)$/i.test(type);
}

/**
 * `Retry-After` of a 429 or 503 (RFC 9110 10.2.3), in whole seconds from `now` (epoch milliseconds), never negative.
 * Undefined if the header is absent or unreadable, and for every other status.
 */
export function retryAfterSeconds(answer: { status: number; headers: Headers }, now: number): number | undefined {
  const value = answer.headers.get("retry-after")?.trim() ?? "";
  if (answer.status !== 429 && answer.status !== 503) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = /GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
