import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROFILES, startBench } from "../../sandbox/support.ts";

const WEBHOOKS = 500;
const HANGING = 5;

describe.each(PROFILES)("500 webhooks, 5 of them hanging, with the profile %s", async (profile) => {
  const bench = await startBench(profile, {
    // Longer than the test may take: a delivery that waits for a hanging receiver is too late.
    overrides: { timeoutSeconds: 300, maxAttempts: 1, clientWebhookInitiallyActive: true },
  });
  beforeAll(async () => {
    for (let i = 0; i < WEBHOOKS; i++) await bench.post("/api/client_webhooks", body(i));
  });
  afterAll(() => bench.stop());
  const body = (i: number) => ({
    client: bench.clientIri,
    name: `webhook ${i}`,
    events: ["case_file.payment.confirmed"],
    url: `https://hooks.example.com/${i < HANGING ? "hang" : "fine"}/${i}`,
  });

  it("delays none of the healthy ones", async () => {
    const { receiver, sandbox } = bench;
    receiver.answer((response, { path }) => (path.startsWith("/hang") ? undefined : response.writeHead(204).end()));
    // Several events, so that the hanging ones have more to send than may be under way at a time.
    for (let i = 0; i < 4; i++) await bench.pay();
    const fine = (WEBHOOKS - HANGING) * 4;
    while (receiver.received.filter(({ path }) => path.startsWith("/fine")).length < fine)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const { deliveries } = await sandbox.control.state();
    expect(deliveries.delivered).toBeGreaterThan(fine - 100);
    expect(deliveries.sending + deliveries.pending).toBeGreaterThanOrEqual(HANGING * 4);
  });
});
