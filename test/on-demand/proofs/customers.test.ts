/**
 * The example for many customers with a thousand of them: tokens of all are refreshed by two processes at the same
 * time, one process is killed under payments, and each payment is booked once. `npm run prove -- proofs/customers` runs
 * it at full length.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SKIP_POSTGRES } from "../../../scripts/servers/postgres.ts";
import { bookingsIn, connectCustomer, customersPlace, type Place, registerWebhook } from "../../support/customers.ts";
import { rounds } from "../../support/proof.ts";

const CUSTOMERS = rounds(20, 1000);
const ids = Array.from({ length: CUSTOMERS }, (_, index) => index + 1);
const nameOf = (id: number) => `customer-${id}`;

/** Runs `work` for each id, eight at the same time. */
async function forEach(work: (id: number) => Promise<unknown>): Promise<void> {
  const left = [...ids];
  const one = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) await work(id);
  };
  await Promise.all(Array.from({ length: 8 }, one));
}

describe.skipIf(SKIP_POSTGRES)(`${CUSTOMERS} customers${SKIP_POSTGRES}`, () => {
  let place: Place;
  beforeAll(async () => {
    place = await customersPlace(CUSTOMERS, { accessTokenLifetimeSeconds: 2, refreshRotation: true });
    await Promise.all(place.apps.map((app) => app.start()));
  });
  afterAll(() => place?.remove());

  it("connects all, refreshes their tokens in both processes, and books each payment once", async () => {
    const [a, b] = place.apps;
    const startedAt = performance.now();
    await forEach(async (id) => {
      const { answer } = await connectCustomer(nameOf(id), id, id % 2 ? a : b, id % 2 ? b : a);
      expect(answer.status).toBe(302);
      await registerWebhook(id % 2 ? a : b, nameOf(id), id);
    });
    const connectedAt = performance.now();
    // All tokens have expired. A webhook of each process for each customer, so each payment comes three times.
    await sleep(2_100);
    await forEach((id) => Promise.all(place.apps.map((app) => registerWebhook(app, nameOf(id), id))));
    const refreshedAt = performance.now();
    const metrics = await Promise.all(place.apps.map(async (app) => (await app.ask("GET", "/metrics")).text()));
    const refreshes = [...metrics.join("").matchAll(/tokens_refreshes_total\{outcome="ok"\} (\d+)/g)];
    const failed = [...metrics.join("").matchAll(/tokens_refreshes_total\{outcome="failed"\} (\d+)/g)];
    expect(failed.map(([, count]) => count)).toEqual(["0", "0"]);
    expect(refreshes.reduce((sum, [, count]) => sum + Number(count), 0)).toBeGreaterThanOrEqual(CUSTOMERS);

    const expected: string[] = [];
    await forEach(async (id) => {
      const client = `/api/clients/${id}`;
      const { payment } = await place.sandbox.control.createPayment({ client, paidTo: "client", confirmed: true });
      expected.push(`${nameOf(id)}/${payment.id}`);
      if (expected.length === Math.floor(CUSTOMERS / 2)) await a.stop("SIGKILL");
      if (expected.length === Math.floor((CUSTOMERS * 3) / 4)) await a.start();
    });
    await expect.poll(() => bookingsIn(place.pool), { timeout: 240_000, interval: 500 }).toEqual([...expected].sort());
    // Nothing is booked again by what still comes.
    await place.sandbox.control.settle();
    await sleep(1_000);
    expect(await bookingsIn(place.pool)).toHaveLength(CUSTOMERS);
    const seconds = [startedAt, connectedAt, refreshedAt].map((at) => Math.round((performance.now() - at) / 1000));
    process.stdout.write(
      `\n${CUSTOMERS} customers: ${seconds.join(", ")} s before the end: begun, connected, refreshed\n`,
    );
  });
});
