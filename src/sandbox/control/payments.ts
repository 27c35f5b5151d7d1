/** The part of the control that records and confirms payments, and dispatches app events. */

import type { Hono } from "hono";
import { isObject } from "../../values/json.ts";
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
    const client = input.readClientId(parts, await input.readInput(req.raw), 1);
    return json({ id: recordCaseFile(parts, client), client }, 201);
  });
  app.post("/_control/payments", async ({ req, json }) => {
    const given = await input.readInput(req.raw);
    const confirmed = input.readBoolean(given, "confirmed", false);
    const payment = createPayment(parts, given);
    const made = confirmed ? confirmPayment(parts, deliveries, payment) : { payment, deliveries: [] };
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
    const given = await input.readInput(req.raw);
    const [first = "", ...rest] = otherEvents(parts);
    if (first === "") throw input.wrong("event", "must be one beside that of confirmed payments, and there is none");
    const event = input.readChoice(given, "event", [first, ...rest], first);
    const made = emitEvent(parts, deliveries, payment, { event, payload: readPayload(given) });
    return json(result({ payment, deliveries: made }), 201);
  });
  app.post("/_control/apps/:id/dispatch", async ({ req, json }) => {
    const id = input.parseAppId(parts, req.param("id"));
    const given = await input.readInput(req.raw);
    const event = input.readString(given, "event", eventNames(parts)[0]);
    const made = dispatchAppEvent(parts, deliveries, { app: id, event, payload: readPayload(given) });
    return json({ deliveries: made.map((one) => one.id) }, 201);
  });
}

/** Records a payment on the case file that is named, or on a new one of the client. */
function createPayment(parts: Paying, given: input.Input): Payment {
  const paidTo = input.readChoice(given, "paidTo", ["client", "agency"], "client");
  const amount = input.readWholeNumber(given, "amount", 12_550, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const named = given["caseFile"];
  const client = named === undefined ? input.readClientId(parts, given, 1) : undefined;
  needRoom(parts, "payment");
  const caseFile =
    client === undefined ? input.findRecord(parts, "caseFile", String(named)).id : recordCaseFile(parts, client);
  return recordPayment(parts, { caseFile, amount, paidTo });
}

function readPayload({ payload }: input.Input): Record<string, unknown> | undefined {
  if (payload === undefined) return undefined;
  if (isObject(payload)) return payload;
  throw input.wrong("payload", "must be an object");
}

function result({ payment, deliveries }: { payment: Payment; deliveries: readonly Delivery[] }): PaymentResult {
  return { payment, deliveries: deliveries.map(({ id }) => id) };
}
