/**
 * A receiver with an inbox, in a process that a test kills. `node crash-child.ts KIND PLACE [MODE] [KEY]`: KIND
 * `sqlite` with a file, or `postgres` with a port; KEY encrypts bodies. MODE is a control, or what some tests need:
 *
 * - `broken` answers before it has stored, and records effects outside of the transaction.
 * - `forgetful` knows what it has seen for itself alone, as a set in memory does.
 * - `abrupt` ends at SIGTERM without closing the inbox, and handles slowly.
 * - `unsynced` leaves syncing to the system (`synchronous=NORMAL`).
 * - `clock` sets the clock of the process by an hour with each SIGUSR2, forth and back, and handles slowly, with
 *   effects outside of the transaction.
 * - `idle` handles nothing.
 * - `slow` handles for some milliseconds before and after the effect, `lanes` does so in lanes.
 * - `put off` puts everything off, and `pause` begins with a pause.
 * - `by key` looks only at the key of a delivery, as a store of duplicates does.
 * - `poison` ends the process at every tenth payment; `poison uncounted` counts only attempts that ended.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { PutOff } from "../../src/inbox/index.ts";
import type { DeliveryInbox } from "../../src/receive/inbox.ts";
import { createReceiver } from "../../src/receive/index.ts";
import { SECRET } from "../support/receiver.ts";
import { execIn } from "../support/sqlite.ts";
import { openPlace } from "./crash-place.ts";

const [kind, place, mode = "", key] = process.argv.slice(2) as ["sqlite" | "postgres", string, string?, string?];
const broken = mode === "broken";
const clock = mode === "clock";
if (mode === "unsynced") leaveUnsynced();
if (clock) moveClock();
const { inbox, effect, effectAlone } = await openPlace(kind, place, {
  ...(mode === "lanes" && { lane: ({ payload }) => Number(payload["id"]) % 3 }),
  ...(key && { encryptionKeys: key }),
});
const takesTime = async () => (mode === "slow" || mode === "lanes") && sleep(Math.random() * 10);

if (mode === "poison uncounted") execIn(place, "UPDATE inbox SET attempts = 0");
if (mode === "pause") await inbox.pause();
if (mode !== "idle")
  await inbox.work(
    {
      "case_file.payment.confirmed": async ({ payload }, { complete }) => {
        if (clock) {
          await sleep(300);
          return effectAlone(payload.id);
        }
        if (mode.startsWith("poison") && Number(payload.id) % 10 === 0) process.exit(1);
        if (mode === "put off") throw new PutOff(3_600_000);
        if (mode === "abrupt") await sleep(1_000);
        await takesTime();
        if (!broken) {
          await complete(effect(payload.id));
          return takesTime();
        }
        await effectAlone(payload.id);
        // The effect stands, and the row is not done yet.
        await sleep(20);
      },
    },
    {
      leaseMs: 1_000,
      deadlineMs: 10_000,
      backoffMinMs: 10,
      backoffMaxMs: 100,
      ...(clock && { concurrency: 64 }),
      ...(mode.startsWith("poison") && { maxAttempts: 3 }),
    },
  );
const receiver = createReceiver({
  secrets: SECRET,
  inbox: withFault(inbox),
  onProblem: () => undefined,
});
const server = createServer(receiver.node).listen(0, "127.0.0.1", () => {
  process.send?.((server.address() as AddressInfo).port);
});
// A test that failed leaves its children behind.
process.once("disconnect", () => process.exit(1));
process.once("SIGTERM", async () => {
  if (mode === "abrupt") process.exit(0);
  server.close();
  server.closeIdleConnections();
  await inbox.close();
  process.exit(0);
});

function leaveUnsynced(): void {
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    exec.call(this, sql.replace("synchronous = FULL", "synchronous = NORMAL"));
  };
}

function moveClock(): void {
  const { now } = Date;
  let ahead = 0;
  Date.now = () => now() + ahead;
  process.on("SIGUSR2", () => {
    ahead = ahead === 0 ? 3_600_000 : 0;
  });
}

function withFault(whole: DeliveryInbox): DeliveryInbox {
  if (broken) return hasty(whole);
  if (mode === "forgetful") return forgetful(whole);
  return mode === "by key" ? byKey(whole) : whole;
}

/** What people write first: an answer, and then the work. */
function hasty(inbox: DeliveryInbox): DeliveryInbox {
  return {
    bigint: false,
    async accept(delivery) {
      void sleep(10)
        .then(() => inbox.accept(delivery))
        .catch(() => undefined);
      return "stored";
    },
  };
}

/** One key in each process. */
function forgetful(inbox: DeliveryInbox): DeliveryInbox {
  return {
    bigint: false,
    accept: ({ key, ...delivery }) => inbox.accept({ ...delivery, key: `${key} in ${process.pid}` }),
  };
}

/** Each key once, whatever the bytes are. */
function byKey(inbox: DeliveryInbox): DeliveryInbox {
  const db = new DatabaseSync(place, { timeout: 5_000 });
  db.exec("CREATE TABLE IF NOT EXISTS seen (key TEXT PRIMARY KEY)");
  const add = db.prepare("INSERT OR IGNORE INTO seen VALUES (?)");
  return {
    bigint: false,
    accept: async (delivery) => (add.run(delivery.key ?? "").changes === 0 ? "stored" : inbox.accept(delivery)),
  };
}
