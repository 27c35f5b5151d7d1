/** The part of the control that shows deliveries and sends them again. */

import type { Hono } from "hono";
import { ControlRefusal, choiceOf, missing, recordOf, wholeOf } from "./control-input.ts";
import type { DeliveryPage } from "./control-types.ts";
import type { Deliveries } from "./deliveries.ts";
import { deliveryDetail, deliverySummary } from "./delivery-view.ts";
import type { Delivery } from "./model.ts";
import type { Target } from "./rules.ts";
import type { World } from "./world.ts";

export const DELIVERY_STATES = ["pending", "sending", "held", "delivered", "failed", "dropped"] as const;
const ID_MAX = Number.MAX_SAFE_INTEGER;

export function routeDeliveries(app: Hono, world: World, deliveries: Deliveries): void {
  app.get("/_control/deliveries", (context) => context.json(page(world, context.req.query())));
  app.get("/_control/deliveries/:id", (context) =>
    context.json(deliveryDetail(world, recordOf(world, "delivery", context.req.param("id")))),
  );
  app.post("/_control/deliveries/:id/redeliver", async (context) => {
    const old = recordOf(world, "delivery", context.req.param("id"));
    const { system, webhook: id, event, body, payment } = old;
    const webhook = world.store.get(system === "client" ? "clientWebhook" : "appWebhook", id);
    if (!webhook) throw missing("webhook of this delivery any more");
    if (!webhook.active)
      throw new ControlRefusal(409, "webhook_inactive", "The webhook is switched off, so nothing is delivered to it.");
    const target = { system, webhook } as Target;
    const again = deliveries.create({ target, event, body, payment, redeliveryOf: old.id });
    await world.store.flushed();
    return context.json(deliverySummary(again), 201);
  });
}

function page(world: World, query: Record<string, string>): DeliveryPage {
  const numbers = Object.fromEntries(
    ["webhook", "payment", "before", "limit"].flatMap((name) =>
      query[name] === undefined ? [] : [[name, Number(query[name])]],
    ),
  );
  const limit = wholeOf(numbers, "limit", 50, 1, 200);
  const before = wholeOf(numbers, "before", ID_MAX, 1, ID_MAX);
  const wanted: Partial<Delivery> = {};
  if (query["state"] !== undefined) wanted.state = choiceOf(query, "state", DELIVERY_STATES);
  if (query["system"] !== undefined) wanted.system = choiceOf(query, "system", ["client", "app"]);
  for (const name of ["webhook", "payment"] as const) {
    if (numbers[name] !== undefined) wanted[name] = wholeOf(numbers, name, 0, 1, ID_MAX);
  }
  const entries = Object.entries(wanted) as [keyof Delivery, unknown][];
  const found: Delivery[] = [];
  for (const delivery of world.store.list("delivery").reverse()) {
    if (delivery.id >= before || !entries.every(([name, value]) => delivery[name] === value)) continue;
    found.push(delivery);
    if (found.length > limit) break;
  }
  const shown = found.slice(0, limit);
  return { deliveries: shown.map(deliverySummary), next: found.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
