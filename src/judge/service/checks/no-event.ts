/** Payments that are no event: not for app webhooks either, whether or not these receive other payments. */

import { type Check, demand, NotObserved } from "../../check.ts";
import { eventIn } from "../../wire/delivery.ts";
import { type Context, EVENT } from "../context.ts";

import { clientDeliveries } from "../experiments/client-deliveries.ts";
import { shownFrom } from "./seen.ts";

export const NO_EVENT_CHECKS: Check<Context>[] = [
  {
    id: "app-deliver.no-payment",
    title: "A payment that is unconfirmed, or goes to the agency, is not delivered to app webhooks",
    severity: "demand",
    rests: ["F-3-03", "F-6.2-01"],
    group: "client deliveries",
    fix: "Emit the event only when a payment to the client becomes confirmed.",
    async run(context) {
      const { apps, at, didRecord, ids } = await context.once(clientDeliveries);
      if (apps.length === 0) throw new NotObserved("there is no app webhook");
      if (!context.fence.has("settle"))
        throw new NotObserved("the driver has no settle(), so what comes late may be of an earlier payment");
      if (!didRecord && ids.agency.every((id) => id === undefined))
        throw new NotObserved("the driver could make no such payment");
      const [one] = apps
        .flatMap((hook) => context.posts(hook, at.record, at.first))
        .filter((one) => eventIn(one) === EVENT);
      demand(!one, "No app webhook receives the event.", "One received it.", shownFrom(context, one));
    },
  },
];
