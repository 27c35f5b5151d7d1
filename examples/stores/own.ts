import { DatabaseSync } from "node:sqlite";
import { createReceiver, type DuplicateStore } from "collections-contract";

/** Keys in a file of SQLite, for all processes of one machine. `reservationMs`: longer than the slowest handler. */
export function ownStore(file: string, reservationMs = 60_000): DuplicateStore {
  const db = new DatabaseSync(file, { timeout: 1_000 });
  db.exec("CREATE TABLE IF NOT EXISTS handled (key TEXT PRIMARY KEY, holder TEXT, expires_at INTEGER)");
  const state = db.prepare("SELECT expires_at IS NULL AS done FROM handled WHERE key = ?");
  const take = db.prepare(`INSERT INTO handled VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE
    SET holder = excluded.holder, expires_at = excluded.expires_at WHERE handled.expires_at <= ?`);
  const mark = db.prepare("INSERT OR REPLACE INTO handled VALUES (?, NULL, NULL)");
  const free = db.prepare(`DELETE FROM handled
    WHERE key = ? AND expires_at IS NOT NULL AND (? IS NULL OR holder IS NULL OR holder = ?)`);
  return {
    reserve(key, holder = null!) {
      const { changes } = take.run(key, holder, Date.now() + reservationMs, Date.now());
      return changes === 1 ? "new" : state.get(key)?.done ? "done" : "busy";
    },
    done: (key) => void mark.run(key),
    release: (key, holder = null!) => void free.run(key, holder, holder),
  };
}

createReceiver({
  secrets: process.env.WEBHOOK_SECRET ?? "<WEBHOOK_SECRET>",
  store: ownStore(process.env.KEYS ?? ":memory:"),
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});
