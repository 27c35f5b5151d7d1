/** What a receiver of the judge answers, in words. */

import { type Reply, statusOf } from "../../../wire/reply.ts";

/** Returns a text without the rest of a long one. */
export const brief = (text: string) =>
  text.length > 80 ? `${text.slice(0, 40)}... of ${text.length} characters` : text;

/** Returns a reply in words. */
export function replyWords(reply: Reply): string {
  if (reply === "reset") return "a reset connection";
  if (reply === "hangup") return "a connection closed without an answer";
  if (reply === "garbage") return "bytes that are not HTTP";
  if (reply === "silence") return "no answer";
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
    more?.afterMs ? ` after ${more.afterMs} ms` : "",
  ];
  return words.join("");
}
