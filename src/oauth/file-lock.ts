/** A lock between the processes of one machine. */

import { open } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";
import { errorCode } from "../errors/caught.ts";
import { resultCode, SQLITE } from "../files/sqlite.ts";

/** Milliseconds between two attempts to take the lock, on average. */
const PAUSE_MS = 20;

/** What the system says where SQLite has a number. */
const SYSTEM: Readonly<Record<number, string>> = {
  [SQLITE.full]: "ENOSPC",
  [SQLITE.readOnly]: "EROFS",
  [SQLITE.io]: "EIO",
  [SQLITE.cannotOpen]: "EACCES",
};

/**
 * Runs `work` while no other caller does for the same file, in this process or another one.
 *
 * The lock is the exclusive one of an empty SQLite file. SQLite takes it from the operating system, which releases it
 * when a process ends, even by a kill. So no lock is ever left behind, and no code has to guess its age.
 *
 * @throws what `failed` returns for an error of the file, or for `code: "ETIMEDOUT"` after `timeoutMs`; and what
 * `work` throws
 */
export async function withFileLock<T>(
  file: string,
  timeoutMs: number,
  work: () => Promise<T>,
  failed: (error: unknown) => Error,
): Promise<T> {
  let database: DatabaseSync;
  try {
    database = await lockFile(file, timeoutMs);
  } catch (error) {
    throw failed(SYSTEM[resultCode(error)] ? Object.assign(new Error(), { code: SYSTEM[resultCode(error)] }) : error);
  }
  try {
    return await work();
  } finally {
    database.close();
  }
}

async function lockFile(file: string, timeoutMs: number): Promise<DatabaseSync> {
  await createEmpty(file);
  // Loaded only when it is needed: not every runtime has node:sqlite.
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(file);
  const deadline = performance.now() + timeoutMs;
  try {
    for (;;) {
      try {
        database.exec("BEGIN EXCLUSIVE");
        return database;
      } catch (error) {
        if (resultCode(error) !== SQLITE.busy) throw error;
      }
      if (performance.now() >= deadline) throw Object.assign(new Error(), { code: "ETIMEDOUT" });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (0.5 + Math.random())));
    }
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Creates the file with mode 0600. Never opens an existing file: closing it would release a lock of this process. */
async function createEmpty(file: string): Promise<void> {
  try {
    await (await open(file, "wx", 0o600)).close();
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}
