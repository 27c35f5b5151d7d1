import { startSandbox } from "collections-contract/sandbox";

for (const profile of ["default", "strict"]) {
  const sandbox = await startSandbox({ profile, clock: "virtual" });
  const api = await sandbox.client(); // your client code gets it, or sandbox.baseUrl and sandbox.authUrl
  const webhook = await sandbox.registerWebhook({ url: "https://hooks.example.com/payments" }); // its secret is there
  const { payment, deliveries } = await sandbox.payAndSettle({ amount: 12_550 }); // retries included
  // ... then assert what your code did with the payment
  console.log(profile, typeof api.createClientWebhook, webhook.secret.length > 0, payment.amount, deliveries.length);
  await sandbox.stop();
}
