/**
 * A receiver that stores before it answers, in its own process. `KIND PLACE`: PLACE is a folder, or the port of
 * PostgreSQL or Redis. Sends its port, then its CPU time on request.
 */

import { hash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import { openInbox, type PostgresPool } from "../../src/inbox/index.ts";
import { createReceiver } from "../../src/receive/index.ts";
import { bareVerify, SECRET } from "./delivery.ts";

const [kind = "", place = "", modules = ""] = process.argv.slice(2);
type Listener = (req: IncomingMessage, res: ServerResponse) => void;

/** Verifies as everybody does, and answers once `store` resolved. */
function bare(store?: (body: Buffer) => unknown): Listener {
  return (req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", async () => {
      const body = Buffer.concat(chunks);
      res.statusCode = bareVerify(body, String(req.headers[SIGNATURE_HEADER.toLowerCase()])) ? 204 : 401;
      if (store) await store(body);
      res.end();
    });
  };
}

// biome-ignore lint/suspicious/noExplicitAny: packages that are installed on demand have no types here.
const load = (name: string): any => createRequire(join(modules, "package.json"))(name);
const connectionString = `postgres://inbox@127.0.0.1:${place}/postgres`;
const keyOf = (body: Buffer) => `${JSON.parse(body.toString()).id}`;

const LISTENERS: Record<string, () => Listener | Promise<Listener>> = {
  bare: () => bare(),
  async: () => createReceiver({ secrets: SECRET, on: { "case_file.payment.confirmed": async () => undefined } }).node,
  async file() {
    const inbox = await openInbox({ file: join(place, "inbox.db") });
    return createReceiver({ secrets: SECRET, inbox }).node;
  },
  single() {
    const db = new DatabaseSync(join(place, "single.db"));
    db.exec(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE event (key TEXT PRIMARY KEY, body BLOB)",
    );
    const insert = db.prepare("INSERT INTO event VALUES (?, ?) ON CONFLICT DO NOTHING");
    return bare((body) => insert.run(keyOf(body), body));
  },
  async postgres() {
    const { Pool } = load("pg");
    const inbox = await openInbox({ postgres: new Pool({ connectionString }) as PostgresPool });
    return createReceiver({ secrets: SECRET, inbox }).node;
  },
  async "pg-boss"() {
    const { PgBoss } = load("pg-boss");
    const boss = new PgBoss({ connectionString });
    await boss.start();
    await boss.createQueue("payments");
    const uuid = (key: string) =>
      hash("sha256", key).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, "$1-$2-8$3-a$4-$5");
    return bare((body) => boss.send("payments", JSON.parse(body.toString()), { id: uuid(keyOf(body)) }));
  },
  async "graphile-worker"() {
    const { makeWorkerUtils } = load("graphile-worker");
    const utils = await makeWorkerUtils({ connectionString });
    await utils.migrate();
    return bare((body) => utils.addJob("payment", JSON.parse(body.toString()), { jobKey: keyOf(body) }));
  },
  bullmq() {
    const { Queue } = load("bullmq");
    const queue = new Queue("payments", { connection: { host: "127.0.0.1", port: Number(place) } });
    return bare((body) => queue.add("payment", JSON.parse(body.toString()), { jobId: `p-${keyOf(body)}` }));
  },
};

const listener = await LISTENERS[kind]?.();
const server = createServer(listener).listen(0, "127.0.0.1", () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.on("message", () => process.send?.(process.cpuUsage()));
process.on("disconnect", () => process.exit());
