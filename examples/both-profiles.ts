import { startSandbox } from "collections-contract/sandbox";

for (const profile of ["default", "strict"]) {
  const sandbox = await startSandbox({ profile, clock: "virtual" });
  const api = await sandbox.client(); // ... the code under test gets it
  const { secret } = await sandbox.registerWebhook();
  const { deliveries } = await sandbox.payAndSettle();
  console.log(profile, typeof api, secret.length > 0, deliveries.length);
  await sandbox.stop();
}
