import { DatabaseSync } from "node:sqlite";

/** Runs SQL in a file, by a connection of its own. */
export function execIn(file: string, sql: string): void {
  using db = new DatabaseSync(file, { timeout: 5_000 });
  db.exec(sql);
}

/** The rows that a query finds in a file, by a connection of its own. */
export function rowsIn(file: string, sql: string): Record<string, unknown>[] {
  using db = new DatabaseSync(file, { timeout: 5_000, readOnly: true });
  return db.prepare(sql).all();
}
