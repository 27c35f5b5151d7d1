/**
 * Handles stored deliveries with a handler that does nothing, in a process of its own. `node inbox-worker.ts KIND
 * FOLDER POSTGRES REDIS`: begins at the first message of its parent, and tells how many it has handled every 20 ms.
 * Its CPU time since then is the answer to each further message.
 */

import { type EngineName, openEngine } from "./engines.ts";
import { openKind } from "./inbox-places.ts";

const [kind, folder, postgres, redis] = process.argv.slice(2) as [string, string, string, string];
let handled = 0;
const handle = async () => void handled++;

async function prepare(): Promise<() => Promise<unknown>> {
  if (kind.startsWith("inbox-")) {
    const inbox = await openKind(kind, folder, postgres);
    return () => inbox.work({ "case_file.payment.confirmed": handle });
  }
  const engine = await openEngine(kind as EngineName, postgres, redis);
  return () => engine.work(handle);
}

const begin = await prepare();
process.once("message", async () => {
  const began = process.cpuUsage();
  setInterval(() => process.send?.({ handled }, () => {}), 20);
  process.on("message", () => process.send?.({ cpu: process.cpuUsage(began) }));
  await begin();
});
process.on("disconnect", () => process.exit());
process.send?.({ ready: true });
