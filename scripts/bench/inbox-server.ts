/**
 * A server that stores deliveries durably before it answers, in a process of its own. `node inbox-server.ts KIND
 * FOLDER POSTGRES REDIS [EFFECTS]`: with EFFECTS it also handles them, and appends the id of each handled payment to
 * that file.
 */

import { appendFileSync } from "node:fs";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import { createReceiver } from "../../src/receive/index.ts";
import { poolOn } from "../servers/postgres.ts";
import { bareVerify, SECRET } from "./delivery.ts";
import { ENGINE_NAMES, type EngineName, openEngine } from "./engines.ts";
import { openKind } from "./inbox-places.ts";
import { serveAlone } from "./servers.ts";

const [kind, folder, postgres, redis, effects] = process.argv.slice(2) as [string, string, string, string, string?];

/** Verifies over node:http, and answers once `store` resolved. */
function storingListener(store: (key: string, body: string) => unknown): RequestListener {
  return (req: IncomingMessage, res: ServerResponse) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", async () => {
      const body = Buffer.concat(chunks);
      const header = String(req.headers[SIGNATURE_HEADER.toLowerCase()]);
      const genuine = bareVerify(body, header);
      const text = body.toString();
      try {
        if (genuine) await store(`payment-${JSON.parse(text).id}`, text);
        res.statusCode = genuine ? 204 : 401;
      } catch {
        res.statusCode = 503;
      }
      res.end();
    });
  };
}

function sqliteOneByOne(): RequestListener {
  const db = new DatabaseSync(join(folder, "one-by-one.db"));
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  db.exec("CREATE TABLE row (key TEXT PRIMARY KEY, body TEXT) WITHOUT ROWID");
  const insert = db.prepare("INSERT OR IGNORE INTO row VALUES (?, ?)");
  return storingListener((key, body) => insert.run(key, body));
}

async function postgresOneByOne(): Promise<RequestListener> {
  const pool = poolOn(Number(postgres));
  await pool.query("CREATE TABLE one_by_one (key text PRIMARY KEY, body text)");
  return storingListener((key, body) =>
    pool.query("INSERT INTO one_by_one VALUES ($1, $2) ON CONFLICT DO NOTHING", [key, body]),
  );
}

async function inbox(): Promise<RequestListener> {
  const inbox = await openKind(kind, folder, postgres);
  if (effects) {
    await inbox.work(
      { "case_file.payment.confirmed": ({ payload }: { payload: { id: number | bigint } }) => handle(payload.id) },
      { leaseMs: 5_000 },
    );
  }
  return createReceiver({ secrets: SECRET, inbox, onProblem: () => undefined }).node;
}

async function engine(name: EngineName): Promise<RequestListener> {
  const { add, work } = await openEngine(name, postgres, redis);
  if (effects) await work((body) => handle(JSON.parse(body).id));
  return storingListener(add);
}

/** The effect takes place, and some milliseconds later the handler ends. */
async function handle(id: number | bigint): Promise<void> {
  appendFileSync(effects as string, `${id}\n`);
  await sleep(5);
}

function listener(): RequestListener | Promise<RequestListener> {
  if (kind === "bare") return storingListener(() => undefined);
  if (kind === "sqlite-one-by-one") return sqliteOneByOne();
  if (kind === "postgres-one-by-one") return postgresOneByOne();
  if (kind === "inbox-sqlite" || kind === "inbox-postgres") return inbox();
  if (ENGINE_NAMES.some((name) => name === kind)) return engine(kind as EngineName);
  throw new Error(`no such server: ${kind}`);
}

await serveAlone(await listener());
