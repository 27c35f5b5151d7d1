/** The part of the control that records and confirms payments, and dispatches app events. */

import type { Hono } from "hono";
import type { ControlInputs } from "../../../generated/control.ts";
import { eventNames, otherEvents } from "../delivery/contract-events.ts";
import type { Deliveries } from "../delivery/deliveries.ts";
import { confirmPayment, dispatchAppEvent, emitEvent, recordCaseFile, recordPayment } from "../delivery/events.ts";
import { needRoom } from "../limits.ts";
import type { Needs } from "../parts.ts";
import type { Delivery, Payment } from "../store/model.ts";
import * as input from "./input.ts";
import { ControlRefusal } from "./input.ts";
import type { PaymentResult } from "./types.ts";

type Paying = Needs<"store" | "clock" | "journal" | "profile" | "mostRecords" | "baseUrl" | "deployment">;

/** Adds the routes for case files, payments and app events. */
export function routePayments(app: Hono, parts: Paying, deliveries: Deliveries): void {
  app.post("/_control/case-files", async ({ req, json }) => {
    const client = input.readClientId(parts, (await input.readInput(req.raw, "createCaseFile")).client);
    return json({ id: recordCaseFile(parts, client), client }, 201);
  });
  app.post("/_control/payments", async ({ req, json }) => {
    const given = await input.readInput(req.raw, "createPayment");
    const payment = createPayment(parts, given);
    const made = given.confirmed ? confirmPayment(parts, deliveries, payment) : { payment, deliveries: [] };
    return json(result(made), 201);
  });
  app.post("/_control/payments/:id/confirm", async ({ req, json }) => {
    const payment = input.findRecord(parts, "payment", req.param("id"));
    if (payment.confirmedAt !== null)
      throw new ControlRefusal(409, "payment_confirmed", "The payment is already confirmed.");
    return json(result(confirmPayment(parts, deliveries, payment)));
  });
  app.post("/_control/payments/:id/events", async ({ req, json }) => {
    const payment = input.findRecord(parts, "payment", req.param("id"));
    const events = otherEvents(parts);
    const { event = events[0] ?? "", payload } = await input.readInput(req.raw, "emitEvent");
    if (!events.includes(event)) {
      const known = events.join(" or ") || "one beside that of confirmed payments, and there is none";
      throw input.wrong("event", `must be ${known}`);
    }
    const made = emitEvent(parts, deliveries, payment, { event, payload });
    return json(result({ payment, deliveries: made }), 201);
  });
  app.post("/_control/apps/:id/dispatch", async ({ req, json }) => {
    const id = input.parseAppId(parts, req.param("id"));
    const { event = eventNames(parts)[0] ?? "", payload } = await input.readInput(req.raw, "dispatchAppEvent");
    const made = dispatchAppEvent(parts, deliveries, { app: id, event, payload });
    return json({ deliveries: made.map((one) => one.id) }, 201);
  });
}

/** Records a payment on the case file that is named, or on a new one of the client. */
function createPayment(
  parts: Paying,
  { paidTo, amount, caseFile: named, client: payer }: ControlInputs["createPayment"],
): Payment {
  const client = named === undefined ? input.readClientId(parts, payer) : undefined;
  needRoom(parts, "payment");
  const caseFile =
    client === undefined ? input.findRecord(parts, "caseFile", String(named)).id : recordCaseFile(parts, client);
  return recordPayment(parts, { caseFile, amount, paidTo });
}

function result({ payment, deliveries }: { payment: Payment; deliveries: readonly Delivery[] }): PaymentResult {
  return { payment, deliveries: deliveries.map(({ id }) => id) };
}
