/** Paths, queries and event names that a service easily confuses with others. */

import { objectsIn } from "../../answers.ts";
import { type Context, EVENT, type Hook, type Kind } from "../context.ts";

/** A path with several spellings: encoded, and with a trailing slash. */
export const SLASHED = "/caf%C3%A9/";
export const QUERY = "/a%20b?tenant=42&Zone=EU&sum=1%2B1&tag=b&tag=a";
/** Longer than a column for short texts. How long a URL may be is open (U-10), so it may be refused. */
export const LONG_QUERY = `?note=${"0123456789".repeat(190)}&end=1`;
/** Event names of other services, which this service does not emit (F-6.2-02). */
export const OTHER_EVENTS = ["created", "recorded", "updated", "cancelled", "agency", "refunded"].map(
  (word) => `case_file.payment.${word}`,
);

/**
 * Capitals, a longer name, a prefix, another separator: none is the event. A service may correct names and show that.
 */
export async function nearlyListed(context: Context, kind: Kind): Promise<Hook | undefined> {
  const beginning = EVENT.split(".").slice(0, -1).join(".");
  const events = [EVENT.toUpperCase(), `${EVENT}.later`, `x${EVENT}`, beginning, EVENT.replaceAll(".", "_")];
  // A service that refuses some of these names may accept those that look like event names.
  const hook =
    (await context.hookIfAllowed(kind, { events })) ??
    (await context.hookIfAllowed(kind, { events: events.filter((name) => /^[a-z_]+(\.[a-z_]+)+$/.test(name)) }));
  const shown = objectsIn(hook?.response).flatMap((one) => one["events"]);
  return shown.includes(EVENT) ? undefined : hook;
}
