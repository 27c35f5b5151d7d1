/** Flaws in bytes, paths, statuses, lifetimes and connections that a friendly judge would not see. */

import { isSuccess } from "../service.ts";
import type { DeliveryRequest, Hook, Outcome } from "../types.ts";
import { type Flaw, sends } from "./flaw.ts";

const isRetried = ({ kind, type }: Hook, outcome: Outcome) => (kind === "client" || type === 2) && !isSuccess(outcome);
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

/** Each service gets a count of its own. */
const afterRefusals = (id: string, kind: Hook["kind"], fact: string, same: string[]): Flaw => ({
  id,
  fact,
  same,
  about: "After a refused connection nothing is sent any more.",
  get switches() {
    let isDead = false;
    return {
      broke: (hook: Hook, code: string | undefined) => {
        if (hook.kind === kind && code === "ECONNREFUSED") isDead = true;
      },
      receives: (hook: Hook, event: string, owner: string) =>
        hook.active && hook.events.includes(event) && hook.owner === owner && !(hook.kind === kind && isDead),
    };
  },
});

export const WIRE_FLAWS: Flaw[] = [
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
  {
    id: "gone-is-final-yet-on",
    fact: "F-6.5-02",
    same: ["F-7-03"],
    about: "After 410 a client delivery is not retried, and the next payment is delivered nevertheless.",
    switches: { retries: (hook, outcome) => isRetried(hook, outcome) && !(hook.kind === "client" && outcome === 410) },
  },
  {
    id: "token-dies-after-a-second",
    fact: "F-2.1-02",
    same: ["F-8-03", "F-5-03"],
    about: "An access token lives for 1.2 seconds, and expires_in says an hour.",
    switches: { tokenLivesMs: 1200 },
  },
  {
    id: "token-dies-after-thirty-uses",
    fact: "F-2.1-02",
    same: ["F-8-03", "F-5-03"],
    about: "An access token is good for thirty requests.",
    switches: { tokenUses: 30 },
  },
  afterRefusals("client-worker-dies-of-refusal", "client", "F-6.2-01", ["F-6.2-04", "F-6.1-04"]),
  afterRefusals("app-worker-dies-of-refusal", "app", "F-6.4-01", ["F-2.3-11", "F-6.1-04"]),
];

/** What a practice tells and no run fails for. */
export const NO_CONTENT_REPEATED: Pick<Flaw, "id" | "about" | "switches"> = {
  id: "no-content-repeated",
  about: "A client delivery that was answered 204 is repeated.",
  switches: { retries: (hook, outcome) => isRetried(hook, outcome) || (hook.kind === "client" && outcome === 204) },
};
