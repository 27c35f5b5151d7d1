/** The steps of a walk that create webhooks and switch them. */

import { NotObserved } from "../../check.ts";
import { type Context, EVENT, type Hook, unknownEvent } from "../context.ts";
import { activate } from "../experiments/acting.ts";
import { resourcesOf } from "../requests/answers.ts";
import { type Ground, ownerOf } from "./ground.ts";
import type { Tracked } from "./known.ts";
import type { Creation } from "./steps.ts";

const EVENTS: Record<Creation["events"], readonly string[]> = {
  event: [EVENT],
  among: [unknownEvent(0), EVENT, unknownEvent(1)],
  others: [unknownEvent(0), unknownEvent(1)],
  patterns: ["*", "case_file.*", "case_file.payment.*"],
};

/** Creates a webhook, if the service allows it. */
export async function create(ground: Ground, creation: Creation): Promise<void> {
  const { slot, kind, owner, events, type, active, reply, url, query, name } = creation;
  const { context, model } = ground;
  const iri = ownerOf(ground, kind, owner);
  if (iri === undefined) return;
  const at = url === undefined ? undefined : model.at(url)?.hook;
  const named = name === undefined ? undefined : model.at(name)?.hook.request["name"];
  const chosen = { owner: iri, events: EVENTS[events], type, active, reply, at, query, name: named as string };
  const hook = await context.hookIfAllowed(kind, chosen);
  if (!hook) return;
  // What comes to the URL until then counts for none of its webhooks.
  if (url !== undefined) await context.appsExist();
  const isOn = kind === "client" || (typeof active === "boolean" ? active : await shownActive(context, hook));
  const isUnsure = isOn === undefined;
  const fresh = {
    slot,
    hook,
    owner: iri,
    lists: events === "event" || events === "among",
    active: isOn === true,
    isUnsure,
  };
  // If the service gave out the webhook that exists (U-39), that one is switched on.
  const tracked = model.created({
    ...fresh,
    onAt: 0,
    offAt: Number.POSITIVE_INFINITY,
    lostAt: -1,
    isOwed: false,
  });
  if (kind === "client") await switchOn(ground, tracked);
}

/** `active` as it is shown wherever it is; undefined if that is not one boolean. */
async function shownActive(context: Context, { exchange, request }: Hook): Promise<boolean | undefined> {
  const shown = (await resourcesOf({ context, exchange, request })).map((one) => one["active"]);
  const [value, ...others] = [...new Set(shown)].filter((one) => one !== undefined);
  return typeof value === "boolean" && others.length === 0 ? value : undefined;
}

/** Tries to create a webhook that must be refused. */
export async function createRefused({ context }: Ground): Promise<void> {
  if (context.driver.clientIri === undefined) return;
  await context.create("client", context.createRequest("client", {}, "http://localhost/"));
}

/**
 * A new client webhook may be inactive (U-37): it is on where the driver switches it on, or where others were heard
 * as they came.
 */
async function switchOn(ground: Ground, tracked: Tracked): Promise<void> {
  const { context } = ground;
  if (context.fence.has("setClientWebhookActive")) await setActive(ground, tracked, true);
  else tracked.isUnsure = !context.hooks.some((one) => one.kind === "client" && context.posts(one).length > 0);
}

/** Switches a client webhook, if the driver can. */
export async function switchTo(ground: Ground, slot: number, active: boolean): Promise<void> {
  const { context, model } = ground;
  const tracked = model.at(slot);
  if (tracked?.hook.kind !== "client" || !context.fence.has("setClientWebhookActive")) return;
  model.switching(tracked);
  await setActive(ground, tracked, active);
}

async function setActive({ context, model }: Ground, tracked: Tracked, active: boolean): Promise<void> {
  const begun = performance.now();
  try {
    await activate(context, tracked.hook, active);
    model.switched(tracked, active, begun, performance.now());
  } catch (error) {
    if (!(error instanceof NotObserved)) throw error;
    tracked.isUnsure = true;
  }
}
