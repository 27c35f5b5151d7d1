/** Sends one request and returns its outcome: bounded in time and size, never throws. */

import * as http from "node:http";
import * as https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** Answers are read up to this size; the rest is dropped. */
const MAX_ANSWER_BYTES = 1024 * 1024;

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The answer was larger than `MAX_ANSWER_BYTES`. */
  readonly isCut: boolean;
}

/** `refused`: nothing listens; `no_http`: it is not HTTP; `timeout`, `broken`: no complete answer arrived. */
type FailureCode = "refused" | "no_http" | "timeout" | "broken";

export interface Exchange {
  readonly request: Sent;
  readonly response?: Answer;
  readonly failure?: { readonly code: FailureCode; readonly message: string };
  readonly ms: number;
  /** Whether a connection was made, whatever happened afterwards. */
  readonly isConnected?: boolean;
}

export interface SendOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Sends the body in pieces with this pause between them. */
  readonly pieces?: { readonly count: number; readonly pauseMs: number } | undefined;
  /** For so long the rest of an answer is read after its head, with which its time ends. Default: `timeoutMs`. */
  readonly restMs?: number | undefined;
  /** Ends the connection within the body, or before the answer. */
  readonly endsIn?: "body" | "answer" | undefined;
  /** Header names and values exactly as given and in this order, instead of `headers`. */
  readonly rawHeaders?: readonly string[] | undefined;
  /** Keeps the connection for the next request. Without it, each request has its own connection. */
  readonly agent?: http.Agent | undefined;
}

/** Every request says what sends it: firewalls refuse others. */
export const CLIENT = { "User-Agent": "collections-contract" };
/** Half of the body, or all of it, has left for so long when the connection ends: before most answers. */
const CUT_MS = { body: 30, answer: 5 };
const NOBODY = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ECONNABORTED"]);

/** Says why TLS failed, and what to do; undefined if something else did. */
export function explainTls({ failure, request }: Exchange): string | undefined {
  if (!failure || !/CERT|TLS|EPROTO|_VERIFY_/.test(failure.message)) return undefined;
  const isPlain = failure.message === "EPROTO";
  const cure = isPlain
    ? "does it take plain http?"
    : "name its certificate in NODE_EXTRA_CA_CERTS, or correct the URL.";
  return `TLS with ${request.url} failed (${failure.message}): ${cure}`;
}

