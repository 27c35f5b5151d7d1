/**
 * Defects that appear only later: after other webhooks were created, when a webhook is switched off again, or at the
 * tenth payment.
 */

import { NotObserved } from "../../check.ts";
import type { Context, Hook } from "../context.ts";
import { activate, activateSoftly, confirm, needsTrigger, pay, received } from "./acting.ts";

/** Number of consecutive payments, and the time after which no more are made. */
const ROW = { payments: 10, ms: 4000 };
/** Patterns that mean "all events" at other services. None of these is the name of the event. */
const PATTERNS = ["*", "case_file.*", "case_file.payment.*"];

const present = <T>(some: readonly (T | undefined)[]): T[] => some.filter((one) => one !== undefined);

export interface LaterDeliveries {
  /** Webhooks of the client, the first of them created before the others; all of them are due. */
  readonly due: Hook[];
  /** The same for the other client; empty if there is no other client. */
  readonly othersDue: Hook[];
  /** Switched off, of either client; the first of them after it had been switched off and on. */
  readonly off: Hook[];
  /** Lists patterns instead of names. */
  readonly patterns: Hook | undefined;
  /** Ids of the consecutive payments, if the driver reports them, and their number. */
  readonly ids: number[];
  readonly payments: number;
  /** Payments that must not be delivered. */
  readonly silentIds: number[];
  readonly at: { silent: number; first: number };
}

/**
 * Webhooks of both clients, some created after others; payments that no webhook should receive; then many that all
 * should receive.
 */
export async function laterDeliveries(context: Context): Promise<LaterDeliveries> {
  const client = context.owner("client");
  needsTrigger(context, "client");
  const { otherClientIri: other } = context.driver;
  const own = (options = {}) => context.hookIfAllowed("client", options);
  const others = async () => (other === undefined ? undefined : own({ owner: other }));

  const early = await context.hook("client");
  const [othersEarly, switched, othersOff, patterns] = await context.all([
    others,
    own,
    others,
    () => own({ events: PATTERNS }),
  ]);
  const canSwitch = context.fence.has("setClientWebhookActive");
  if (canSwitch) await activateSoftly(context, present([early, othersEarly, switched, othersOff, patterns]));
  const off = canSwitch ? await switchOff(context, switched, othersOff) : [];
  // Earlier webhooks are not changed any more, so that the effect of a later creation on them is visible.
  const [late, othersLate] = await context.all([own, others]);
  if (canSwitch) await activateSoftly(context, present([late, othersLate]));

  const at = { silent: performance.now(), first: 0 };
  const silentIds = await unheard(context, client, other);
  at.first = performance.now();
  const due = present([early, late]);
  const othersDue = other === undefined ? [] : present([othersEarly, othersLate]);
  if (other !== undefined && othersDue.length > 0) await confirm(context, other);
  const told: (number | undefined)[] = [];
  for (let count = 0; count < ROW.payments && performance.now() - at.first < ROW.ms; count++)
    told.push(await confirm(context, client));
  const ids = told.filter((id) => id !== undefined);
  await context.due(
    () =>
      received(context, othersDue, at.first) &&
      due.every((hook) => context.posts(hook, at.first).length >= told.length),
  );
  return { due, othersDue, off, patterns, ids, payments: told.length, silentIds, at };
}

/** The first one is switched off for the second time. Webhooks that could not be switched are left out. */
async function switchOff(context: Context, first: Hook | undefined, second: Hook | undefined): Promise<Hook[]> {
  const off: Hook[] = [];
  for (const [hook, ways] of [
    [first, [false, true, false]],
    [second, [false]],
  ] as const) {
    if (!hook) continue;
    try {
      for (const way of ways) await activate(context, hook, way);
      off.push(hook);
    } catch (error) {
      if (!(error instanceof NotObserved)) throw error;
    }
  }
  return off;
}

/** Payments that are recorded, or that go to the agency, of clients that had others confirmed before. */
async function unheard(context: Context, client: string, other: string | undefined): Promise<number[]> {
  const ids: (number | undefined)[] = [];
  for (const owner of [client, ...(other === undefined ? [] : [other])]) {
    if (context.fence.has("recordPayment"))
      ids.push(await pay(context, "recordPayment", "client", owner).catch(() => undefined));
    ids.push(await pay(context, "confirmPayment", "agency", owner).catch(() => undefined));
  }
  await context.settle();
  return ids.filter((id) => id !== undefined);
}
