/** The Fetch API side of a receiver: Request in, Response out. Used by Hono, Next, Workers, Deno and Bun. */

import type { Outcome } from "./dispatch.ts";
import type { ReceiverCode } from "./errors.ts";
import type { Core } from "./receive-core.ts";

/** Answers a request; never rejects. A body that was read before is refused as `body_already_read`. */
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

function answer({ status, code }: Outcome): Response {
  return code === undefined
    ? new Response(null, { status })
    : Response.json({ code }, { status, headers: status === 405 ? { allow: "POST" } : {} });
}

/** At most `max` bytes are held, however many are sent; a body that takes longer than `timeoutMs` is given up. */
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
      if (!(size <= max)) giveUp("body_too_large");
      else chunks.push(part.value);
    }
  } catch {
    code ??= "body_incomplete";
  }
  clearTimeout(timer);
  if (code) return code;
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : new Uint8Array(await new Blob(chunks).arrayBuffer());
}
