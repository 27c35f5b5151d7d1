import { type Sandbox, startSandbox } from "collections-contract/sandbox";
import { expect, test } from "vitest";

/** A test that gets a sandbox of its own, which is stopped after it. */
const withProfile = (profile: "default" | "strict") =>
  test.extend<{ sandbox: Sandbox }>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of fixtures from this pattern.
    sandbox: async ({}, use) => {
      const sandbox = await startSandbox({ profile, clock: "virtual" });
      await use(sandbox);
      await sandbox.stop();
    },
  });

for (const profile of ["default", "strict"] as const) {
  withProfile(profile)(`a payment is delivered, with the profile ${profile}`, async ({ sandbox }) => {
    const { secret } = await sandbox.registerWebhook();
    const { payment, deliveries } = await sandbox.payAndSettle({ amount: 12_550 });
    expect([typeof secret, payment.amount, deliveries.length]).toEqual(["string", 12_550, 1]);
  });
}
