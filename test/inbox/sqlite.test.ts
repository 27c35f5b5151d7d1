import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqlite } from "../../src/inbox/sqlite/index.ts";
import type { SqliteEffect } from "../../src/inbox/sqlite/leases.ts";
import type { Store } from "../../src/inbox/store.ts";
import { describeQueue } from "./queue-suite.ts";
import { describeStore, type Place } from "./store-suite.ts";

async function sqlitePlace(): Promise<Place<SqliteEffect>> {
  const folder = mkdtempSync(join(tmpdir(), "inbox-"));
  const file = join(folder, "inbox.db");
  const open: Store<SqliteEffect>[] = [];
  const beside = <T>(use: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(file, { timeout: 5000 });
    try {
      db.exec("CREATE TABLE IF NOT EXISTS counter (n INTEGER)");
      return use(db);
    } finally {
      db.close();
    }
  };
  return {
    async open({ maxRows = 1000, maxBytes = 1_000_000 } = {}) {
      const store = openSqlite({ file, maxRows, maxBytes });
      open.push(store);
      beside(() => undefined);
      return store;
    },
    age: async (ms) =>
      beside((db) => {
        db.prepare(
          `UPDATE inbox SET due = due - ?1, received = received - ?1, finished = finished - ?1,
          retry_until = retry_until - ?1, put_off = put_off - ?1`,
        ).run(ms);
      }),
    effect: (kind) => (tx) => {
      if (kind !== "throw") tx.prepare("INSERT INTO counter VALUES (1)").run();
      if (kind !== "add") throw new Error("effect");
    },
    counted: async () => beside((db) => Number(db.prepare("SELECT count(*) AS n FROM counter").get()?.["n"])),
    async remove() {
      for (const store of open) await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

describeStore("an inbox in SQLite", sqlitePlace);
describeQueue("the queue of an inbox in SQLite", sqlitePlace);
