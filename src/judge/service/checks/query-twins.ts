/** Two webhooks of one owner whose URLs differ in the query alone are two webhooks. */

import { type Check, demand, type Rests } from "../../check.ts";
import type { Context, Kind } from "../context.ts";
import { isDelivery } from "../expect.ts";
import { needsTrigger, trigger } from "../experiments/acting.ts";
import { createUnkept, dueSoon } from "../experiments/unkept.ts";
import { silenceOf } from "./seen.ts";

const QUERIES = ["?tenant=1", "?tenant=2"];

/**
 * Which of the two queries an event comes with. Neither webhook is kept among those of the run, because they share the
 * path by which the judge tells webhooks apart.
 */
async function heard(context: Context, kind: Kind): Promise<string[]> {
  const { url, endpoint } = context.address();
  for (const query of QUERIES) {
    const refused = "a URL with a query, or the second one of them, is refused (U-34)";
    const webhook = await createUnkept(context, kind, { type: 1 }, url + query, refused);
    if (kind === "client") await context.fence.call("setClientWebhookActive", webhook, true).catch(() => {});
  }
  await context.appsExist();
  endpoint.since = performance.now();
  const came = () =>
    QUERIES.filter((query) =>
      endpoint.received.some(
        (one) => one.at >= endpoint.since && one.target.endsWith(query) && isDelivery(one, context.signatureName),
      ),
    );
  await trigger(context, kind);
  await dueSoon(context, () => came().length === QUERIES.length);
  return came();
}

const twins = (id: string, kind: Kind, title: string, rests: Rests): Check<Context> => ({
  id,
  title,
  severity: "demand",
  rests,
  group: kind === "client" ? "client deliveries" : "app deliveries",
  fix: "Identify webhooks by their id, and compare whole URLs, with the query.",
  async run(context) {
    needsTrigger(context, kind);
    const first = await heard(context, kind);
    if (first.length === 0)
      throw silenceOf(context, kind, `nothing came to either: see ${kind === "client" ? "" : "app-"}deliver.receives`);
    if (first.length === QUERIES.length) return;
    const again = await heard(context, kind);
    const actual = `Only the one with ${first[0]} did, twice.`;
    demand(again.length !== 1, "Both receive what is due to them.", actual);
  },
});

export const QUERY_TWIN_CHECKS: Check<Context>[] = [
  twins("deliver.query-twins", "client", "Client webhooks whose URLs differ in the query alone receive each payment", [
    ...(["F-2.2-02", "F-6.1-04", "F-6.2-01", "F-6.2-04", "F-6.3-01"] as const),
  ]),
  twins("app-deliver.query-twins", "app", "App webhooks whose URLs differ in the query alone receive each event", [
    ...(["F-2.3-02", "F-6.1-04", "F-6.4-01"] as const),
  ]),
];
