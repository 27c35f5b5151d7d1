/**
 * A receiver of confirmed payments. Each payment becomes one line of the file PROCESSED, on disk before the answer is sent. The same file
 * remembers duplicates, also after a restart.
 *
 *     WEBHOOK_SECRET=... PORT=8080 PROCESSED=payments.jsonl node examples/receiver.ts
 */

import { createReceiver } from "../src/index.ts";
import { createReceiverServer } from "../src/server.ts";
import { Inbox } from "./inbox.ts";

const { WEBHOOK_SECRET = "", PORT = "8080", PROCESSED = "payments.jsonl" } = process.env;
const inbox = await Inbox.open(PROCESSED);
const receiver = createReceiver({
  secrets: [WEBHOOK_SECRET],
  store: inbox,
  onPayment: (payment) => inbox.add(payment),
});
createReceiverServer(receiver).listen({ host: "127.0.0.1", port: Number(PORT), backlog: 511 }, () =>
  process.stderr.write(`listening on http://127.0.0.1:${PORT}\n`),
);
