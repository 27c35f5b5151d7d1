/** The part of the control that lists deliveries, shows one, and sends its bytes again. */

import type { Hono } from "hono";
import type { ControlInputs } from "../../../generated/control.ts";
import { typedKeys } from "../../values/names.ts";
import type { Deliveries } from "../delivery/deliveries.ts";
import { deliveryDetail, deliverySummary } from "../delivery/view.ts";
import type { Needs } from "../parts.ts";
import type { Delivery, DeliveryFault, DeliveryState } from "../store/model.ts";
import { findTarget } from "../store/webhooks.ts";
import { ControlRefusal, checkInput, findRecord, notFound, readInput } from "./input.ts";
import type { DeliveryPage } from "./types.ts";

/** All states, in the order in which the console shows them. */
export const DELIVERY_STATES: readonly DeliveryState[] = [
  "pending",
  "sending",
  "held",
  "delivered",
  "failed",
  "dropped",
];

type Showing = Needs<"store" | "profile" | "signatureHeader">;

/** Adds the routes below `/_control/deliveries`. */
export function routeDeliveries(app: Hono, parts: Showing, deliveries: Deliveries): void {
  app.get("/_control/deliveries", ({ req, json }) => json(page(parts, req.query())));
  app.get("/_control/deliveries/:id", ({ req, json }) =>
    json(deliveryDetail(parts, findRecord(parts, "delivery", req.param("id")))),
  );
  app.post("/_control/deliveries/:id/redeliver", async ({ req, json }) => {
    const again = redeliver(parts, deliveries, findRecord(parts, "delivery", req.param("id")));
    return json(deliverySummary(parts, again), 201);
  });
  app.post("/_control/deliveries/:id/send", async ({ req, json }) => {
    const old = findRecord(parts, "delivery", req.param("id"));
    const sent = send(parts, deliveries, old, await readInput(req.raw, "sendEdited"));
    return json(deliverySummary(parts, sent), 201);
  });
}

/** Sends an edited body to the same webhook, with a signature that holds or one of two that do not. */
function send(
  parts: Showing,
  deliveries: Deliveries,
  old: Delivery,
  { body, signing }: ControlInputs["sendEdited"],
): Delivery {
  const fault: DeliveryFault | null = signing === "right" ? null : { kind: signing, attempts: 1, seconds: 0 };
  return redeliver(parts, deliveries, { ...old, body }, old.system === "client" ? fault : null);
}

function redeliver(
  parts: Showing,
  deliveries: Deliveries,
  old: Delivery,
  fault: DeliveryFault | null = null,
): Delivery {
  const { system, webhook, event, body, payment } = old;
  const target = findTarget(parts, system, webhook);
  if (!target) throw notFound("webhook of this delivery any more");
  if (!target.webhook.active)
    throw new ControlRefusal(409, "webhook_inactive", "The webhook is switched off, so nothing is delivered to it.");
  return deliveries.create({ target, event, body, payment, redeliveryOf: old.id, fault });
}

function page(parts: Showing, query: Record<string, string>): DeliveryPage {
  const numbers = Object.fromEntries(
    ["webhook", "payment", "before", "limit"].flatMap((name) =>
      query[name] === undefined ? [] : [[name, Number(query[name])]],
    ),
  );
  const {
    limit,
    before = Number.POSITIVE_INFINITY,
    find = "",
    ...wanted
  } = checkInput("listDeliveries", { ...query, ...numbers });
  const fits = createFilter(wanted, find);
  const found: Delivery[] = [];
  for (const delivery of parts.store.list("delivery").reverse()) {
    if (delivery.id >= before || !fits(delivery)) continue;
    found.push(delivery);
    if (found.length > limit) break;
  }
  const shown = found.slice(0, limit);
  return {
    deliveries: shown.map((one) => deliverySummary(parts, one)),
    next: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Returns the test that a query describes. Words of `find` must all occur in path, ids, status, error or body. */
function createFilter(wanted: Partial<Delivery>, find: string): (delivery: Delivery) => boolean {
  const names = typedKeys(wanted);
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  return (delivery) => {
    if (!names.every((name) => delivery[name] === wanted[name])) return false;
    if (words.length === 0) return true;
    const text = textIn(delivery);
    return words.every((word) => text.includes(word));
  };
}

function textIn({ id, url, event, state, body, payment, attempts }: Delivery): string {
  const last = attempts.at(-1);
  const answer = [last?.status, last?.error, last?.fault].filter(Boolean);
  return [`#${id}`, url, event, state, body, payment ?? "", ...answer].join("\n").toLowerCase();
}
