/**
 * A receiver of confirmed payments. Each payment becomes a row of the SQLite database PROCESSED, on disk before the
 * answer is sent. Its key is that of the payment, so that a repeated delivery changes nothing, in any process.
 *
 *     WEBHOOK_SECRET=... PORT=8080 PROCESSED=payments.db node examples/receiver.ts
 */

import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { CASE_FILE_PAYMENT_CONFIRMED, createReceiver } from "../src/index.ts";

const { WEBHOOK_SECRET = "", PORT = "8080", PROCESSED = "payments.db" } = process.env;
const database = new DatabaseSync(PROCESSED, { timeout: 2_000 });
database.exec("PRAGMA synchronous = EXTRA");
database.exec("CREATE TABLE IF NOT EXISTS payment (id INTEGER, event TEXT, PRIMARY KEY (id, event))");
const payments = database.prepare("INSERT INTO payment VALUES (?, ?) ON CONFLICT DO NOTHING");

const receiver = createReceiver({
  secrets: WEBHOOK_SECRET,
  on: { [CASE_FILE_PAYMENT_CONFIRMED]: ({ event, payload: { id } }) => void payments.run(id, event) },
});
const limits = { headersTimeout: 10_000, requestTimeout: 12_000, connectionsCheckingInterval: 1_000 };
const server = createServer(limits, receiver.node).listen({ host: "127.0.0.1", port: Number(PORT), backlog: 511 });
server.timeout = 10_000; // connections without a byte
