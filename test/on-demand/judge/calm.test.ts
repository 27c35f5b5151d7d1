/** No service is accused of what the judge may have caused: it was held up, or has too many webhooks of its own. */

import { expect, it } from "vitest";
import { type ServiceDriver, testService } from "../../../src/judge/index.ts";
import { accusationsIn, describeAccusations, judgeService } from "../../judge/judged.ts";
import { EVENT, type Switches, startService } from "../../services/service.ts";
import { VARIANTS } from "../../services/variants.ts";

/** Longer than any attempt is waited for. */
const STALL_MS = 1100;

/** Stops this thread, and the judge with it, without taking the processor from others. */
function holdUp(ms = STALL_MS): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Loses every fifth payment: as a service that gave up while the judge was held up, or one with a fault. */
const losing = (isHeldUp: boolean, howMany: number): Partial<Switches> => {
  let [count, lost] = [0, 0];
  return {
    emits: ({ confirmed, paidTo }) => {
      if (!confirmed || paidTo !== "client") return [];
      if (++count % 5 !== 0 || lost >= howMany) return [EVENT];
      lost++;
      if (isHeldUp) holdUp();
      return [];
    },
  };
};
const row = async (switches: Partial<Switches>) =>
  accusationsIn(await judgeService(switches, { only: ["deliver.row"] })).map(({ id }) => id);

it.concurrent("accuses a service of a lost delivery, unless the judge was held up at that time", async () => {
  expect(await row(losing(true, 2))).toEqual([]);
  expect(await row(losing(false, 2))).toEqual(["deliver.row"]);
  // So would a service that keeps the contract look on a machine that is always busy.
  expect(await row(losing(true, 1000))).toEqual([]);
  expect(await row(losing(false, 1000))).toEqual(["deliver.row"]);
});

it.concurrent("finds a service that refuses second webhooks, though the judge was held up", async () => {
  let isHeldUp = false;
  const report = await judgeService(
    {
      refuses: ({ kind, hooks }) => {
        if (!isHeldUp) holdUp();
        isHeldUp = true;
        return kind === "client" && hooks.some((hook) => hook.kind === "client");
      },
    },
    { only: ["client.several"] },
  );
  expect(accusationsIn(report).map(({ id }) => id)).toEqual(["client.several"]);
});

it.concurrent("finds what shows on fresh ground alone, though the judge was held up", async () => {
  let isHeldUp = false;
  const report = await judgeService(
    {
      emits: ({ confirmed, paidTo }) => {
        if (!isHeldUp) holdUp();
        isHeldUp = true;
        return confirmed && paidTo === "client" ? [EVENT] : [];
      },
      // As long as a client has no webhook, its payments go to another one.
      receives: (hook, event, owner, hooks) =>
        hook.active &&
        hook.events.includes(event) &&
        (hook.owner === owner || (hook.kind === "client" && !hooks.some((one) => one.owner === owner))),
    },
    { only: ["deliver.other-client"] },
  );
  expect(accusationsIn(report).map(({ id }) => id)).toEqual(["deliver.other-client"]);
});

it.concurrent("switches off what earlier groups created, where the driver cannot reset", async () => {
  const { reset: _, ...driver } = await startService();
  const made: unknown[] = [];
  const off = new Set<unknown>();
  const spied: ServiceDriver = {
    ...driver,
    async setClientWebhookActive(webhook, active) {
      if (active) made.push(webhook.request.url);
      else off.add(webhook.request.url);
      await driver.setClientWebhookActive?.(webhook, active);
    },
  };
  const report = await testService(spied, { only: ["client deliveries", "app retries"], requestTimeoutMs: 60_000 });
  expect(accusationsIn(report)).toEqual([]);
  expect(made.length).toBeGreaterThan(5);
  expect(made.filter((url) => !off.has(url))).toEqual([]);
});

it.concurrent.each([
  ["a delivery at a URL that two webhooks share", "off-after-first-failure", 1034],
  ["a delivery at a URL that a second webhook has since", "off-after-first-failure", 1036],
  ["a copy that was under way when the webhook was switched off", "deliveries-doubled", 1028],
])("takes %s for no proof", async (_, id, seed) => {
  const [subject] = VARIANTS.filter((variant) => variant.id === id);
  const report = await judgeService(subject?.switches ?? {}, { only: ["walk"], seed });
  expect(subject).toBeDefined();
  expect(describeAccusations(report)).toEqual([]);
});

it("accuses no service whose attempts time out in a row of connections, of which each turn accepts one", async () => {
  let next: NodeJS.Immediate | undefined;
  const turn = () => {
    holdUp(15);
    next = setImmediate(turn);
  };
  turn();
  try {
    let timeouts = 0;
    const broke = (_: unknown, code: string | undefined) => void (code === "ETIMEDOUT" && timeouts++);
    const report = await judgeService({ attempts: 2, attemptTimeoutMs: 300, broke }, { only: ["deliver.many"] });
    expect(timeouts).toBeGreaterThan(100);
    expect(accusationsIn(report)).toEqual([]);
  } finally {
    clearImmediate(next);
  }
});
