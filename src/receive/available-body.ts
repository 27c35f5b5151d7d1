/** The bytes of a body that need no socket: kept by a host, or read with the methods of the Fetch API. */

import type { ReceiverCode } from "../errors/receiving.ts";
import { within } from "./promises.ts";

/**
 * Largest number of pieces of a body. In pieces of one byte each a body takes more than a hundred times its length in
 * memory, and a microsecond a byte.
 */
export const PIECES_MAX = 16_384;

/** The bytes of a body, or why there are none. */
export type Body = Uint8Array | ReceiverCode;

/** What a door asks of a body. */
export type Limits = { readonly maxBodyBytes: number; readonly bodyTimeoutMs: number };

/** Members under which hosts keep a body. What they hold is only known once it is looked at. */
export type Kept = { readonly rawBody?: unknown; readonly body?: unknown };

/**
 * Returns the bytes that a host kept as `rawBody` or `body`: bytes of any type, or else a text, which is encoded as
 * UTF-8. The signature covers the bytes, so a text that was decoded in another way does not verify.
 */
export function bytesKept(request: Kept): Uint8Array | undefined {
  const rawBody = look(request, "rawBody");
  const body = look(request, "body");
  // Most requests have neither.
  if (!rawBody && !body) return undefined;
  const bytes = bytesIn(rawBody) ?? bytesIn(body);
  const text = [rawBody, body].find((one): one is string => typeof one === "string" && one !== "");
  return bytes ?? (text === undefined ? undefined : new TextEncoder().encode(text));
}

/** Returns a member; undefined if a getter of the host throws, as where it parses a body that is not JSON. */
export function look<Name extends string>(holder: { readonly [N in Name]?: unknown }, name: Name): unknown {
  try {
    return holder[name];
  } catch {
    return undefined;
  }
}

/** Values of any realm. */
function bytesIn(kept: unknown): Uint8Array | undefined {
  if (kept instanceof Uint8Array) return kept;
  if (ArrayBuffer.isView(kept)) return new Uint8Array(kept.buffer, kept.byteOffset, kept.byteLength);
  return /ArrayBuffer\]$/.test(Object.prototype.toString.call(kept)) ? new Uint8Array(kept as ArrayBuffer) : undefined;
}

/** What Requests of any make have besides. Older makes have no stream, and some streams are Node's. */
type Readable = Kept & {
  readonly bodyUsed?: unknown;
  arrayBuffer?(): Promise<ArrayBuffer>;
  text?(): Promise<string>;
};

/** Reads the body of any request that is not a Node stream. An absent body is empty. */
export function readBody(request: Readable, { maxBodyBytes, bodyTimeoutMs }: Limits): Body | Promise<Body> {
  const kept = bytesKept(request);
  if (kept) return kept;
  const stream = look(request, "body") as Partial<ReadableStream<Uint8Array<ArrayBuffer>>> | null | undefined;
  if (request.bodyUsed || stream?.locked) return "body_already_read";
  if (typeof stream?.getReader === "function") return readStream(stream.getReader(), maxBodyBytes, bodyTimeoutMs);
  if (typeof request.text === "function") return within<Body>(bodyTimeoutMs, readWhole(request), () => "body_timeout");
  return stream ? "body_already_read" : new Uint8Array(0);
}

async function readWhole(request: Readable): Promise<Body> {
  try {
    return new Uint8Array(await (request as Request).arrayBuffer());
  } catch {
    // A make without buffers says so before it reads.
    return (request as Request).text().then(
      (text) => new TextEncoder().encode(text),
      () => "body_incomplete",
    );
  }
}

/**
 * Reads a stream. Holds at most `max` bytes in at most 16,384 pieces, however many are sent, and gives up after
 * `timeoutMs`.
 */
async function readStream(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  max: number,
  timeoutMs: number,
): Promise<Body> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let code: ReceiverCode | undefined;
  const giveUp = (reason: ReceiverCode) => {
    code ??= reason;
    void reader.cancel().catch(() => undefined);
  };
  const timer = setTimeout(giveUp, timeoutMs, "body_timeout");
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (!ArrayBuffer.isView(part.value)) giveUp("body_already_read");
      size += part.value.byteLength;
      if (!(size <= max) || chunks.push(part.value) > PIECES_MAX) giveUp("body_too_large");
    }
  } catch {
    code ??= "body_incomplete";
  }
  clearTimeout(timer);
  if (code) return code;
  const [only] = chunks;
  return chunks.length === 1 && only ? only : new Uint8Array(await new Blob(chunks).arrayBuffer());
}
