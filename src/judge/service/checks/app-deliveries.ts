/** App webhook deliveries: what one looks like, that it is not signed, and who receives it. */

import { isMarked, isObject, kindOf } from "../../answers.ts";
import { Breach, type Check, demand, NotObserved } from "../../check.ts";
import { valuesOf } from "../../wire/delivery.ts";
import { SIGNATURE_NAME } from "../../wire/signature.ts";
import { type Context, EVENT, type Hook } from "../context.ts";
import { appDeliveries } from "../experiments/app-deliveries.ts";
import { isAt } from "../recipients.ts";
import { needsAnything } from "./origin.ts";
import { refusedCheck } from "./refused.ts";
import { breach, demandWhole, each, heardIn, MARKED, payload, seen, silenceIn } from "./seen.ts";

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
  {
    id: "app-deliver.method",
    title: "App deliveries are POST requests to the webhookUrl",
    severity: "demand",
    rests: ["F-6.4-01", "F-4.5-01", "F-1-04"],
    group: "every delivery",
    run: (context) =>
      each(context, "app", "The delivery is a POST to the path and query of the URL.", ({ hook, one }) => {
        if (one.method !== "POST") return `The method is ${one.method}`;
        return isAt(one, hook) ? undefined : `It went to ${one.target.slice(0, 200)}`;
      }),
  },
  {
    id: "app-deliver.json",
    title: "The body of an app delivery is JSON with the dispatched event as @event",
    severity: "demand",
    rests: ["F-6.4-01", "F-4.5-01"],
    group: "every delivery",
    fix: "Add @event with the name of the event to the top level of the JSON object.",
    async run(context) {
      demandWhole(context, "app");
      await each(context, "app", `A JSON object whose @event is ${EVENT}.`, (found) => {
        if (isMarked(found.one.body)) return MARKED;
        const body = payload(found);
        if (body === undefined) return found.one.body.length === 0 ? "The body is empty" : "The body is not JSON";
        if (!isObject(body)) return `The body is ${kindOf(body)}`;
        return context.world.dispatched.has(body["@event"]) ? undefined : `@event is ${kindOf(body["@event"])}`;
      });
    },
  },
  {
    id: "app-deliver.unsigned",
    title: `App deliveries are sent without the header ${SIGNATURE_NAME}`,
    severity: "demand",
    rests: ["F-6.4-02", "F-5-09", "F-6.1-02"],
    group: "every delivery",
    fix: "Do not send the header at all, not even an empty one.",
    async run(context) {
      const { signatureName } = context;
      const wrong = (await seen(context, "app")).filter(({ one }) => valuesOf(one, signatureName).length > 0);
      const [first] = wrong;
      if (first) throw breach(first, wrong.length, `There is no header ${signatureName}.`, "The header is there");
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
