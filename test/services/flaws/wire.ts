/** Flaws in the bytes of a delivery and in the URL that it goes to, as unusual values show them. */

import type { DeliveryRequest, Kind } from "../types.ts";
import { type Flaws, flaw, flaws, sends } from "./flaw.ts";

/** The query with the last value of each name only. */
const once = (path: string): string => {
  const [before = "", query] = path.split("?");
  return query === undefined
    ? path
    : `${before}?${new URLSearchParams(Object.fromEntries(new URLSearchParams(query)))}`;
};
const path = (kind: Kind, as: (path: string) => string) =>
  sends(kind, (delivery) => ({ ...delivery, path: as(delivery.path) }));
const marked = (delivery: DeliveryRequest) => ({
  ...delivery,
  body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), delivery.body]),
});
const withPath = (change: (path: string) => string) => (delivery: DeliveryRequest) => ({
  ...delivery,
  path: change(delivery.path),
});
const withoutSlash = withPath((path) => path.replace(/\/$/, ""));
const encodedAgain = withPath((path) => path.replaceAll("%C3%A9", "%25C3%25A9"));
const withoutAccent = withPath((path) => path.replaceAll("%C3%A9", "e"));
const JSON_FACTS = { fact: "F-4.5-01", same: ["F-6.3-04", "F-2.4-10", "F-6.4-01"] };
const URL_FACTS = { fact: "F-6.3-01", same: ["F-4.5-01", "F-6.4-01"] };

export const WIRE_FLAWS: Flaws = {
  histories: [
    flaw("fragment-takes-query", "F-6.3-01 F-4.5-01 F-6.4-01", "Where a URL has a fragment, its query is left out.", {
      callsAt: ({ url }) => (url.includes("#") ? url.replace(/\?.*/, "") : url),
    }),
    flaw("long-url-cut", "F-6.3-01 F-4.5-01 F-6.2-01 F-6.2-04", "A URL is kept with its first 255 characters.", {
      adopts: (hook) => ({ ...hook, url: hook.url.slice(0, 255) }),
    }),
    ...flaws("F-6.3-01 F-4.5-01", {
      "query-names-once: Of a name that the query has twice, a client delivery has the last value only.": sends(
        "client",
        (delivery) => ({ ...delivery, path: once(delivery.path) }),
      ),
      "path-parameters-lost: What follows a semicolon in the path of a URL is lost.": () =>
        sends("client", (delivery) => ({ ...delivery, path: delivery.path.replace(/;[^?/]*/g, "") })),
      "plus-becomes-space: A plus in the query of a URL becomes %20.": () =>
        path("client", (path) => path.replace(/\+/g, "%20")),
    }),
    ...flaws("F-6.4-01 F-4.5-01", {
      "empty-values-lost: Members of a query without a value are lost.": () =>
        sends("app", (delivery) => ({ ...delivery, path: delivery.path.replace(/&[^&=]+=(?=&|$)/g, "") })),
      "app-url-cut-at-2048: webhookUrl is kept in 2,048 characters.": () => path("app", (path) => path.slice(0, 2024)),
    }),
    {
      id: "bodies-marked",
      ...JSON_FACTS,
      about: "Bodies begin with a byte order mark, which is signed with them.",
      switches: { encode: (payload) => `\ufeff${JSON.stringify(payload)}` },
    },
    {
      id: "app-body-marked",
      ...JSON_FACTS,
      about: "App bodies begin with a byte order mark.",
      switches: sends("app", marked),
    },
    {
      id: "client-slash-lost",
      ...URL_FACTS,
      about: "A slash at the end of a client URL is lost.",
      switches: sends("client", withoutSlash),
    },
    {
      id: "app-slash-lost",
      ...URL_FACTS,
      about: "A slash at the end of a webhookUrl is lost.",
      switches: sends("app", withoutSlash),
    },
    {
      id: "client-path-encoded-again",
      ...URL_FACTS,
      about: "A path that is encoded is encoded again.",
      switches: sends("client", encodedAgain),
    },
    {
      id: "app-path-without-accent",
      ...URL_FACTS,
      about: "Letters outside ASCII lose their accents.",
      switches: sends("app", withoutAccent),
    },
  ],
};
