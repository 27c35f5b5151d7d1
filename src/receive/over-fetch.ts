/** Receives requests of the Fetch API: Hono, Next, Workers, Deno and Bun. */

import type { ReceiverCode } from "../errors/receiving.ts";
import { headersOf, type Outcome } from "./outcome.ts";
import { PIECES_MAX } from "./pieces.ts";
import type { Core } from "./receiver.ts";

/** Answers requests; never rejects. Refuses a body that was read before as `body_already_read`. */
export function fetchReceiver(core: Core): (request: Request) => Promise<Response> {
  return async (request) => {
    const { headers } = request;
    const refused = core.refuseHead({
      method: request.method,
      contentType: headers.get("content-type"),
      contentLength: headers.get("content-length"),
    });
    if (refused) return answer(refused);
    if (request.bodyUsed || request.body?.locked) {
      const error = new TypeError("Pass the Request on unread: no text() or json() before.");
      return answer(core.refuse("body_already_read", { error }));
    }
    const body = await readBody(request, core.maxBodyBytes, core.bodyTimeoutMs);
    return answer(typeof body === "string" ? core.refuse(body) : await core.handle(body, request));
  };
}

function answer(outcome: Outcome): Response {
  const { status, code } = outcome;
  return code === undefined
    ? new Response(null, { status })
    : Response.json({ code }, { status, headers: headersOf(outcome) });
}

/**
 * Reads the body. Holds at most `max` bytes in at most 16,384 pieces, however many are sent, and gives up after
 * `timeoutMs`.
 */
async function readBody(request: Request, max: number, timeoutMs: number): Promise<Uint8Array | ReceiverCode> {
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array(0);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let code: ReceiverCode | undefined;
  const giveUp = (reason: ReceiverCode) => {
    code = reason;
    void reader.cancel().catch(() => undefined);
  };
  const timer = setTimeout(giveUp, timeoutMs, "body_timeout");
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength;
      if (!(size <= max) || chunks.push(part.value) > PIECES_MAX) giveUp("body_too_large");
    }
  } catch {
    code ??= "body_incomplete";
  }
  clearTimeout(timer);
  if (code) return code;
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : new Uint8Array(await new Blob(chunks).arrayBuffer());
}
