/** Request bodies, read up to a limit while they arrive, and JSON responses. */

import { Refusal } from "../errors.ts";

/**
 * The size of a request is not specified (N-8-02 is about deliveries). A registration with 100 events is far below this
 * limit.
 */
export const BODY_MAX_BYTES = 256 * 1024;

/** Reads at most 256 KiB. @throws Refusal `body_too_large` */
async function readBody(request: Request): Promise<Uint8Array> {
  const tooLarge = () => new Refusal("tooLargeStatus", "body_too_large");
  if (Number(request.headers.get("content-length") ?? 0) > BODY_MAX_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read().catch(() => {
      throw malformed("is incomplete");
    });
    if (done) break;
    size += value.length;
    if (size > BODY_MAX_BYTES) {
      reader.cancel().catch(() => undefined);
      throw tooLarge();
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

/** Reads the body as UTF-8. @throws Refusal `body_too_large`, `body_malformed` */
export async function readText(request: Request): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readBody(request));
  } catch (error) {
    throw error instanceof Refusal ? error : malformed("is not UTF-8, or is compressed");
  }
}

function malformed(message: string): Refusal {
  return new Refusal("malformedStatus", "body_malformed", [{ path: "", message }]);
}

/** Reads the body as JSON. @throws Refusal `body_too_large`, `body_malformed` */
export async function readJson(request: Request): Promise<unknown> {
  return parsedJson(await readText(request));
}

/** Parses JSON. @throws Refusal `body_malformed` */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(text.startsWith("\ufeff") ? "begins with a byte order mark" : "is not JSON");
  }
}

/** Returns the media type without its parameters, in lower case. */
export function readMediaType(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

/** Returns a response with the value as JSON, which no cache keeps. */
export function jsonResponse(body: unknown, status: number, type = "application/json"): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": type, "cache-control": "no-store" } });
}
