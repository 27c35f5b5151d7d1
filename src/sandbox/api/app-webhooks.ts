/** Creating and listing app webhooks (F-4.4-01, F-4.4-03). */

import { MEMBERS } from "../../../generated/constants.ts";
import type { components } from "../../../generated/types.ts";
import { validateAppWebhookWrite } from "../../../generated/validators.ts";
import { Refusal } from "../errors.ts";
import { needRoom } from "../limits.ts";
import type { Needs } from "../parts.ts";
import type { AppWebhook } from "../store/model.ts";
import { keepTarget } from "../store/webhooks.ts";
import { authorize } from "./access.ts";
import { jsonResponse } from "./body.ts";
import { appOfSegment, findApp } from "./ids.ts";
import { appWebhookView } from "./views.ts";
import { checkWritten, fault, findRepeated, invalid, type Rules, readWritten, toUri } from "./webhook-bodies.ts";

type Written = components["schemas"]["AppWebhookWrite"];
type Creating = Needs<"store" | "clock" | "journal" | "profile" | "deployment" | "mostRecords" | "baseUrl" | "sender">;
type Listing = Needs<"store" | "clock" | "profile" | "baseUrl">;

const RULES: Rules<Written> = {
  urlMember: "webhookUrl",
  members: MEMBERS.AppWebhookWrite,
  validate: validateAppWebhookWrite,
};
/** A webhook without these could not be kept, whatever the profile says (U-06). */
const NEEDED = ["app", "webhookUrl", "events"] as const;

/** Answers POST /api/app_webhooks with the resource, or with what the profile has instead (U-41). @throws Refusal */
export async function answerCreateAppWebhook(parts: Creating, request: Request): Promise<Response> {
  authorize(parts, request, "createAppWebhook");
  const webhook = await createAppWebhook(parts, await readWritten(parts, request, RULES));
  await parts.store.flushed();
  const { createAppWebhookAnswer, createAppWebhookStatus } = parts.profile;
  const extra: readonly string[] = parts.profile.appWebhookExtraMembers;
  const view = appWebhookView(parts, webhook);
  const isOwn = (member: string) => extra.includes(member);
  const reference = Object.fromEntries(Object.entries(view).filter(([member]) => isOwn(member)));
  return jsonResponse(createAppWebhookAnswer === "resource" ? view : reference, createAppWebhookStatus);
}

/** Creates an app webhook from an unchecked body. @throws Refusal */
export async function registerAppWebhook(parts: Creating, body: unknown): Promise<AppWebhook> {
  return createAppWebhook(parts, checkWritten(parts, body, RULES));
}

/**
 * Answers GET /api/apps/{id}/app_webhooks with the webhooks of this App alone. `segment`: `{id}`, percent-decoded.
 * @throws Refusal
 */
export function answerListAppWebhooks(parts: Listing, request: Request, segment: string): Response {
  const { profile, store } = parts;
  authorize(parts, request, "listAppWebhooks");
  const app = appOfSegment(parts, segment);
  if (!app) throw new Refusal("unknownAppStatus", "app_unknown");
  const webhooks = store.list("appWebhook").filter((webhook) => webhook.app === app.id);
  if (profile.listOrder === "newest") webhooks.reverse();
  const list = webhooks.map((webhook) => appWebhookView(parts, webhook));
  return jsonResponse(profile.listEnvelope === null ? list : { [profile.listEnvelope]: list }, profile.listStatus);
}

async function createAppWebhook(parts: Creating, written: Written): Promise<AppWebhook> {
  const { profile, store, clock, sender } = parts;
  const required = [...new Set([...profile.appWebhookRequired, ...NEEDED])];
  const missing = required.filter((member) => !Object.hasOwn(written, member));
  if (missing.length > 0) throw invalid(missing.map((member) => fault(member, "is missing")));
  const app = findApp(parts, written.app ?? "");
  if (!app) throw new Refusal("unknownReferenceStatus", "app_unknown", [fault("app", "does not exist")]);
  const webhookUrl = toUri(written.webhookUrl ?? "");
  if (profile.registrationProbe && !(await sender.probe(webhookUrl, profile.timeoutSeconds * 1000)))
    throw new Refusal("urlStatus", "url_unreachable", [fault("webhookUrl", "cannot be reached")]);
  const { events = [], active = profile.activeDefault } = written;
  const responseHandlingType = written.responseHandlingType ?? profile.responseHandlingTypeDefault;
  const given = { app: app.id, webhookUrl, events, responseHandlingType, active };
  const existing = findRepeated(profile, store.list("appWebhook"), given);
  if (existing) return existing;
  needRoom(parts, "appWebhook");
  const webhook: AppWebhook = { id: store.nextId("appWebhook"), ...given, createdAt: clock.now() };
  keepTarget(parts, { system: "app", webhook });
  return webhook;
}
