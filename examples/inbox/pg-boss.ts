import { hash } from "node:crypto";
import { createServer } from "node:http";
import { createReceiver } from "collections-contract";
import { openInbox } from "collections-contract/inbox";
import { Pool } from "pg";
import { PgBoss } from "pg-boss";

const connectionString = process.env.DATABASE_URL!;
const inbox = await openInbox({ postgres: new Pool({ connectionString }) });
const receiver = createReceiver({ secrets: process.env.WEBHOOK_SECRET!, inbox });
const server = createServer(receiver.node).listen(Number(process.env.PORT));

const boss = new PgBoss({ connectionString, superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 });
boss.on("error", console.error);
await boss.start();
await boss.createQueue("payments", { retryLimit: 12, retryBackoff: true, heartbeatSeconds: 10 });

// One job id per key, so that a row that is passed twice makes one job. pg-boss requires a UUID.
const idOf = (key: string) => hash("sha256", key).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, "$1-$2-8$3-a$4-$5");
await inbox.dispatch(({ id, key }) => boss.send("payments", { row: id }, { id: idOf(key) }));

await boss.work<{ row: number }>("payments", { pollingIntervalSeconds: 0.5, batchSize: 50 }, async (jobs) => {
  for (const { data } of jobs) {
    // The payment stays in the inbox, where `erase` finds it.
    const stored = await inbox.get(data.row);
    if (!stored?.body) continue;
    console.log("pay out", stored.key, Buffer.from(stored.body).toString());
  }
});

process.once("SIGTERM", async () => {
  server.close();
  await boss.stop();
  await inbox.close();
  process.exit();
});
