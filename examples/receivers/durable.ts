import { createServer } from "node:http";
import { createReceiver } from "collections-contract";
import { openInbox } from "collections-contract/inbox";

const inbox = await openInbox({ file: process.env.INBOX! });
const receiver = createReceiver({ secrets: process.env.WEBHOOK_SECRET!, inbox });
const server = createServer(receiver.node).listen(Number(process.env.PORT));

await inbox.work({
  "case_file.payment.confirmed": async ({ payload, key }, { attempt, signal }) => {
    console.log("pay out", key, payload.id, attempt, signal.aborted);
  },
});

process.once("SIGTERM", async () => {
  server.close();
  await inbox.close();
  server.closeAllConnections();
});
