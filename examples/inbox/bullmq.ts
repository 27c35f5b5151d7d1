import { hash } from "node:crypto";
import { createServer } from "node:http";
import { Queue, Worker } from "bullmq";
import { createReceiver } from "collections-contract";
import { openInbox } from "collections-contract/inbox";

const inbox = await openInbox({ file: process.env.INBOX! });
const receiver = createReceiver({ secrets: process.env.WEBHOOK_SECRET!, inbox });
const server = createServer(receiver.node).listen(Number(process.env.PORT));

// Without an in-memory queue, `add` fails at once while Redis is down, and the inbox retries later.
const connection = { host: "127.0.0.1", port: Number(process.env.REDIS_PORT) };
const queue = new Queue("payments", { connection: { ...connection, enableOfflineQueue: false } });
queue.on("error", (error) => console.error(error.name));
await queue.waitUntilReady();

// One job id per key, so that a row that is passed twice makes one job, as long as BullMQ remembers it: here for a day.
const job = (key: string) => ({
  jobId: hash("sha256", key),
  attempts: 12,
  backoff: { type: "exponential", delay: 1_000 },
  removeOnComplete: { age: 86_400 },
});
await inbox.dispatch(({ id, key, event }) => queue.add(event, { row: id }, job(key)));

const worker = new Worker<{ row: number }>(
  "payments",
  async ({ data }) => {
    // The payment stays in the inbox, where `erase` finds it.
    const stored = await inbox.get(data.row);
    if (stored?.body) console.log("pay out", stored.key, Buffer.from(stored.body).toString());
  },
  // A job whose process died runs again within two minutes; by default BullMQ gives it up at the second death.
  { connection, concurrency: 8, maxStalledCount: 12 },
);
worker.on("error", (error) => console.error(error.name));

process.once("SIGTERM", async () => {
  server.close();
  await Promise.all([worker.close(), queue.close()]);
  await inbox.close();
  process.exit();
});
