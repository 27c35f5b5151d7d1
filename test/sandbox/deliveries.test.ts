/**
 * Deliveries of both profiles: what the interface description leaves open. The judge asks the sandbox for what is
 * stated, such as who receives an event and which answers have it repeated: test/judge/sandbox.test.ts.
 */

import { afterAll, afterEach, describe, expect, it } from "vitest";
import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import { isPaymentSnapshot } from "../../generated/validators.ts";
import { verifySignature } from "../../src/signature/node.ts";
import { EVENT, ORIGIN, PROFILES, startBench, startReceiver, status } from "./support.ts";

describe.each(PROFILES)("deliveries with the profile %s", async (profile) => {
  const bench = await startBench(profile);
  let paths = 0;
  const path = () => `/hook-${++paths}`;

  afterAll(() => bench.stop());
  afterEach(async () => {
    bench.receiver.answer(status(204));
    await bench.sandbox.driver.settle?.();
    await bench.sandbox.control.reset();
  });
  const settle = () => bench.sandbox.driver.settle?.();
  const webhook = async () => {
    const to = path();
    return { to, ...(await bench.clientWebhook(to)) };
  };
  const payAndSettle = async () => {
    const payment = await bench.pay();
    await settle();
    return payment;
  };
  const last = async (payment: number) => (await bench.sandbox.control.deliveries({ payment })).deliveries[0];

  it("sends the snapshot, signed over the bytes that are sent", async () => {
    const { secret, to } = await webhook();
    const payment = await payAndSettle();
    const [received] = bench.receiver.at(to);
    expect(bench.receiver.at(to)).toHaveLength(1);
    const body = JSON.parse(received?.body.toString() ?? "");
    expect(isPaymentSnapshot(body)).toBe(true);
    expect(body).toMatchObject({ "@event": EVENT, id: payment, paidTo: "client" });
    expect(received?.headers["content-type"]).toBe(bench.settings.clientDeliveryMediaType);
    const signature = received?.headers[SIGNATURE_HEADER.toLowerCase()] as string;
    expect(verifySignature(received?.body ?? Buffer.of(), signature, secret)).toBe(true);
    expect(/[A-F]/.test(signature)).toBe(bench.settings.hexCase === "upper");
    const confirmedAt = { default: /:\d\d\+01:00$/, strict: /\.\d{3}\+0100$/ }[profile];
    expect(body.confirmedAt).toMatch(confirmedAt);
  });

  it("reaches a forwarded receiver under the registered host", async () => {
    const { to } = await webhook();
    await payAndSettle();
    expect(bench.receiver.at(to)[0]?.headers.host).toBe(new URL(ORIGIN).host);
  });

  it("confirms a payment once", async () => {
    const { to } = await webhook();
    const payment = await bench.pay();
    await expect(bench.sandbox.control.confirmPayment(payment)).rejects.toMatchObject({ code: "control_refused" });
    await settle();
    expect(bench.receiver.at(to)).toHaveLength(1);
  });

  it("retries whatever is no 2xx with the same bytes until one is, at the times of the schedule", async () => {
    const { to } = await webhook();
    bench.receiver.answer((response, _received, nth) => status([500, 404, 302, 200][nth] ?? 200)(response));
    const payment = await payAndSettle();
    const detail = await bench.sandbox.control.delivery((await last(payment))?.id ?? 0);
    expect(detail.attempts.map((one) => one.status)).toEqual([500, 404, 302, 200]);
    expect(detail.state).toBe("delivered");
    expect(new Set(bench.receiver.at(to).map(({ body }) => body.toString("base64"))).size).toBe(1);
    const starts = detail.attempts.map(({ startedAt }) => Date.parse(startedAt));
    for (const [i, seconds] of bench.settings.retryScheduleSeconds.slice(0, 3).entries()) {
      const pause = ((starts[i + 1] ?? 0) - (starts[i] ?? 0)) / 1000;
      expect(pause).toBeGreaterThanOrEqual(seconds);
      expect(pause).toBeLessThanOrEqual(seconds * (1 + bench.settings.retryJitter));
    }
  });

  it("makes all attempts of the schedule in the blink of an eye, then gives up as the profile says", async () => {
    const { id, to } = await webhook();
    bench.receiver.answer(status(500, {}, "not today"));
    const payment = await bench.pay();
    const started = performance.now();
    await settle();
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(bench.receiver.at(to)).toHaveLength(bench.settings.maxAttempts);
    const summary = await last(payment);
    expect(summary).toMatchObject({ state: "failed", attempts: bench.settings.maxAttempts, status: 500 });
    expect((await bench.sandbox.control.delivery(summary?.id ?? 0)).attempts[0]?.responseBody).toBe("not today");
    const found = (await bench.sandbox.control.state()).clientWebhooks.find((one) => one.id === id);
    expect(found?.active).toBe(bench.settings.afterLastAttempt === "keep");
  });

  it("retries a connection that breaks", async () => {
    await webhook();
    bench.receiver.answer((response, _received, nth) =>
      nth === 0 ? response.socket?.destroy() : status(200)(response),
    );
    const payment = await payAndSettle();
    expect(await last(payment)).toMatchObject({ state: "delivered", attempts: 2 });
  });

  it("gives up waiting for an answer after the time-out", async () => {
    await webhook();
    await bench.sandbox.control.setProfile({ timeoutSeconds: 0.2 });
    bench.receiver.answer((response, _received, nth) => (nth === 0 ? undefined : status(200)(response)));
    const payment = await payAndSettle();
    await bench.sandbox.control.setProfile({ timeoutSeconds: bench.settings.timeoutSeconds });
    const detail = await bench.sandbox.control.delivery((await last(payment))?.id ?? 0);
    expect(detail.attempts.map((one) => one.error)).toEqual(["timeout", null]);
    expect(detail.attempts[0]?.durationMs).toBeGreaterThanOrEqual(190);
  });

  it("reads a bounded part of an answer", async () => {
    await webhook();
    bench.receiver.answer(status(200, {}, "x".repeat(5_000_000)));
    const payment = await payAndSettle();
    const detail = await bench.sandbox.control.delivery((await last(payment))?.id ?? 0);
    expect(detail.state).toBe("delivered");
    expect(detail.attempts[0]?.responseBody.length).toBe(4096);
  });

  it("sends no retry to a webhook that was switched off, and drops or keeps it as the profile says", async () => {
    const { id, to } = await webhook();
    const { control } = bench.sandbox;
    bench.receiver.answer(status(500));
    const payment = await bench.pay();
    await control.settle();
    await control.setClientWebhookActive(id, false);
    await control.advance(200_000);
    expect(bench.receiver.at(to)).toHaveLength(1);
    const kept = bench.settings.pendingOnDeactivation === "keep";
    expect((await last(payment))?.state).toBe(kept ? "held" : "dropped");
    bench.receiver.answer(status(200));
    await control.setClientWebhookActive(id, true);
    await settle();
    expect(bench.receiver.at(to)).toHaveLength(kept ? 2 : 1);
  });

  it("410 switches the webhook off, if the profile says so", async () => {
    const { to } = await webhook();
    bench.receiver.answer(status(410));
    await payAndSettle();
    expect(bench.receiver.at(to)).toHaveLength(bench.settings.goneDeactivates ? 1 : bench.settings.maxAttempts);
  });

  it("keeps the order of the events of a webhook, if the profile says so", async () => {
    const { to } = await webhook();
    bench.receiver.answer((response, _received, nth) => status(nth === 0 ? 500 : 200)(response));
    const payments = [await bench.pay(), await bench.pay(), await bench.pay()];
    await settle();
    const order = bench.receiver.at(to).map(({ body }) => JSON.parse(body.toString()).id);
    const inOrder = [payments[0], ...payments];
    if (bench.settings.ordering === "webhook") expect(order).toEqual(inOrder);
    else expect(order.at(-1)).toBe(payments[0]);
    expect(order).toHaveLength(4);
  });

  it("follows a redirect as well, if the profile says so, and takes the redirect for the answer", async () => {
    const [from, to] = [path(), path()];
    await bench.clientWebhook(from);
    bench.receiver.answer((response, received) =>
      received.path === from ? status(307, { location: ORIGIN + to })(response) : status(204)(response),
    );
    const payment = await payAndSettle();
    expect(await last(payment)).toMatchObject({ state: "failed", status: 307, attempts: bench.settings.maxAttempts });
    expect(bench.receiver.at(to)).toHaveLength(bench.settings.followRedirects ? bench.settings.maxAttempts : 0);
  });

  it("never follows a redirect to an address of its own network", async () => {
    const inner = await startReceiver();
    const from = path();
    await bench.clientWebhook(from);
    await bench.sandbox.control.setProfile({ maxAttempts: 1 });
    bench.receiver.answer(status(307, { location: `${inner.url}/secret` }));
    const payment = await payAndSettle();
    await bench.sandbox.control.setProfile({ maxAttempts: bench.settings.maxAttempts });
    expect(inner.received).toEqual([]);
    expect(await last(payment)).toMatchObject({ state: "failed", status: 307, error: null });
    await inner.stop();
  });

  it.each([1, 2])("repeats one to an App, of type %i, after a transport error as the profile says", async (type) => {
    const to = path();
    await bench.appWebhook(to, { responseHandlingType: type });
    bench.receiver.answer((response, _received, nth) =>
      nth === 0 ? response.socket?.destroy() : status(200)(response),
    );
    await bench.sandbox.driver.dispatchAppEvent?.(bench.appIri, EVENT);
    await settle();
    const received = bench.receiver.at(to);
    expect(received).toHaveLength(bench.settings.appTransportRetry === "waiting" && type === 2 ? 2 : 1);
    expect(received[0]?.headers["content-type"]).toBe(bench.settings.appDeliveryMediaType);
  });

  describe("on purpose", () => {
    it.each([
      ["happy-path", 1],
      ["flaky-receiver", 3],
      ["duplicate", 2],
      ["out-of-order", 2],
      ["slow", 1],
      ["wrong-signature", 1],
      ["payment-to-agency", 0],
    ] as const)("%s", async (scenario, deliveries) => {
      const { secret, to } = await webhook();
      const good = (one: { body: Buffer; headers: Record<string, unknown> }) =>
        verifySignature(one.body, one.headers["x-service-signature"] as string, secret);
      // Like a receiver: a wrong signature is refused.
      bench.receiver.answer((response, received) => status(good(received) ? 204 : 401)(response));
      const run = await bench.sandbox.control.run(scenario, { seconds: 0.2 });
      await settle();
      const received = bench.receiver.at(to);
      expect(received.filter(good)).toHaveLength(deliveries);
      expect(received.length).toBe(scenario === "wrong-signature" ? 2 : deliveries);
      if (scenario === "out-of-order" && bench.settings.ordering === "none") {
        expect(received.map(({ body }) => JSON.parse(body.toString()).id)).toEqual(run.payments.toReversed());
      }
      for (const id of run.deliveries) expect((await bench.sandbox.control.delivery(id)).state).toBe("delivered");
    });

    it("a burst", async () => {
      const { to } = await webhook();
      const run = await bench.sandbox.control.run("burst", { count: 300 });
      await settle();
      const ids = bench.receiver.at(to).map(({ body }) => JSON.parse(body.toString()).id);
      expect(ids.toSorted()).toEqual(run.payments.toSorted());
    });

    it("the fault switches spoil the next deliveries and then no more", async () => {
      const { to } = await webhook();
      const { control } = bench.sandbox;
      await control.setFaults([
        { kind: "duplicate", next: 1 },
        { kind: "drop", next: 1 },
      ]);
      for (let i = 0; i < 3; i++) await payAndSettle();
      expect(bench.receiver.at(to)).toHaveLength(2 + 2 + 1);
      expect(await control.faults()).toEqual([]);
    });
  });

  it("sends the same bytes again, but not to a webhook that is off", async () => {
    const { id, to } = await webhook();
    const payment = await payAndSettle();
    const { control } = bench.sandbox;
    const first = (await last(payment))?.id ?? 0;
    const again = await control.redeliver(first);
    await settle();
    const [one, two] = bench.receiver.at(to);
    expect(two?.body.equals(one?.body ?? Buffer.of())).toBe(true);
    expect(two?.headers["x-service-signature"]).toBe(one?.headers["x-service-signature"]);
    expect(again.redeliveryOf).toBe(first);
    await control.setClientWebhookActive(id, false);
    await expect(control.redeliver(first)).rejects.toMatchObject({ code: "control_refused" });
  });

  it("shows how the signature was computed", async () => {
    const { secret, to } = await webhook();
    const payment = await payAndSettle();
    const detail = await bench.sandbox.control.delivery((await last(payment))?.id ?? 0);
    const [received] = bench.receiver.at(to);
    expect(Buffer.from(detail.bodyBase64, "base64").equals(received?.body ?? Buffer.of())).toBe(true);
    expect(detail.signature).toMatchObject({ secret, value: received?.headers["x-service-signature"] });
    expect(detail.attempts[0]).toMatchObject({ number: 1, status: 204, error: null, fault: null });
  });
});
