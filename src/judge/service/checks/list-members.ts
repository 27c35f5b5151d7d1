/** The members of webhooks, where the list of an App shows them. */

import type { FactId } from "../../../../generated/facts.ts";
import { type Json, MEMBERS, typeFault } from "../../answers.ts";
import { Breach, type Check, demand } from "../../check.ts";
import { type Context, EVENT } from "../context.ts";
import { look } from "../experiments/app-list.ts";

/** If written values are shown, they must be the same: writing sets them. */
export function writtenIs(member: string) {
  return async (context: Context): Promise<void> => {
    const { after, own } = await look(context);
    for (const hook of own) {
      const shown = [hook.response as Json, ...after.items.filter((item) => item["webhookUrl"] === hook.url)];
      for (const resource of shown) {
        const value = resource?.[member];
        const written = hook.request[member];
        if (typeof value !== typeof written || value === written) continue;
        throw new Breach({
          expected: `A webhook that was created with ${member} ${String(written)} is shown with that value.`,
          actual: `It is shown with ${member} ${String(value)}.`,
          exchange: resource === hook.response ? hook.exchange : after.exchange,
        });
      }
    }
  };
}

/** In JSON nothing is escaped for HTML: such a URL is another one. */
export async function isNotEscaped(context: Context): Promise<void> {
  const { after, own } = await look(context);
  const isEscaped = (shown: unknown) =>
    typeof shown === "string" && own.some(({ url }) => url !== shown && url === shown.replaceAll("&amp;", "&"));
  const wrong = after.items.find((item) => isEscaped(item["webhookUrl"]));
  demand(!wrong, "webhookUrl is shown as it was written.", "Its & is shown as &amp;.", after.exchange);
}

/** Members must have their stated type in the list, too. */
export function typeInList(member: string, fact: FactId): Check<Context> {
  const type = MEMBERS.app[member]?.type ?? "";
  return {
    id: `list.${member}.shown`,
    title: `${member} in the list is ${type}`,
    severity: "demand",
    rests: [fact],
    group: "list",
    async run(context) {
      const { after, own, pair = [] } = await look(context);
      // Each of these lists the known event; one of the pair lists another event before it.
      const listing = [...own, ...pair];
      for (const item of after.items.filter((one) => listing.some(({ url }) => one["webhookUrl"] === url))) {
        const fault = typeFault("app", member, item);
        demand(!fault, `${member} is ${type}.`, `${fault}.`, after.exchange);
        const events = item["events"];
        demand(
          !(member === "events" && Array.isArray(events) && !events.includes(EVENT)),
          "The events that were written are shown.",
          `${EVENT} is not among them.`,
          after.exchange,
        );
      }
    },
  };
}
