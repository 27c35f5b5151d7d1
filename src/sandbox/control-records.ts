/** The part of the control that makes and changes records: what people do in the administration interface of a real service. */

import type { Hono } from "hono";
import { EVENT_NAMES } from "../../generated/constants.ts";
import * as input from "./control-input.ts";
import { ControlRefusal } from "./control-input.ts";
import type { Deliveries } from "./deliveries.ts";
import { confirmPayment, dispatchAppEvent, recordPayment } from "./events.ts";
import { appId, appIri, clientIri } from "./iris.ts";
import { needRoom } from "./limits.ts";
import type { World } from "./world.ts";

export function routeRecords(app: Hono, world: World, deliveries: Deliveries): void {
  const { store, journal } = world;

  app.post("/_control/clients", async (context) => {
    const body = await input.inputOf(context.req.raw);
    needRoom(world, "client");
    const client = { id: store.nextId("client"), name: input.textOf(body, "name", "Another client") };
    store.put("client", client);
    // The first customer may act for all, so that a token of theirs goes with every client.
    const [first] = store.list("customer");
    if (first) store.put("customer", { ...first, clients: [...first.clients, client.id] });
    await store.flushed();
    return context.json({ ...client, iri: clientIri(world, client.id) }, 201);
  });
  app.post("/_control/apps", async (context) => {
    const body = await input.inputOf(context.req.raw);
    needRoom(world, "app");
    const made = { id: store.nextId("app"), name: input.textOf(body, "name", "Another App") };
    store.put("app", made);
    await store.flushed();
    return context.json({ ...made, iri: appIri(world, made.id), appId: appId(world, made.id) }, 201);
  });
  app.post("/_control/apps/:id/dispatch", async (context) => {
    const id = input.appIdOf(world, context.req.param("id"));
    const body = await input.inputOf(context.req.raw);
    const payload = body["payload"];
    if (payload !== undefined && (typeof payload !== "object" || payload === null || Array.isArray(payload))) {
      throw input.wrong("payload", "must be an object");
    }
    const event = input.textOf(body, "event", EVENT_NAMES[0]);
    const made = dispatchAppEvent(world, deliveries, id, event, payload as Record<string, unknown> | undefined);
    await store.flushed();
    return context.json({ deliveries: made.map((one) => one.id) }, 201);
  });
  app.post("/_control/case-files", async (context) => {
    const client = input.clientIdOf(world, await input.inputOf(context.req.raw), 1);
    needRoom(world, "caseFile");
    const caseFile = { id: store.nextId("caseFile"), client };
    store.put("caseFile", caseFile);
    await store.flushed();
    return context.json(caseFile, 201);
  });

  app.post("/_control/payments", async (context) => {
    const body = await input.inputOf(context.req.raw);
    const paidTo = input.choiceOf(body, "paidTo", ["client", "agency"], "client");
    const amount = input.wholeOf(body, "amount", 12_550, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    const confirmed = input.booleanOf(body, "confirmed", false);
    let caseFile: number;
    if (body["caseFile"] !== undefined) caseFile = input.recordOf(world, "caseFile", String(body["caseFile"])).id;
    else {
      const client = input.clientIdOf(world, body, 1);
      needRoom(world, "payment");
      needRoom(world, "caseFile");
      caseFile = store.nextId("caseFile");
      store.put("caseFile", { id: caseFile, client });
    }
    const payment = recordPayment(world, { caseFile, amount, paidTo });
    const made = confirmed ? confirmPayment(world, deliveries, payment) : [];
    await store.flushed();
    return context.json({ payment, deliveries: made.map((one) => one.id) }, 201);
  });
  app.post("/_control/payments/:id/confirm", async (context) => {
    const payment = input.recordOf(world, "payment", context.req.param("id"));
    if (payment.confirmedAt !== null)
      throw new ControlRefusal(409, "payment_confirmed", "The payment is confirmed already.");
    const made = confirmPayment(world, deliveries, payment);
    await store.flushed();
    return context.json({ payment, deliveries: made.map((one) => one.id) });
  });

  app.patch("/_control/:kind{(?:client|app)-webhooks}/:id", async (context) => {
    const system = context.req.param("kind") === "client-webhooks" ? "client" : "app";
    const kind = system === "client" ? "clientWebhook" : "appWebhook";
    const webhook = input.recordOf(world, kind, context.req.param("id"));
    const active = input.booleanOf(await input.inputOf(context.req.raw), "active");
    if (webhook.active !== active) {
      webhook.active = active;
      store.put(kind, webhook as never);
      journal.add("webhook", { system, id: webhook.id, active });
      deliveries.switched(system, webhook.id, active);
    }
    await store.flushed();
    return context.json(webhook);
  });
}
