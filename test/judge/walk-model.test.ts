/** When a payment that did not come is a breach: only if nothing that the service may do explains it. */

import { expect, it } from "vitest";
import type { Tracked } from "../../src/judge/service/walk/known.ts";
import { Model } from "../../src/judge/service/walk/model.ts";
import type { Hook } from "../../src/judge/service/webhook.ts";
import type { Received, Reply } from "../../src/judge/wire/listener.ts";

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
    attempt: (id: number, reply: Reply) => {
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
