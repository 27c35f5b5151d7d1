/**
 * A receiver of confirmed payments. Each payment becomes one line of the file PROCESSED, on disk before the answer is
 * sent. The same file remembers payments after a restart. For production: a store, or an inbox.
 *
 *     WEBHOOK_SECRET=... PORT=8080 PROCESSED=payments.jsonl node examples/receiver.ts
 */

import { appendFileSync, ftruncateSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { CASE_FILE_PAYMENT_CONFIRMED, createReceiver } from "../src/index.ts";

const { WEBHOOK_SECRET = "", PORT = "8080", PROCESSED = "payments.jsonl" } = process.env;
const file = openSync(PROCESSED, "as+");
const text = readFileSync(file, "utf8");
const lines = new Set(text.split("\n").slice(0, -1));
let size = Buffer.byteLength(text.slice(0, text.lastIndexOf("\n") + 1));

const receiver = createReceiver({
  secrets: WEBHOOK_SECRET,
  on: {
    [CASE_FILE_PAYMENT_CONFIRMED]({ event, payload: { id } }) {
      const line = JSON.stringify({ id, event });
      if (lines.has(line)) return;
      ftruncateSync(file, size); // half a line of a payment that was never acknowledged
      appendFileSync(file, `${line}\n`);
      size += Buffer.byteLength(line) + 1;
      lines.add(line);
    },
  },
});
const limits = { headersTimeout: 10_000, requestTimeout: 12_000, connectionsCheckingInterval: 1_000 };
const server = createServer(limits, receiver.node).listen({ host: "127.0.0.1", port: Number(PORT), backlog: 511 });
server.timeout = 10_000; // connections without a byte
