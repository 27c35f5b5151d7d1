/** When a payment that did not come is a breach: only if nothing that the service may do explains it. */

import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { Fence } from "../../src/judge/fence.ts";
import type { Ground } from "../../src/judge/service/options.ts";
import { Settling } from "../../src/judge/service/settling.ts";
import type { Tracked } from "../../src/judge/service/walk/due/due.ts";
import { hasCopies } from "../../src/judge/service/walk/due/evidence.ts";
import { Model } from "../../src/judge/service/walk/due/model.ts";
import { cameLate } from "../../src/judge/service/walk/findings/finding.ts";
import type { Hook, Kind } from "../../src/judge/service/webhook.ts";
import type { Received } from "../../src/judge/trace.ts";
import type { Switches } from "../services/service.ts";
import { listening } from "../support/judge-listener.ts";
import { accusationsIn, judgeService } from "./judged.ts";

const OWNERS = { client: "/api/clients/1", app: "/api/apps/7" } as const;
type Came = Received & { readonly id: number };

/** A time after every one before. */
function later(): number {
  const from = performance.now();
  while (performance.now() === from);
  return performance.now();
}

const PAID = { kind: "client", name: "paid", counts: true } as const;

/**
 * Plays a story of a webhook, and returns what is violated at its end: `pay1`, or `rec1` for one that is recorded only,
 * an attempt at that payment and its answer (`1:503`, `1:200!` if nobody read it, `1:503_` if it comes when the webhook
 * is off), `off`, `switch` off and on, an event of an `app`, and `|`, where all is judged, and nothing is violated
 * before the last.
 */
function violatedIn(story: string, kind: Kind = "client"): string[] {
  const came: Came[] = [];
  const hook = { kind, owner: OWNERS[kind], endpoint: {}, request: {} } as unknown as Hook;
  const tracked: Tracked = {
    ...{ slot: 0, hook, names: ["paid"], active: true, isUnsure: false, isOwed: false },
    ...{ onAt: 0, offAt: Number.POSITIVE_INFINITY, lostAt: -1 },
  };
  const model = new Model({
    posts: () => came,
    eventOf: () => undefined,
    idOf: (one) => (one as Came).id,
    hasCopies: () => false,
    sendsToApps: () => false,
    isSure: () => true,
    isSigned: () => true,
  });
  model.created(tracked);
  let found: string[] = [];
  for (const step of story.split(" ")) {
    const at = later();
    const [, id, status, end] = /^(\d):(\d+)([!_]?)$/.exec(step) ?? [];
    expect(found).toEqual([]);
    if (step === "|") {
      found = [...model.judge(), ...model.late()].map(
        ({ rule, isByOrder }) => `${rule}${isByOrder ? " by order" : ""}`,
      );
      model.forget();
    } else if (step === "off") {
      model.switching(tracked);
      model.switched(tracked, false, at, later());
      for (const one of came) one.answeredAt = Math.min(one.answeredAt, later());
    } else if (step === "switch")
      for (const active of [false, true]) model.switched(tracked, active, performance.now(), performance.now());
    else if (step === "app") model.happened({ ...PAID, kind: "app", owner: OWNERS.app, id: undefined, from: at });
    else if (id === undefined) {
      const counts = step.startsWith("pay");
      model.happened({ ...PAID, counts, owner: OWNERS.client, id: Number(step.slice("pay".length)), from: at });
    } else
      came.push({
        ...{ id: Number(id), at, begunAt: at, reply: Number(status), isUnread: end === "!" },
        answeredAt: end === "_" ? Number.POSITIVE_INFINITY : at,
        ...{ method: "POST", target: "/", headers: [], body: Buffer.of(), cut: undefined },
      });
  }
  return found;
}

it.each([
  [
    "is one if an earlier payment was tried before it and retried after it, and a later one arrives",
    ...["pay1 1:503 pay2 1:200 | pay3 3:200 |", "hears by order"],
  ],
  ["is none if it comes late, after all", "pay1 1:503 pay2 1:200 | pay3 3:200 2:200 |"],
  [
    "is none if the service may have switched the webhook off for a time (U-25, N-3-01)",
    "pay1 1:503 1:503 pay2 | pay3 3:200 |",
  ],
  ["is none if it was switched off and on since", "pay1 1:503 pay2 1:200 | switch pay3 3:200 |"],
  [
    "is none if a retry that was missing comes late, after an event of an App",
    "pay1 1:503 1:503 pay2 2:503 | app 2:503 |",
  ],
  [
    "is one if a failure was not retried, and a later payment arrives",
    ...["pay1 1:503 1:503 pay2 2:503 | pay3 3:200 |", "retries"],
  ],
  [
    "is none if the service did not read the answer to an earlier one, which may have switched it off (U-25)",
    "pay1 1:200! | pay2 |",
  ],
  ["is one if it is retried while the webhook is off", "pay1 1:503_ off 1:200 |", "silent by order"],
  ["is none if another one comes then, although an event of an App is pending", "app pay1 pay2 1:503_ off 2:200 |"],
])("%s: %s", (...[, story = "", violated]) => {
  expect(violatedIn(story)).toEqual(violated === undefined ? [] : [violated]);
});

