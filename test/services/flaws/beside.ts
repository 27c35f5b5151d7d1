/** Flaws that show only next to existing webhooks, with unusual names, or with tokens that are seconds old. */

import { digest, isSuccess } from "../service.ts";
import type { Hook, Json } from "../types.ts";
import { type Flaw, sends } from "./flaw.ts";

/** The query with the last value of each name only. */
const once = (path: string): string => {
  const [before = "", query] = path.split("?");
  return query === undefined
    ? path
    : `${before}?${new URLSearchParams(Object.fromEntries(new URLSearchParams(query)))}`;
};

export const BESIDE_FLAWS: Flaw[] = [
  {
    id: "name-beyond-ffff-fails",
    fact: "F-2.2-04",
    same: ["F-4.3-01"],
    about: "A name with a character beyond U+FFFF ends in a server error.",
    switches: { failsAt: ({ name }: Json) => /[\u{10000}-\u{10ffff}]/u.test(String(name)) },
  },
  {
    id: "name-with-quote-fails",
    fact: "F-2.2-04",
    same: ["F-4.3-01"],
    about: "A name with an apostrophe ends in a server error.",
    switches: { failsAt: ({ name }: Json) => String(name).includes("'") },
  },
  {
    id: "url-unchecked-under-known-name",
    fact: "F-7-01",
    same: ["F-2.2-07", "F-2.2-08", "F-2.2-09"],
    about: "The URL of a client webhook is not checked where its client has one of that name.",
    switches: {
      urlHole: (_, kind, body, hooks) =>
        kind === "client" && hooks.some((hook) => hook.kind === kind && hook.body["name"] === body["name"]),
    },
  },
  {
    id: "list-without-those-that-failed",
    fact: "F-4.4-01",
    same: ["F-2.3-02"],
    about: "The list leaves out webhooks that failed once.",
    get switches() {
      const failed = new WeakSet<Hook>();
      return {
        answered: (hook: Hook, outcome: number | "error") => void (!isSuccess(outcome) && failed.add(hook)),
        lists: (hook: Hook, app: string) => hook.kind === "app" && hook.owner === app && !failed.has(hook),
      };
    },
  },
  {
    id: "app-signed-beside-client",
    fact: "F-6.4-02",
    same: ["F-5-09", "F-6.1-02"],
    about: "An app delivery is signed with the secret of the client webhook at its URL.",
    switches: {
      signApp: ({ hook, hooks, body }) => {
        const twin = hooks.find(({ kind, url }) => kind === "client" && url === hook.url);
        return twin && `sha256=${digest("sha256", twin.secret, body).toString("hex")}`;
      },
    },
  },
  {
    id: "token-dies-after-three-seconds",
    fact: "F-2.1-02",
    same: ["F-8-03", "F-5-03"],
    about: "An access token lives for three seconds, and expires_in says an hour.",
    switches: { tokenLivesMs: 3000 },
  },
  {
    id: "token-dies-after-three-of-twenty-seconds",
    fact: "F-2.1-02",
    same: ["F-8-03", "F-5-03"],
    about: "An access token lives for three seconds, and expires_in says twenty.",
    switches: { tokenLivesMs: 3000, expiresIn: 20 },
  },
  {
    id: "payment-without-webhook-goes-elsewhere",
    fact: "F-2.2-01",
    same: ["F-2.2-03"],
    about: "A payment of a client without an active webhook is delivered to the webhooks of other clients.",
    switches: {
      receives: (hook, event, owner, hooks) => {
        const fits = (one: Hook) => one.active && one.events.includes(event);
        const own = hooks.filter((one) => one.kind === hook.kind && fits(one) && one.owner === owner);
        return hook.kind === "client" && own.length === 0 ? fits(hook) : own.includes(hook);
      },
    },
  },
  {
    id: "refused-client-webhook-receives",
    fact: "F-2.2-04",
    same: ["F-2.2-05", "F-6.2-04"],
    about: "A client webhook without a name is refused, and receives payments all the same.",
    switches: { keepsRefused: (kind, { name }) => kind === "client" && name === undefined },
  },
  {
    id: "refused-app-webhook-receives",
    fact: "F-7-02",
    same: ["F-2.3-07", "F-8-01", "F-6.2-04"],
    about: "An app webhook with too many events is refused, and receives them all the same.",
    switches: { keepsRefused: (kind, { events }) => kind === "app" && Array.isArray(events) && events.length > 100 },
  },
  {
    id: "long-url-cut",
    fact: "F-6.3-01",
    same: ["F-4.5-01", "F-6.2-01", "F-6.2-04"],
    about: "A URL is kept with its first 255 characters.",
    switches: { adopts: (hook) => ({ ...hook, url: hook.url.slice(0, 255) }) },
  },
  {
    id: "query-names-once",
    fact: "F-6.3-01",
    same: ["F-4.5-01"],
    about: "Of a name that the query has twice, a client delivery has the last value only.",
    switches: sends("client", (delivery) => ({ ...delivery, path: once(delivery.path) })),
  },
];
