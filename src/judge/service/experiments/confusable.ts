/** Paths, queries and event names that a service easily confuses with others. */

import { objectsIn } from "../../answers.ts";
import { type Context, EVENT, type Hook, type Kind, unknownEvent } from "../context.ts";

/** A path with several spellings: encoded, and with a trailing slash. */
export const SLASHED = "/caf%C3%A9/";
/** An encoded slash is not a slash (RFC 3986, 2.2). */
export const ENCODED_SLASH = "/inkasso%2Fhook";
export const QUERY = "/a%20b;v=1?tenant=42&Zone=EU&none=&sum=1%2B1&words=a+b&tag=b&tag=a";
/** Longer than columns for texts often are. How long a URL may be is open (U-10), so it may be refused. */
export const LONG_QUERIES = [190, 420].map((times) => `?note=${"0123456789".repeat(times)}&end=1`);
/** In any writing, which matters where a delivery says whose it is. It may be refused (U-10). */
export const NAME = "Zo\u00eb \u50b5 \u{1f3e6} 100 %";
/** Names the event twice, which may be refused (U-09). */
export const TWICE = [EVENT, EVENT];
/** Event names of other services, which this service does not emit (F-6.2-02). */
export const OTHER_EVENTS = ["created", "recorded", "updated", "cancelled", "agency", "refunded"].map(
  (word) => `case_file.payment.${word}`,
);

/**
 * Capitals, a longer name, a prefix, a list in one name, other separators, some of which a pattern of SQL takes for any
 * character: none is the event. A service may correct names and show that.
 */
export async function nearlyListed(context: Context, kind: Kind): Promise<Hook | undefined> {
  const beginning = EVENT.split(".").slice(0, -1).join(".");
  const others = [EVENT.replaceAll(".", "_"), EVENT.replaceAll("_", "-")];
  const events = [EVENT.toUpperCase(), `${EVENT}.later`, `x${EVENT}`, beginning, ...others];
  // A service that refuses some of these names may accept those that look like event names.
  const lists = [[...events, `a,${EVENT}`], events, events.filter((name) => /^[a-z_]+(\.[a-z_]+)+$/.test(name))];
  for (const list of lists) {
    const hook = await context.hookIfAllowed(kind, { events: list });
    if (!hook) continue;
    const shown = objectsIn(hook.response).flatMap((one) => one["events"]);
    return shown.includes(EVENT) ? undefined : hook;
  }
  return undefined;
}

/** How many names come before the event's; a client webhook may list fewer (U-08), and then it is refused. */
const BEFORE = 40;

/** Lists the event after so many other names that a column for short texts is full. What it shows is what it lists. */
export async function listsItLate(context: Context): Promise<Hook | undefined> {
  const events = [...Array.from({ length: BEFORE }, (_, index) => unknownEvent(index)), EVENT];
  const hook = await context.hookIfAllowed("client", { events });
  const shown = objectsIn(hook?.response).flatMap((one) => (Array.isArray(one["events"]) ? [one["events"]] : []));
  return shown.every((list) => list.includes(EVENT)) ? hook : undefined;
}
