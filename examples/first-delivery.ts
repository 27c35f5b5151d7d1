import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createReceiver } from "collections-contract";
import { createClient } from "collections-contract/client";
import { exchangeCode } from "collections-contract/oauth";
import { startSandbox } from "collections-contract/sandbox";

// 1. A receiver. It has no secret yet, so it refuses everything.
const secrets: string[] = [];
const paid = Promise.withResolvers<void>();
const receiver = createReceiver({
  secrets: () => secrets,
  on: {
    "case_file.payment.confirmed": ({ payload, verified }) => {
      console.log({ payment: payload.id, verified });
      paid.resolve();
    },
  },
});
const server = createServer(receiver.node).listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;

// 2. The service. It accepts only public URLs, so the sandbox forwards a public one to the receiver.
const sandbox = await startSandbox({ forward: { "https://hooks.example.com": `http://127.0.0.1:${port}` } });

// 3. A token. The sandbox gives a code without a browser.
const authorized = await sandbox.control.code();
const { accessToken } = await exchangeCode({ authUrl: sandbox.authUrl, ...authorized, allowInsecureLoopback: true });

// 4. A webhook. The answer contains its secret: keep it.
const client = createClient({ baseUrl: sandbox.baseUrl, accessToken, allowInsecureLoopback: true });
const webhook = await client.createClientWebhook({
  client: "/api/clients/1",
  name: "Payments",
  events: ["case_file.payment.confirmed"],
  url: "https://hooks.example.com/payments",
});
secrets.push(webhook.secret);

// 5. Confirm a payment to the client. The sandbox delivers it.
await sandbox.control.createPayment({ paidTo: "client", confirmed: true });
await paid.promise;
await sandbox.stop();
server.close();
