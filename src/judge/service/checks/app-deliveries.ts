/** App webhook deliveries: who receives them. */

import { Breach, type Check, demand, NotObserved } from "../../check.ts";
import type { Context, Hook } from "../context.ts";
import { appDeliveries } from "../experiments/app-deliveries.ts";
import { needsAnything } from "./origin.ts";
import { refusedCheck } from "./refused.ts";
import { heardIn, silenceIn } from "./seen.ts";

const group = "app deliveries";
const look = (context: Context) => context.once(appDeliveries);

const needsOneThatHears = heardIn(
  appDeliveries,
  "no app webhook received the event that was due: see app-deliver.receives",
);
const silent = silenceIn(group, needsOneThatHears);

function needs(hook: Hook | undefined, why: string): Hook {
  if (!hook) throw new NotObserved(why);
  return hook;
}

export const APP_DELIVERY_CHECKS: Check<Context>[] = [
  {
    id: "app-deliver.receives",
    title: "An event for an App reaches each of its active webhooks that lists it",
    severity: "demand",
    rests: ["F-6.4-01", "F-2.3-02", "F-6.1-04", "F-2.3-11", "F-1-04", "F-4.5-01"],
    group,
    async run(context) {
      const { due, again, at } = await look(context);
      const deaf = due.filter((hook) => context.posts(hook, at.first, at.second).length === 0);
      if (deaf.length === 0) {
        const [later, ...more] = again.filter((hook) => context.posts(hook, at.third).length === 0);
        demand(
          !later,
          `Of two events at once, at least one reaches all ${due.length} webhooks of the App that received the one before.`,
          `${more.length + 1} of them received no POST.`,
          later?.exchange,
        );
        return;
      }
      needsAnything(context, "app-deliver.receives");
      const other = deaf.flatMap(({ endpoint }) => endpoint.received).find(({ method }) => method !== "POST");
      throw new Breach({
        expected: `All ${due.length} webhooks of the App receive the event.`,
        actual: `${deaf.length} of them received no POST.${other ? ` A ${other.method} request arrived instead.` : ""}`,
        exchange: deaf[0]?.exchange,
      });
    },
  },
  silent(
    "app-deliver.inactive",
    "An app webhook with active false receives nothing",
    ["F-2.3-11", "F-3-02", "F-6.2-04", "F-6.4-01", "F-6.5-03"],
    "Check active when an event is dispatched.",
    (context, { inactive }) => {
      needs(inactive[0], "an app webhook with active false was refused");
      return inactive.flatMap((hook) => context.posts(hook));
    },
  ),
  silent(
    "app-deliver.unsubscribed",
    "An app webhook that does not list the event receives nothing",
    ["F-2.3-06", "F-6.2-04", "F-6.5-03", "F-6.4-01"],
    "Compare the whole name of the event with those in events.",
    (context, { unsubscribed, nearly }) =>
      [
        needs(unsubscribed ?? nearly, "event names that the service does not know are refused, as they may be (U-09)"),
        ...(unsubscribed && nearly ? [nearly] : []),
      ].flatMap((hook) => context.posts(hook)),
  ),
  silent(
    "app-deliver.other-app",
    "A webhook receives nothing of the events for another App",
    ["F-2.3-01", "F-2.3-04", "F-6.4-01"],
    "Deliver to the webhooks of the App that the event is dispatched to.",
    (context, { other, at }) => context.posts(needs(other, "there is no webhook of another App"), at.first, at.second),
  ),
  refusedCheck("app", group, needsOneThatHears, ["F-7-02", "F-2.3-07", "F-2.3-08", "F-6.2-04"]),
  {
    id: "app-deliver.to-other-app",
    title: "An event for another App reaches the webhook of that App",
    severity: "demand",
    rests: ["F-6.4-01", "F-2.3-01", "F-2.3-04"],
    group,
    async run(context) {
      const { other, at, didOther } = await needsOneThatHears(context);
      const hook = needs(other, "there is no webhook of another App");
      if (!didOther) throw new NotObserved("the driver could not dispatch an event to the other App");
      demand(
        context.posts(hook, at.second, at.third).length > 0,
        "The webhook of the other App receives the event.",
        "It received no POST.",
        hook.exchange,
      );
    },
  },
];
