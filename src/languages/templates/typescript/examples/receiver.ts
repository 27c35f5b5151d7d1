/**
 * A receiver of confirmed payments. Each payment becomes one line of the file PROCESSED, on disk before the answer is sent; the same file
 * is the memory for duplicates, so that they are known after a restart, too.
 *
 *     WEBHOOK_SECRET=... PORT=8080 PROCESSED=payments.jsonl node examples/receiver.ts
 */

import { createServer } from "node:http";
import { createReceiver } from "../src/index.ts";
import { listener } from "../src/server.ts";
import { Inbox } from "./inbox.ts";

const { WEBHOOK_SECRET = "", PORT = "8080", PROCESSED = "payments.jsonl" } = process.env;
const inbox = await Inbox.open(PROCESSED);
const receiver = createReceiver({
  secrets: [WEBHOOK_SECRET],
  store: inbox,
  onPayment: (payment) => inbox.add(payment),
  onProblem: (code) => process.stderr.write(`${code}\n`),
});
createServer({ headersTimeout: 10_000, connectionsCheckingInterval: 1_000 }, listener(receiver)).listen(
  { host: "127.0.0.1", port: Number(PORT), backlog: 128 },
  () => process.stderr.write(`listening on http://127.0.0.1:${PORT}\n`),
);
