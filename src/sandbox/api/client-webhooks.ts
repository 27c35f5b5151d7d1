/** Creating client webhooks (F-4.3-01, F-4.3-02). */

import { MEMBERS } from "../../../generated/constants.ts";
import type { components } from "../../../generated/types.ts";
import { validateClientWebhookCreate } from "../../../generated/validators.ts";
import { Refusal } from "../errors.ts";
import { needRoom } from "../limits.ts";
import type { Needs } from "../parts.ts";
import type { ClientWebhook } from "../store/model.ts";
import { keepTarget } from "../store/webhooks.ts";
import { authorize } from "./access.ts";
import { jsonResponse } from "./body.ts";
import { findClient } from "./ids.ts";
import { clientWebhookView } from "./views.ts";
import { checkWritten, fault, findRepeated, type Rules, readWritten, toUri } from "./webhook-bodies.ts";

type Written = components["schemas"]["ClientWebhookCreate"];
type Creating = Needs<"store" | "clock" | "journal" | "profile" | "deployment" | "random" | "mostRecords" | "baseUrl">;

const RULES: Rules<Written> = {
  urlMember: "url",
  members: MEMBERS.ClientWebhookCreate,
  validate: validateClientWebhookCreate,
};

/** Answers POST /api/client_webhooks with the resource and its secret. @throws Refusal */
export async function answerCreateClientWebhook(parts: Creating, request: Request): Promise<Response> {
  const grant = authorize(parts, request, "createClientWebhook");
  const written = await readWritten(parts, request, RULES);
  const webhook = createClientWebhook(parts, written, parts.store.get("customer", grant.customer)?.clients);
  await parts.store.flushed();
  const { createClientWebhookStatus, clientWebhookMediaType } = parts.profile;
  return jsonResponse(clientWebhookView(parts, webhook), createClientWebhookStatus, clientWebhookMediaType);
}

/** Creates a client webhook from an unchecked body, for any client. @throws Refusal */
export function registerClientWebhook(parts: Creating, body: unknown): ClientWebhook {
  return createClientWebhook(parts, checkWritten(parts, body, RULES));
}

/** `ownClients`: ids of the clients that the customer may act for, where the profile looks at it (U-38). */
function createClientWebhook(parts: Creating, written: Written, ownClients?: readonly number[]): ClientWebhook {
  const { profile, store, random, clock } = parts;
  const client = findClient(parts, written.client);
  if (!client) throw new Refusal("unknownReferenceStatus", "client_unknown", [fault("client", "does not exist")]);
  if (profile.tokenAccess === "own" && ownClients && !ownClients.includes(client.id))
    throw new Refusal("forbiddenStatus", "access_denied", [fault("client", "belongs to another customer")]);
  const { name, events } = written;
  const given = { client: client.id, name, events, url: toUri(written.url) };
  const existing = findRepeated(profile, store.list("clientWebhook"), given);
  if (existing) return existing;
  needRoom(parts, "clientWebhook");
  const webhook: ClientWebhook = {
    id: store.nextId("clientWebhook"),
    ...given,
    secret: profile.secretPrefix + random(profile.secretBytes).toString(profile.secretFormat),
    active: profile.clientWebhookInitiallyActive,
    createdAt: clock.now(),
  };
  keepTarget(parts, { system: "client", webhook });
  return webhook;
}
