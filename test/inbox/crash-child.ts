/**
 * A receiver with a durable inbox, as its own process. Arguments: file; `work` to handle what is stored as well,
 * `lanes` to do so in lanes, `put off` to put everything off, `pause` to pause; a key of bodies. Prints its port.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { openInbox, PutOff } from "../../src/inbox/index.ts";
import { createReceiver } from "../../src/receive/index.ts";

const [file = "", mode, key] = process.argv.slice(2);
const inbox = await openInbox({
  file,
  onProblem: () => undefined,
  ...(mode === "lanes" && { lane: ({ payload }) => Number(payload["id"]) % 3 }),
  ...(key && { encryptionKeys: key }),
});
const receiver = createReceiver({ secrets: "<WEBHOOK_SECRET>", inbox, onProblem: () => undefined });
const server = createServer(receiver.node);
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
if (mode === "pause") await inbox.pause();
if (mode && mode !== "receive") {
  await inbox.work(
    {
      "case_file.payment.confirmed": async ({ payload }, { complete }) => {
        if (mode === "put off") throw new PutOff(3_600_000);
        await sleep(Math.random() * 10);
        await complete((tx) => {
          tx.exec("CREATE TABLE IF NOT EXISTS paid (id INTEGER)");
          tx.prepare("INSERT INTO paid VALUES (?)").run(payload.id);
        });
        await sleep(Math.random() * 10);
      },
    },
    { leaseMs: 1_000, backoffMinMs: 1, backoffMaxMs: 10, maxAttempts: 1_000 },
  );
}
process.once("SIGTERM", async () => {
  server.close();
  await inbox.close();
  server.closeAllConnections();
});
