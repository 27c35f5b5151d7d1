/**
 * The part of the control that leads a webhook to the receiver inside the sandbox, and tells that receiver what to
 * answer.
 */

import type { Hono } from "hono";
import { registerClientWebhook } from "../api/client-webhooks.ts";
import { clientIri } from "../api/ids.ts";
import { eventNames } from "../delivery/contract-events.ts";
import type { Deliveries } from "../delivery/deliveries.ts";
import { INSIDE_URLS } from "../inside/receiver.ts";
import type { Needs } from "../parts.ts";
import type { ClientWebhook } from "../store/model.ts";
import type { Target } from "../store/webhooks.ts";
import { readClientId, readInput } from "./input.ts";

type Leading = Needs<
  "store" | "clock" | "journal" | "profile" | "deployment" | "random" | "mostRecords" | "baseUrl" | "inside"
>;

/** Adds the routes at `/_control/receiver`. */
export function routeReceiver(app: Hono, parts: Leading, deliveries: Deliveries): void {
  app.post("/_control/receiver", async ({ req, json }) => {
    const client = readClientId(parts, (await readInput(req.raw, "useReceiver")).client);
    await parts.inside.open();
    const webhook = insideWebhook(parts, deliveries, client);
    parts.journal.add("receiver", { answer: parts.inside.answer });
    return json(webhook, 201);
  });
  app.put("/_control/receiver", async ({ req, json }) => {
    const { answer } = await readInput(req.raw, "tellReceiver");
    parts.inside.tell(answer);
    parts.journal.add("receiver", { answer });
    return json({ answer });
  });
}

/** Returns the webhook of the client that leads inside, switched on; a new one if there is none. */
function insideWebhook(parts: Leading, deliveries: Deliveries, client: number): ClientWebhook {
  const existing = parts.store
    .list("clientWebhook")
    .find((webhook) => webhook.client === client && webhook.url === INSIDE_URLS.client);
  const body = {
    client: clientIri(parts, client),
    name: "To the receiver inside",
    events: eventNames(parts),
    url: INSIDE_URLS.client,
  };
  const webhook = existing ?? registerClientWebhook(parts, body);
  const target: Target = { system: "client", webhook };
  if (!webhook.active) deliveries.switch(target, true);
  return parts.store.get("clientWebhook", webhook.id) ?? webhook;
}
