/** Request bodies, read under a cap while they arrive. */

import { Refusal } from "./errors.ts";

/** Nothing is stated about the size of a request (N-8-02 is about deliveries). A registration with 100 events is far below. */
export const BODY_MAX_BYTES = 256 * 1024;

/** @throws Refusal `body_too_large` */
async function readBody(request: Request): Promise<Uint8Array> {
  const tooLarge = () => new Refusal("tooLargeStatus", "body_too_large");
  if (Number(request.headers.get("content-length") ?? 0) > BODY_MAX_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read().catch(() => {
      throw new Refusal("malformedStatus", "body_malformed");
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

/** @throws Refusal `body_too_large`, `body_malformed` */
export async function readText(request: Request): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readBody(request));
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal("malformedStatus", "body_malformed");
  }
}

/** @throws Refusal `body_too_large`, `body_malformed` */
export async function readJson(request: Request): Promise<unknown> {
  return parsedJson(await readText(request));
}

/** @throws Refusal `body_malformed` */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("malformedStatus", "body_malformed");
  }
}

/** The media type without its parameters, in lower case. */
export function mediaTypeOf(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}
