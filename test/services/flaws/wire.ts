/** Flaws in the bytes of a delivery and in the URL that it goes to, as unusual values show them. */

import type { DeliveryRequest } from "../types.ts";
import { type Flaws, flaw, flaws, sends, sendsTo } from "./flaw.ts";

/** The query with the last value of each name only. */
const once = (path: string): string => {
  const [before = "", query] = path.split("?");
  return query === undefined
    ? path
    : `${before}?${new URLSearchParams(Object.fromEntries(new URLSearchParams(query)))}`;
};
const marked = (delivery: DeliveryRequest) => ({
  ...delivery,
  body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), delivery.body]),
});
const withoutSlash = (path: string) => path.replace(/\/$/, "");
const encodedAgain = (path: string) => path.replaceAll("%C3%A9", "%25C3%25A9");
const withoutAccent = (path: string) => path.replaceAll("%C3%A9", "e");
const cut = (path: string) => path.replace(/,.*/, "");

export const WIRE_FLAWS: Flaws = {
  histories: [
    ...flaws("F-6.3-01 F-4.5-01 F-6.4-01", {
      "fragment-takes-query: Where a URL has a fragment, its query is left out.": {
        callsAt: ({ url }) => (url.includes("#") ? url.replace(/\?.*/, "") : url),
      },
      "client-slash-lost: A slash at the end of a client URL is lost.": sendsTo(withoutSlash),
      "app-slash-lost: A slash at the end of a webhookUrl is lost.": sendsTo(withoutSlash, "app"),
      "client-path-encoded-again: A path that is encoded is encoded again.": sendsTo(encodedAgain),
      "app-path-without-accent: Letters outside ASCII lose their accents.": sendsTo(withoutAccent, "app"),
    }),
    flaw("long-url-cut", "F-6.3-01 F-4.5-01 F-6.2-01 F-6.2-04", "A URL is kept with its first 255 characters.", {
      adopts: (hook) => ({ ...hook, url: hook.url.slice(0, 255) }),
    }),
    ...flaws("F-6.3-01 F-4.5-01", {
      "query-names-once: Of a name that the query has twice, a client delivery has the last value only.": sendsTo(once),
      "url-ends-at-comma: A URL is one of a list in a column, which commas part.": sendsTo(cut),
      "path-parameters-lost: What follows a semicolon in the path of a URL is lost.": () =>
        sendsTo((path) => path.replace(/;[^?/]*/g, "")),
      "encoded-hash-cuts: What follows an encoded hash in a URL is lost.": () =>
        sendsTo((path) => path.replace(/%23.*/, "")),
      "plus-becomes-space: A plus in the query of a URL becomes %20.": () =>
        sendsTo((path) => path.replace(/\+/g, "%20")),
    }),
    ...flaws("F-6.4-01 F-4.5-01", {
      "empty-values-lost: Members of a query without a value are lost.": () =>
        sendsTo((path) => path.replace(/&[^&=]+=(?=&|$)/g, ""), "app"),
      "app-url-cut-at-2048: webhookUrl is kept in 2,048 characters.": sendsTo((path) => path.slice(0, 2024), "app"),
    }),
    ...flaws("F-4.5-01 F-6.3-04 F-2.4-10 F-6.4-01", {
      "bodies-marked: Bodies begin with a byte order mark, which is signed with them.": {
        encode: (payload) => `\ufeff${JSON.stringify(payload)}`,
      },
      "app-body-marked: App bodies begin with a byte order mark.": sends("app", marked),
    }),
  ],
};
