/** The part of the control that registers webhooks without a token, judges their URLs, and switches them on and off. */

import type { Hono } from "hono";
import { checkWebhookUrl } from "../../webhook-url/index.ts";
import { registerAppWebhook } from "../api/app-webhooks.ts";
import { registerClientWebhook } from "../api/client-webhooks.ts";
import { appIri, clientIri } from "../api/ids.ts";
import { eventNames } from "../delivery/contract-events.ts";
import type { Deliveries } from "../delivery/deliveries.ts";
import { refusalSentence } from "../errors.ts";
import type { Needs } from "../parts.ts";
import { findTarget, type Target } from "../store/webhooks.ts";
import * as input from "./input.ts";
import type { UrlVerdict } from "./types.ts";

type Registering = Needs<
  | "store"
  | "clock"
  | "journal"
  | "profile"
  | "deployment"
  | "random"
  | "mostRecords"
  | "baseUrl"
  | "sender"
  | "forwards"
>;

/** Adds the routes below `/_control/client-webhooks`, `/_control/app-webhooks` and `/_control/webhook-url`. */
export function routeWebhooks(app: Hono, parts: Registering, deliveries: Deliveries): void {
  const { store } = parts;
  app.post("/_control/webhook-url", async ({ req, json }) =>
    json(judgeUrl(parts, (await input.readInput(req.raw, "judgeUrl")).url)),
  );
  app.post("/_control/client-webhooks", async ({ req, json }) => {
    const given = await input.readBody(req.raw);
    const client = clientIri(parts, input.readClientId(parts, given["client"] ?? undefined));
    const body = { events: eventNames(parts), name: "From the control", url: given["url"], ...given, client };
    const made: Target = { system: "client", webhook: registerClientWebhook(parts, body) };
    const { webhook } = made.webhook.active ? made : deliveries.switch(made, true);
    return json(webhook, 201);
  });
  app.post("/_control/app-webhooks", async ({ req, json }) => {
    const { app: named, ...given } = await input.readBody(req.raw);
    const [first] = store.list("app");
    const iri = appIri(parts, named === undefined ? (first?.id ?? 0) : input.parseAppId(parts, String(named)));
    const body = { events: eventNames(parts), responseHandlingType: 2, active: true, ...given, app: iri };
    const webhook = await registerAppWebhook(parts, body);
    return json(webhook, 201);
  });
  app.patch("/_control/:kind{(?:client|app)-webhooks}/:id", async ({ req, json }) => {
    const system = req.param("kind") === "client-webhooks" ? "client" : "app";
    const id = input.findRecord(parts, `${system}Webhook`, req.param("id")).id;
    const { active } = await input.readInput(req.raw, "switchClientWebhook");
    const target = findTarget(parts, system, id);
    if (!target) throw input.notFound(`${system} webhook ${id}`);
    const { webhook } = target.webhook.active === active ? target : deliveries.switch(target, active);
    return json(webhook);
  });
}

/** Tells whether the URL may be registered, and where deliveries to it go. */
function judgeUrl({ profile, forwards }: Registering, url: string): UrlVerdict {
  const verdict = checkWebhookUrl(url, { allowUserinfo: profile.webhookUrlUserinfo === "accept" });
  if (!verdict.ok) return { ok: false, code: verdict.code, reason: refusalSentence(verdict.code) };
  const { origin } = new URL(url);
  return { ok: true, origin, forward: forwards.get(origin) ?? null };
}