it.each([
  ["is one if it can be for a payment alone that was only recorded", "app 7:200 | rec1 1:200 |", "silent"],
  ["is one if it comes late, and no event was dispatched since", "app 7:200 | rec1 | 1:200 |", "silent"],
  ["is none if it may be an event beside the payment, whose body is open (U-27)", "rec1 app 1:200 |"],
  ["is none if it may be an event that was not over before the payment", "app rec1 1:200 |"],
  ["is none if it may be a later event", "rec1 | app 1:200 |"],
])("what reaches an app webhook with the id of a payment %s: %s", (...[, story = "", violated]) => {
  expect(violatedIn(story, "app")).toEqual(violated === undefined ? [] : [violated]);
});

it("keeps which answers a service did not read: it had hung up, or its time-out was over", async () => {
  const { trace, listener, endpoint, url } = await listening();
  const post = (signal?: AbortSignal) => fetch(url, { method: "POST", ...(signal && { signal }) }).catch(() => {});
  const isUnread = () => trace.of("arrived").map(({ one }) => one.isUnread);
  await post();
  endpoint.reply = "silence";
  const leaving = new AbortController();
  const left = post(leaving.signal);
  await expect.poll(isUnread).toEqual([false, false]);
  leaving.abort();
  await left;
  await expect.poll(isUnread).toEqual([false, true]);
  endpoint.reply = { status: 200, afterMs: 30 };
  listener.attemptMs = 10;
  await post();
  expect(isUnread()).toEqual([false, true, true]);
  await listener.stop();
});

/** Sends twenty requests at once, gives up every other one, and says so. */
const SENDER = `
  const { connect } = require("node:net");
  const { port, text, done } = require("node:worker_threads").workerData;
  const sent = (_, index) => new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.on("close", resolve).write(text, () => (index % 2 ? socket.destroy() : resolve()));
  });
  Promise.all(Array.from({ length: 20 }, sent)).then(() => Atomics.notify(done, 0, Atomics.store(done, 0, 1)));
`;

it("takes no delivery for a later one that was sent before settle() returned and waited for the judge", async () => {
  const { trace, listener, endpoint, url } = await listening();
  const fence = new Fence({ settle: async () => {} }, 1000, trace);
  const settling = new Settling({ driver: {}, options: {}, fence, trace, listener } as unknown as Ground);
  const text = `POST ${endpoint.target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`;
  const done = new Int32Array(new SharedArrayBuffer(4));
  const sender = new Worker(SENDER, { eval: true, workerData: { port: new URL(url).port, text, done } });
  await once(sender, "online");
  // Nothing is read meanwhile.
  Atomics.wait(done, 0, 0);
  await settling.settle();
  await expect.poll(() => trace.of("arrived").length).toBe(20);
  expect(trace.unannounced).toEqual([]);
  await fetch(url, { method: "POST" });
  expect(trace.unannounced).toHaveLength(1);
  await Promise.all([sender.terminate(), listener.stop()]);
});

it("sends an answer that is held once nothing is to be done meanwhile", async () => {
  const { trace, listener, url } = await listening({ status: 503, afterMs: 600_000, isHeld: true });
  const answer = fetch(url, { method: "POST" });
  await expect.poll(() => trace.of("arrived")).toHaveLength(1);
  listener.release();
  expect((await answer).status).toBe(503);
  await listener.stop();
});

it("acknowledges, where a receiver fails, what comes again of one payment, and no other", async () => {
  const { listener, endpoint, url } = await listening(500);
  const headers = { "Content-Type": "application/json" };
  const statusOf = async (id?: number) => {
    const request = { method: "POST", headers, body: JSON.stringify({ id }) };
    return (await fetch(url, request)).status;
  };
  expect([await statusOf(1), await statusOf(1)]).toEqual([500, 500]);
  endpoint.acknowledges = { after: 1, since: performance.now() };
  const found = [await statusOf(1), await statusOf(2), await statusOf(1), await statusOf(), await statusOf()];
  expect(found).toEqual([500, 500, 200, 500, 200]);
  await listener.stop();
});

it("sees copies in what follows a plain 200, not in what a client may take for a retry of a failure", () => {
  const after = (reply: Received["reply"]) =>
    hasCopies([{ at: 1, answeredAt: 2, reply } as Received, { at: 3, answeredAt: 4, reply: 200 } as Received], () => 7);
  expect(after(200)).toBe(true);
  for (const reply of [{ status: 200, isHinted: true }, 205, 503, "reset"] as const) expect(after(reply)).toBe(false);
});

it("counts as late what comes later than an attempt may take", () => {
  const event = { from: 1000 } as Parameters<typeof cameLate>[0][number]["event"];
  const at = (...times: number[]) => ({ event, came: times.map((at) => ({ at }) as Received) });
  expect(cameLate([at(1100, 1900), at(), at(1499)], 500)).toBe(false);
  expect(cameLate([at(1100), at(1501)], 500)).toBe(true);
});

/** Each first attempt outlasts the shortest time-out. `isLost`: which payments reach nobody, by their number. */
function late(isLost: (payment: number) => boolean) {
  let payments = 0;
  const receives: Switches["receives"] = (hook, event, owner) =>
    hook.active && hook.events.includes(event) && hook.owner === owner && !isLost(++payments);
  return judgeService({ delayMs: () => 1100, receives }, { only: ["deliver.row"] });
}

it("must show again where others come as late as an attempt may time out", async () => {
  const [once, often] = await Promise.all([late((payment) => payment === 3), late((payment) => payment % 3 === 0)]);
  expect(accusationsIn(once)).toEqual([]);
  expect(accusationsIn(often).map(({ id }) => id)).toEqual(["deliver.row"]);
});
