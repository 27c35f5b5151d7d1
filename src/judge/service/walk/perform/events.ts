/** The steps of a walk that make something happen: payments, events of an App, and both while nobody listens. */

import { setTimeout as sleep } from "node:timers/promises";
import { isObject } from "../../../answers.ts";
import { NotObserved } from "../../../check.ts";
import { EVENT } from "../../webhook.ts";
import type { StepOf } from "../steps/steps.ts";
import { type Ground, ownerOf } from "./ground.ts";

/** For how long connections are refused at most, in milliseconds. */
const REFUSED_MS = 1500;

/** Records or confirms payments of one client at once, if the driver can. */
export async function payOne(ground: Ground, { owner, paidTo, confirmed, times }: StepOf<"pay">): Promise<void> {
  const { context, model } = ground;
  const client = ownerOf(ground, "client", owner);
  const call = confirmed ? "confirmPayment" : "recordPayment";
  if (client === undefined || !context.fence.has(call)) return;
  const isToAgency = paidTo === "agency";
  const one = async () => {
    const from = performance.now();
    const paid = context.fence.call<unknown>(call, { paidTo, client }).then((told) => ({ id: idOf(context, told) }));
    // A driver need not be able to do more than to confirm a payment of the client.
    const isTried = isToAgency || !confirmed || owner === 1;
    const told = await (isTried ? paid.catch(() => undefined) : paid);
    if (!told) return;
    if (told.id === undefined && confirmed && !isToAgency) context.payments.areUnknown = true;
    if (confirmed && !isToAgency) ground.last.set(client, from);
    model.happened({ kind: "client", owner: client, name: EVENT, counts: confirmed, isToAgency, id: told.id, from });
  };
  // Without ids deliveries are told apart by time, so that one event is pending at most.
  if (context.payments.areUnknown && model.pending.length > 0) await context.settle();
  if (context.payments.areUnknown) await one();
  else {
    await Promise.all(Array.from({ length: times }, one));
    context.listener?.acted(times);
  }
}

/** The id that the driver reports for a payment, if any, and if no other payment has it. */
const idOf = ({ payments }: Ground["context"], told: unknown) =>
  isObject(told) && typeof told["id"] === "number" ? payments.keep(told["id"]) : undefined;

/** Dispatches events to an App, if the driver can and no other one is pending, because they have no id. */
export async function dispatch(ground: Ground, step: StepOf<"dispatch">): Promise<void> {
  const { owner, names = [EVENT], isTried = owner === 1 } = step;
  const { context, model } = ground;
  const app = ownerOf(ground, "app", owner);
  const isPending = model.pending.some(({ kind }) => kind === "app");
  if (app === undefined || !context.fence.has("dispatchAppEvent") || isPending) return;
  await context.appsExist();
  const from = performance.now();
  const told = await Promise.allSettled(names.map((name) => context.dispatch(app, name)));
  const failed = told.find((one) => one.status === "rejected");
  if (failed && !isTried && names.length === 1) throw failed.reason;
  ground.last.set(app, from);
  const isNamed = names.some((name) => name !== EVENT);
  for (const name of new Set(names.filter((_, index) => told[index]?.status === "fulfilled")))
    model.happened({ kind: "app", owner: app, name, isNamed, counts: true, id: undefined, from });
}

/**
 * Makes events happen while every connection is refused; nothing may be pending before. A service that retries for ever
 * would never settle while nobody listens.
 */
export async function refuse({ context, model }: Ground, happen: () => Promise<unknown>): Promise<void> {
  const { listener } = context;
  if (!listener) return;
  let settled: Promise<unknown> = Promise.resolve();
  await context.appsExist();
  await listener.refuse(async () => {
    await happen();
    settled = context.settle();
    await Promise.race([settled, sleep(REFUSED_MS)]);
  });
  await settled;
  // Refused connections may have ended webhooks of an App (U-25).
  const reachesAll = context.world.sendsToApps();
  const isReached = (app: string) => reachesAll || model.pending.some(({ owner }) => owner === app);
  context.spare = context.spare.filter(
    ({ kind, owner, request }) => kind === "client" || !isReached(owner) || !String(request["events"]).includes(EVENT),
  );
  if (listener.isLost) throw new NotObserved("receiver_port: the judge could not listen again where it had");
  model.lostSight(performance.now());
}
