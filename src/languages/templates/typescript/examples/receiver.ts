/**
 * A receiver of confirmed payments. Each payment becomes one line of the file PROCESSED, on disk before the answer is
 * sent. The same file remembers payments after a restart. For production: a store, or an inbox.
 *
 *     WEBHOOK_SECRET=... PORT=8080 PROCESSED=payments.jsonl node examples/receiver.ts
 */

import { open } from "node:fs/promises";
import { createServer } from "node:http";
import { CASE_FILE_PAYMENT_CONFIRMED, createReceiver } from "../src/index.ts";

const { WEBHOOK_SECRET = "", PORT = "8080", PROCESSED = "payments.jsonl" } = process.env;
const file = await open(PROCESSED, "a+");
const text = await file.readFile("utf8");
// A crash cut the last line off, so its payment was never acknowledged: the service retries it.
const whole = text.slice(0, text.lastIndexOf("\n") + 1);
await file.truncate(Buffer.byteLength(whole));
const lines = new Set(whole.split("\n"));

/** One line at a time, because the file has one end. */
let last = Promise.resolve();
const write = (line: string) => {
  const work = last.then(async () => {
    const { size } = await file.stat();
    try {
      await file.appendFile(`${line}\n`);
      await file.sync();
    } catch (error) {
      await file.truncate(size); // half a line would corrupt the next one
      throw error;
    }
  });
  last = work.catch(() => undefined);
  return work;
};

const receiver = createReceiver({
  secrets: WEBHOOK_SECRET,
  on: {
    [CASE_FILE_PAYMENT_CONFIRMED]: async ({ event, payload: { id } }) => {
      const line = JSON.stringify({ id, event });
      if (lines.has(line)) return;
      await write(line);
      lines.add(line);
    },
  },
});
const server = createServer(
  { headersTimeout: 10_000, requestTimeout: 12_000, connectionsCheckingInterval: 1_000 },
  receiver.node,
);
server.timeout = 10_000; // connections without a byte
server.listen({ host: "127.0.0.1", port: Number(PORT), backlog: 511 }, () =>
  process.stderr.write(`listening on http://127.0.0.1:${PORT}\n`),
);
