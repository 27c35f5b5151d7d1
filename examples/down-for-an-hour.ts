import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "collections-contract/client";
import { startSandbox } from "collections-contract/sandbox";

const HOUR = 3600;
let isUp = false;
const endpoint = createServer((_request, response) => response.writeHead(isUp ? 204 : 503).end()).listen(
  0,
  "127.0.0.1",
);
await once(endpoint, "listening");
const { port } = endpoint.address() as AddressInfo;

async function isDelivered(retryScheduleSeconds: number[]): Promise<boolean> {
  const sandbox = await startSandbox({
    clock: "virtual",
    forward: { "https://hooks.example.com": `http://127.0.0.1:${port}` },
    overrides: { retryScheduleSeconds, maxAttempts: retryScheduleSeconds.length + 1 },
  });
  const accessToken = (await sandbox.driver.accessToken?.()) ?? "";
  const client = createClient({ baseUrl: sandbox.baseUrl, accessToken, allowInsecureLoopback: true });
  const events = ["case_file.payment.confirmed"];
  await client.createClientWebhook({
    client: "/api/clients/1",
    name: "Payments",
    events,
    url: "https://hooks.example.com/",
  });

  isUp = false;
  await sandbox.control.createPayment({ paidTo: "client", confirmed: true });
  await sandbox.control.advance(HOUR);
  isUp = true;
  await sandbox.control.advance(7 * 24 * HOUR);
  const { deliveries } = await sandbox.control.deliveries();
  await sandbox.stop();
  return deliveries[0]?.state === "delivered";
}

console.log({ quarterOfAnHour: await isDelivered([5, 30, 120, 600]) }); // { quarterOfAnHour: false }
console.log({ oneDay: await isDelivered([5, 300, 1800, 7200, 18000, 57600]) }); // { oneDay: true }
endpoint.close();
