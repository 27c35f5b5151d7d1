/** A worker on PostgreSQL in its own process: `PORT MODULES`. Handles for 5 ms a row. Says when it is ready. */

import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openInbox, type PostgresPool } from "../../src/inbox/index.ts";

const [port = "", modules = ""] = process.argv.slice(2);
const { Pool } = createRequire(join(modules, "package.json"))("pg") as { Pool: new (options: object) => PostgresPool };
const pool = new Pool({ connectionString: `postgres://inbox@127.0.0.1:${port}/postgres` });
const inbox = await openInbox({ postgres: pool });
process.on("disconnect", () => process.exit());
process.once("message", () => inbox.work({ "case_file.payment.confirmed": () => sleep(5) }));
process.send?.("ready");