/** Tells a 2xx from any other outcome. */
export function isAccepted({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

/** Sends a request. Never rejects: a failure is an outcome. */
export function send(request: Sent, options: SendOptions): Promise<Exchange> {
  const started = performance.now();
  return new Promise((resolve) => {
    let isDone = false;
    let isConnected = false;
    let headMs: number | undefined;
    let out: http.ClientRequest | undefined;
    /** Its connection would stay open, and a server with few connections would have one less. */
    let own: http.Agent | undefined;
    const finish = (outcome: Pick<Exchange, "response" | "failure">) => {
      if (isDone) return;
      isDone = true;
      stopWaiting();
      options.signal?.removeEventListener("abort", abort);
      // If a service answers before the whole body has arrived, send the rest anyway.
      if (out && outcome.response && options.pieces && !out.writableFinished) endLater(out, own);
      else if (!(options.agent && outcome.response?.isCut === false)) out?.destroy();
      if (out?.writableFinished) own?.destroy();
      resolve({ request, ...outcome, isConnected, ms: headMs ?? performance.now() - started });
    };
    const fail = (code: FailureCode, message: string) => finish({ failure: { code, message } });
    const abort = () => fail("broken", "interrupted");
    const stopWaiting = afterOwnTime(options.timeoutMs, () =>
      fail("timeout", `no complete answer within ${options.timeoutMs} ms`),
    );
    options.signal?.addEventListener("abort", abort);
    if (options.signal?.aborted) return abort();
    try {
      const client = request.url.startsWith("https:") ? https : http;
      const { headers, body } = request;
      const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
      const isChunked = Object.keys(headers).some((name) => /^transfer-encoding$/i.test(name));
      // If the body is slow, the answer must not end the connection: Node would abort the body.
      if (options.pieces && !options.agent) own = new client.Agent({ keepAlive: true });
      out = client.request(request.url, {
        method: request.method,
        headers: options.rawHeaders ?? { ...CLIENT, ...(isChunked ? {} : length), ...headers },
        agent: options.agent ?? own ?? false,
      });
      out.on("socket", (socket) => socket.once("connect", () => (isConnected = true)));
      out.on("error", (error: NodeJS.ErrnoException) => fail(codeOf(error), error.code ?? error.message));
      out.on("response", (answer) => {
        if (options.restMs !== undefined) headMs = performance.now() - started;
        receive(answer, finish, fail, options.restMs);
      });
      // As bytes: Node writes headers in the encoding of a following text, but headers are Latin-1.
      const bytes = Buffer.from(body ?? "");
      const { endsIn } = options;
      const cut = () => fail("broken", `the judge ended the connection in the ${endsIn}`);
      const part = endsIn === "body" ? bytes.subarray(0, bytes.length / 2) : bytes;
      if (endsIn) out.write(part, () => setTimeout(cut, CUT_MS[endsIn]));
      else void write(out, bytes, options.pieces);
    } catch (error) {
      fail("broken", error instanceof Error ? error.message : "the request could not be made");
    }
  });
}

const TICK_MS = 50;

/**
 * Calls back after so many milliseconds in which this process could work: on a machine that is too busy, an answer may
 * lie unread. Returns what stops it.
 */
function afterOwnTime(ms: number, done: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (left: number) => {
    const tick = Math.min(left, TICK_MS);
    timer = setTimeout(() => (left > tick ? wait(left - tick) : done()), tick);
  };
  wait(ms);
  return () => clearTimeout(timer);
}

/** How long the rest of a body may take once the answer has arrived. */
const REST_MS = 2000;

function endLater(out: http.ClientRequest, agent: http.Agent | undefined): void {
  const end = () => {
    out.destroy();
    agent?.destroy();
  };
  const timer = setTimeout(end, REST_MS);
  timer.unref();
  out.once("finish", () => setTimeout(end, 20).unref()).once("close", () => clearTimeout(timer));
}

function codeOf({ code = "" }: NodeJS.ErrnoException): FailureCode {
  if (code.startsWith("HPE_")) return "no_http";
  return NOBODY.has(code) ? "refused" : "broken";
}

function receive(
  answer: http.IncomingMessage,
  finish: (outcome: { response: Answer }) => void,
  fail: (code: FailureCode, message: string) => void,
  restMs?: number,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
  );
  const end = (isCut: boolean) =>
    finish({
      response: { status: answer.statusCode ?? 0, headers, ...decoded(headers, Buffer.concat(chunks), isCut) },
    });
  if (restMs !== undefined) setTimeout(end, restMs, true).unref();
  answer.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) end(true);
    else chunks.push(chunk);
  });
  answer.on("end", () => end(false));
  answer.on("error", (error: NodeJS.ErrnoException) => fail(codeOf(error), error.code ?? "the answer broke off"));
  answer.on("aborted", () => fail("broken", "the answer broke off"));
}

const DECODERS: Record<string, typeof gunzipSync> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** Decompresses a body. Without Accept-Encoding, a server may choose any coding of its answer (RFC 9110, 12.5.3). */
export function decoded(
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  isCut = false,
): Pick<Answer, "body" | "isCut"> {
  const decode = DECODERS[(headers["content-encoding"] ?? "").trim().toLowerCase()];
  if (!decode || isCut || body.length === 0) return { body, isCut };
  try {
    return { body: decode(body, { maxOutputLength: MAX_ANSWER_BYTES }), isCut };
  } catch (error) {
    return { body, isCut: (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" };
  }
}

async function write(out: http.ClientRequest, bytes: Buffer, pieces: SendOptions["pieces"]): Promise<void> {
  if (pieces === undefined) return void out.end(bytes);
  const size = Math.max(1, Math.ceil(bytes.length / pieces.count));
  for (let from = 0; from < bytes.length && !out.destroyed; from += size) {
    // The pause begins when the piece has left: before that, there may not even be a connection.
    await new Promise((resolve) => out.write(bytes.subarray(from, from + size), resolve));
    await sleep(pieces.pauseMs, undefined, { ref: false });
  }
  if (!out.destroyed) out.end();
}

/** How often a request is repeated that the service asks to send later (N-8-01), and the pauses. Milliseconds. */
const AGAIN = { most: 6, longestMs: 5000, usualMs: 300 };

/** Milliseconds that `Retry-After` asks for, in seconds or as a date (RFC 9110, 10.2.3). */
function pauseOf(value: string | undefined): number | undefined {
  if (value === undefined || value.trim() === "") return undefined;
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Returns the last exchange, after at most six attempts with pauses of at most five seconds. */
export async function sendPatiently(request: Sent, options: SendOptions): Promise<Exchange> {
  for (let attempt = 1; ; attempt++) {
    const exchange = await send(request, options);
    if (exchange.response?.status !== 429 || attempt >= AGAIN.most || options.signal?.aborted) return exchange;
    const pause = pauseOf(exchange.response.headers["retry-after"]) ?? AGAIN.usualMs * attempt;
    await sleep(Math.min(pause, AGAIN.longestMs));
  }
}
