/** The steps of a walk that create webhooks and switch them. */

import { objectsIn } from "../../../answers.ts";
import { NotObserved } from "../../../check.ts";
import { eachOf } from "../../../each-of.ts";
import { type Begun, type Context, EVENT, type Hook, type HookOptions, type Kind, listOf } from "../../context.ts";
import { resourcesOf } from "../../requests/judgements.ts";
import { hasHeard } from "../../shown.ts";
import type { Tracked } from "../due/due.ts";
import { FAULTS, isCorrected, LISTS, type Listed, SPELLINGS } from "../steps/odd.ts";
import { type Creation, isUsual } from "../steps/steps.ts";
import { type Ground, ownerOf } from "./ground.ts";

const UNSWITCHED = { onAt: 0, offAt: Number.POSITIVE_INFINITY, lostAt: -1, isOwed: false };

/** Creates a webhook, if the service allows it. */
export async function create(ground: Ground, creation: Creation): Promise<void> {
  const { slot, kind, owner, events, type, active, reply, url, query, spelt, fault, isNeeded, ...own } = creation;
  const { context, model } = ground;
  const iri = isNeeded ? context.owner(kind) : ownerOf(ground, kind, owner);
  if (iri === undefined) return;
  if (fault !== undefined) return createFaulty(ground, creation, iri);
  const begun = (of: number | undefined) => (of === undefined ? undefined : ground.begun.get(of));
  const begins = (one: Begun) => ground.begun.set(slot, one);
  const [at, named] = [begun(url), begun(own.name)?.request["name"]];
  const name = own.called ?? (named as string | undefined);
  const [spell, usual] = [spelt && SPELLINGS[spelt], LISTS[events].all[0]];
  const chosen = { owner: iri, type, active, reply, at, begins, query, spell, name, events: usual };
  const hook = isNeeded
    ? await context.hook(kind, chosen)
    : (ground.reuses && isUsual(creation) && context.takeSpare(kind, chosen)) ||
      (await firstAllowed(context, kind, chosen, events));
  if (!hook) return;
  const names = hook.request["events"] as readonly string[];
  // What comes to the URL until then counts for none of its webhooks.
  if (url !== undefined) await context.appsExist();
  const isOn = kind === "client" || (typeof active === "boolean" ? active : await shownActive(context, hook));
  const shown = objectsIn(hook.response).flatMap((one) => (Array.isArray(one["events"]) ? [one["events"]] : []));
  const isOther = isCorrected(events) && shown.some((list) => list.includes(EVENT) !== names.includes(EVENT));
  const state = { names: isOther ? [EVENT] : names, active: isOn === true, isUnsure: isOn === undefined || isOther };
  // If the service gave out the webhook that exists (U-39), that one is switched on.
  const tracked = model.created({ slot, hook, spelt, isUsual: isUsual(creation), ...state, ...UNSWITCHED });
  if (isOther || kind !== "client") return;
  const done = switchOn(ground, tracked);
  done.catch(() => {});
  ground.switchedOn.push(done);
}

/** Creates a webhook with the first list of events that the service accepts. */
async function firstAllowed(context: Context, kind: Kind, options: HookOptions, listed: Listed) {
  for (const events of LISTS[listed].all) {
    const hook = await context.hookIfAllowed(kind, { ...options, events });
    if (hook) return hook;
  }
  return undefined;
}

/** Tries to create a webhook with a fault. A failure of the service (5xx) says nothing of what it kept. */
async function createFaulty({ context, model }: Ground, { slot, kind, fault }: Creation, owner: string): Promise<void> {
  const { url, endpoint, target } = context.address();
  const request = context.createRequest(kind, { owner }, url);
  const exchange = await context.create(kind, fault ? FAULTS[fault](request) : request);
  const status = exchange.response?.status ?? 0;
  // Requests until then were probes of the URL (U-35).
  const createdAt = performance.now();
  endpoint.since = createdAt;
  if (status < 400 || status > 499) return;
  const nothing = { response: undefined, secret: undefined };
  const hook = { kind, owner, endpoint, url, target, request, exchange, createdAt, ...nothing };
  model.created({ slot, hook, names: [EVENT], active: true, isUnsure: false, isRefused: true, ...UNSWITCHED });
}

/** `active` as it is shown wherever it is; undefined if that is not one boolean. */
async function shownActive(context: Context, { exchange, request }: Hook): Promise<boolean | undefined> {
  const shown = (await resourcesOf({ context, exchange, request })).map((one) => one["active"]);
  const [value, ...others] = [...new Set(shown)].filter((one) => one !== undefined);
  return typeof value === "boolean" && others.length === 0 ? value : undefined;
}

/** How many calls of the driver are under way at once that switch webhooks off. */
const OFF_AT_ONCE = 8;
/** So many webhooks are created at most to make numbers meet. */
const MOST_LEVELLED = 120;

/** The number at the end of the id that a creation shows. */
function numberOf({ response }: Hook): number | undefined {
  const ids = objectsIn(response).flatMap((one) => [one["@id"], one["id"], one["iri"]]);
  const [id] = ids.filter((one) => one !== undefined);
  const digits = /\d{1,9}$/.exec(String(id ?? ""))?.[0];
  return digits === undefined ? undefined : Number(digits);
}

/** Creates webhooks of the kind with the lower numbers until those of both meet, if each kind counts for itself. */
export async function level({ context }: Ground): Promise<void> {
  const { clientIri, appIri } = context.driver;
  const newest = (kind: Kind) => context.hooks.findLast((hook) => hook.kind === kind);
  const [client, app] = [newest("client"), newest("app")].map((hook) => hook && numberOf(hook));
  if (client === undefined || app === undefined || context.service.pace.isSlow) return;
  const [kind, owner, to] = client < app ? (["client", clientIri, app] as const) : (["app", appIri, client] as const);
  if (Math.abs(client - app) > MOST_LEVELLED) return;
  for (let number = Math.min(client, app); number < to; number++)
    await context.hookIfAllowed(kind, { owner, events: LISTS.others.all[0], active: false });
}

/** Gets the list of an App, if the driver has its id. */
export async function list({ context }: Ground, owner: 0 | 1): Promise<void> {
  const id = owner === 0 ? context.driver.appId : context.driver.otherAppId;
  if (id !== undefined) await context.service.call(listOf(id));
}

type Created = Pick<Hook, "request" | "response">;
/** Switches a client webhook, by the driver. */
export async function activate(context: Context, { request, response }: Created, active: boolean): Promise<void> {
  await context.fence.call("setClientWebhookActive", { request, response }, active);
}

/**
 * Switches off client webhooks, if the driver can, several at once: nothing is due to them any more. `until`: when that
 * ends, by `performance.now()`.
 */
export async function switchOff(context: Context, webhooks: readonly Created[], until = Number.POSITIVE_INFINITY) {
  if (!context.fence.has("setClientWebhookActive")) return;
  await eachOf(webhooks, OFF_AT_ONCE, async (webhook) => {
    if (context.options.signal?.aborted || performance.now() >= until) return;
    await activate(context, webhook, false).catch(() => {});
  });
}

/**
 * A new client webhook may be inactive (U-37): it is on where the driver switches it on, or where others were heard
 * as they came.
 */
async function switchOn(ground: Ground, tracked: Tracked): Promise<void> {
  const { context } = ground;
  if (context.fence.has("setClientWebhookActive")) await setActive(ground, tracked, true);
  else tracked.isUnsure = !hasHeard(context, "client");
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
