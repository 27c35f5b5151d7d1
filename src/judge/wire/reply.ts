/** What a receiver of the judge answers to a delivery. */

import { type ServerResponse, STATUS_CODES } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** An answer with more than a status. */
interface FullReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A pause before it, in milliseconds. */
  readonly afterMs?: number | undefined;
  /** The pause ends sooner if nothing is to be done within it any more. */
  readonly isHeld?: boolean | undefined;
  /** 103 comes before it, unless the request is HTTP/1.0. */
  readonly isHinted?: boolean | undefined;
  /** Its status line has no reason phrase, as those of some proxies (RFC 9112, 4). */
  readonly isTerse?: boolean | undefined;
  /** Another reason phrase than that of its status. */
  readonly phrase?: string | undefined;
  /** The length of its body in bytes, which a header tells. */
  readonly length?: number | undefined;
  /** Its body, in the place of one of that length. */
  readonly body?: Buffer | undefined;
  /** Its body stops, and the connection ends at once, or after the listener's patience. */
  readonly isCut?: boolean | undefined;
  readonly isEndless?: boolean | undefined;
}
/**
 * A status without any header, an answer with more, or none: the connection is reset (`reset`, after a pause `drop`),
 * ends (`hangup`), carries bytes that are not HTTP (`garbage`), or stays silent until the listener's patience ends
 * (`silence`).
 */
export type Reply = number | FullReply | "reset" | "drop" | "hangup" | "garbage" | "silence";
/** The pause within which something may be done before a delivery fails. Milliseconds. */
export const HELD_MS = 300;

/** Stands in a `Location` for the path that is requested. */
const PATH = "{path}";
/** Returns where a reply to a request leads; undefined if it leads nowhere. */
export const locationIn = (reply: Reply, target: string): string | undefined =>
  typeof reply === "object"
    ? reply.headers?.["Location"]?.replace(PATH, () => target.split("?", 1)[0] as string)
    : undefined;

/** Returns the status of a reply; undefined if the transport failed. */
export const statusOf = (reply: Reply): number | undefined =>
  typeof reply === "number" ? reply : typeof reply === "object" ? reply.status : undefined;

/** Whether a service may take it for a failure before it ends (N-6.5-03). */
export const isLate = (reply: Reply): boolean =>
  reply === "silence" ||
  reply === "drop" ||
  (typeof reply === "object" && ((reply.afterMs ?? 0) > 0 || reply.isEndless === true));

/** Sends it; `silenceMs`: how long a body that does not end stays open; `released`: when a pause may end sooner. */
export async function sendReply(
  reply: Reply,
  response: ServerResponse,
  silenceMs: number,
  released: Promise<void>,
): Promise<void> {
  const { socket } = response;
  if (reply === "silence") await sleep(silenceMs);
  if (reply === "drop") await Promise.race([sleep(HELD_MS, undefined, { ref: false }), released]);
  if (reply === "reset" || reply === "drop") return void socket?.resetAndDestroy();
  if (reply === "hangup" || reply === "silence") return void socket?.destroy();
  if (reply === "garbage") return void socket?.end("220 mail.example.com ESMTP\r\n");
  const { status, headers, afterMs = 0, isHinted, isTerse, isCut, isEndless, length = 0, ...more } = fullOf(reply);
  if (afterMs > 0) await Promise.race([sleep(afterMs, undefined, { ref: false }), ...(more.isHeld ? [released] : [])]);
  if (isHinted && response.req.httpVersion === "1.1") response.writeEarlyHints({ link: "</style.css>; rel=preload" });
  const location = locationIn(reply, response.req.url ?? "");
  response.writeHead(status, isTerse ? "" : (more.phrase ?? STATUS_CODES[status] ?? "unknown"), {
    ...headers,
    ...(location !== undefined && { Location: location }),
    ...(isEndless || isCut ? { "Content-Length": "1000" } : length > 0 ? { "Content-Length": String(length) } : {}),
  });
  const body = more.body ?? Buffer.alloc(length, ".");
  if (!isEndless && !isCut) return void (body.length > 0 ? response.end(body) : response.end());
  response.write("{");
  if (isEndless) await sleep(silenceMs);
  socket?.destroySoon();
}

const fullOf = (reply: number | FullReply): FullReply => (typeof reply === "number" ? { status: reply } : reply);

/** Returns a text without the rest of a long one. */
export const brief = (text: string) =>
  text.length > 80 ? `${text.slice(0, 40)}... of ${text.length} characters` : text;

const WITHOUT_STATUS = {
  reset: { what: "a reset connection", happened: "connection reset" },
  drop: { what: `a reset connection after at most ${HELD_MS} ms`, happened: "connection reset" },
  hangup: { what: "a connection closed without an answer", happened: "connection closed without an answer" },
  garbage: { what: "bytes that are not HTTP", happened: "answered with bytes that are not HTTP" },
  silence: { what: "no answer", happened: "not answered" },
};

/** What the judge answered, in words. */
export const answerOf = (reply: Reply): string =>
  typeof reply === "string" ? WITHOUT_STATUS[reply].happened : `answered ${statusOf(reply)}`;

/** Returns a reply in words. */
export function replyWords(reply: Reply): string {
  if (typeof reply === "string") return WITHOUT_STATUS[reply].what;
  const more = typeof reply === "object" ? reply : undefined;
  const words = [
    String(statusOf(reply)),
    ...Object.entries(more?.headers ?? {}).map(([name, value]) => ` with ${name}: ${brief(value)}`),
    more?.isTerse ? " without a reason phrase" : "",
    more?.phrase === undefined ? "" : ` with the reason phrase ${more.phrase}`,
    more?.isHinted ? " after an informational 103" : "",
    more?.length ? ` with a body of ${more.length / 1024} KiB` : "",
    more?.body ? ` with the body ${more.body.toString()}` : "",
    more?.isEndless ? " with a body that does not end" : "",
    more?.isCut ? " with a body that ends too early" : "",
    more?.afterMs ? ` after ${more.isHeld ? "at most " : ""}${more.afterMs} ms` : "",
  ];
  return words.join("");
}
