/** When a payment that did not come is a breach: only if nothing that the service may do explains it. */

import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { cameLate } from "../../src/judge/service/walk/finding.ts";
import type { Tracked } from "../../src/judge/service/walk/known.ts";
import { Model } from "../../src/judge/service/walk/model.ts";
import type { Hook } from "../../src/judge/service/webhook.ts";
import { Trace } from "../../src/judge/trace.ts";
import { Listener, type Received, type Reply } from "../../src/judge/wire/listener.ts";
import { accusationsIn, judgeService } from "./judged.ts";

const OWNER = "/api/clients/1";
type Came = Received & { readonly id: number };

const PAID = { kind: "client", name: "paid", counts: true } as const;

/** A client webhook, and a story of it in which payments and attempts follow each other. */
function story() {
  const came: Came[] = [];
  const hook = { kind: "client", endpoint: {}, request: {} } as unknown as Hook;
  const tracked: Tracked = {
    ...{ slot: 0, hook, owner: OWNER, names: ["paid"], active: true, isUnsure: false, isOwed: false },
    ...{ onAt: 0, offAt: Number.POSITIVE_INFINITY, lostAt: -1 },
  };
  const model = new Model({
    deliveries: () => came,
    eventOf: () => undefined,
    idOf: (one) => (one as Came).id,
    hasCopies: () => false,
    isSure: () => true,
    isSigned: () => true,
  });
  model.created(tracked);
  return {
    model,
    tracked,
    pay: (id: number) => model.happened({ ...PAID, owner: OWNER, id, from: performance.now() }),
    attempt: (id: number, reply: Reply, isUnread = false) => {
      const at = performance.now();
      came.push({
        id,
        at,
        reply,
        answeredAt: at,
        method: "POST",
        target: "/",
        headers: [],
        body: Buffer.of(),
        cut: undefined,
        isUnread,
      });
    },
    settle: () => {
      const found = model.judge();
      model.forget();
      return found.map(({ rule, isByOrder }) => ({ rule, isByOrder }));
    },
  };
}

it("is one if an earlier payment was tried before it and retried after it, and a later one arrives", () => {
  const { pay, attempt, settle } = story();
  pay(1);
  attempt(1, 503);
  pay(2);
  attempt(1, 200);
  expect(settle()).toEqual([]);
  pay(3);
  attempt(3, 200);
  expect(settle()).toEqual([{ rule: "hears", isByOrder: true }]);
});

it("is none if it comes late, after all", () => {
  const { pay, attempt, settle } = story();
  pay(1);
  attempt(1, 503);
  pay(2);
  attempt(1, 200);
  expect(settle()).toEqual([]);
  pay(3);
  attempt(3, 200);
  attempt(2, 200);
  expect(settle()).toEqual([]);
});

it("is none if the service may have switched the webhook off for a time (U-25, N-3-01)", () => {
  const { pay, attempt, settle } = story();
  pay(1);
  attempt(1, 503);
  attempt(1, 503);
  pay(2);
  expect(settle()).toEqual([]);
  pay(3);
  attempt(3, 200);
  expect(settle()).toEqual([]);
});

it("is none if it was switched off and on since", () => {
  const { model, tracked, pay, attempt, settle } = story();
  pay(1);
  attempt(1, 503);
  pay(2);
  attempt(1, 200);
  expect(settle()).toEqual([]);
  for (const active of [false, true]) model.switched(tracked, active, performance.now(), performance.now());
  pay(3);
  attempt(3, 200);
  expect(settle()).toEqual([]);
});

it("is none if a retry that was missing comes late, after an event of an App", () => {
  const { model, pay, attempt, settle } = story();
  pay(1);
  attempt(1, 503);
  attempt(1, 503);
  pay(2);
  attempt(2, 503);
  expect(settle()).toEqual([]);
  model.happened({ ...PAID, kind: "app", owner: "/api/apps/7", id: undefined, from: performance.now() });
  attempt(2, 503);
  expect(settle()).toEqual([]);
});

it("is one if a failure was not retried, and a later payment arrives", () => {
  const { pay, attempt, settle } = story();
  pay(1);
  attempt(1, 503);
  attempt(1, 503);
  pay(2);
  attempt(2, 503);
  expect(settle()).toEqual([]);
  pay(3);
  attempt(3, 200);
  expect(settle()).toEqual([{ rule: "retries", isByOrder: undefined }]);
});

it("is none if the service did not read the answer to an earlier one, which may have switched it off (U-25)", () => {
  const { pay, attempt, settle } = story();
  pay(1);
  attempt(1, 200, true);
  expect(settle()).toEqual([]);
  pay(2);
  expect(settle()).toEqual([]);
});

it("keeps which answers a service did not read: it had hung up, or its time-out was over", async () => {
  const trace = new Trace();
  const listener = new Listener(trace);
  const port = await listener.start("127.0.0.1", 0);
  const { target, since: _ } = Object.assign(listener.open("WhAAAAAAAAAAAAAA", { status: 200, afterMs: 80 }, ""), {
    since: 1,
  });
  const post = (ms: number) =>
    fetch(`http://127.0.0.1:${port}${target}`, { method: "POST", signal: AbortSignal.timeout(ms) }).catch(() => {});
  await post(3000);
  await post(40);
  await sleep(100);
  listener.attemptMs = 20;
  await post(3000);
  expect(trace.of("arrived").map(({ one }) => one.isUnread)).toEqual([false, true, true]);
  await listener.stop();
});

it("counts as late what comes later than an attempt may take", () => {
  const event = { from: 1000 } as Parameters<typeof cameLate>[0][number]["event"];
  const at = (...times: number[]) => ({ event, came: times.map((at) => ({ at }) as Received) });
  expect(cameLate([at(1100, 1900), at(), at(1499)], 500)).toBe(false);
  expect(cameLate([at(1100), at(1501)], 500)).toBe(true);
});

/** Leaves out one delivery of the whole run. `delayMs`: how long every first attempt takes to come. */
function losesOne(delayMs: number) {
  let payments = 0;
  return judgeService(
    {
      delayMs: () => delayMs,
      receives: (hook, event, owner) =>
        hook.active && hook.events.includes(event) && hook.owner === owner && ++payments !== 3,
    },
    { only: ["deliver.row"] },
  );
}

it("counts at once where all else comes quickly, and must show again where others come late, too", async () => {
  const [quick, late] = await Promise.all([losesOne(0), losesOne(1100)]);
  expect(accusationsIn(quick).map(({ id }) => id)).toEqual(["deliver.row"]);
  expect(accusationsIn(late)).toEqual([]);
});
