/** The tokens of one grant in a file of this machine. On Node only. */

import { randomUUID } from "node:crypto";
import { type FileHandle, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { OAuthCode, OAuthError } from "../errors/calls.ts";
import { codeOf } from "../errors/caught.ts";
import { withFileLock } from "./file-lock.ts";
import { oauthError } from "./token-endpoint.ts";
import type { TokenStore } from "./token-keeper.ts";
import { type Tokens, tokensFrom } from "./tokens.ts";

/** Options of `fileTokenStore`. */
export interface FileTokenStoreOptions {
  /**
   * How long to wait while another process refreshes the tokens. Milliseconds, default 60,000; at least as long as a
   * refresh may take there.
   */
  lockTimeoutMs?: number;
}

/**
 * Keeps the tokens of one grant in a file that only this user may read (mode 0600). They are not encrypted (F-5-05).
 *
 * A save writes a new file, syncs it and renames it, so a crash leaves either the old tokens or the new ones.
 * Processes of one machine that share the file refresh one at a time, with a lock in `<path>.lock` that the system
 * releases when a process ends. A network file system may not support that lock: there, and for several machines, use
 * a database. The folder must exist.
 *
 * Its members throw an `OAuthError` whose `reason` is the error of the system: `store_load_failed`,
 * `store_save_failed`, `store_lock_failed`.
 */
export function fileTokenStore(path: string, options: FileTokenStoreOptions = {}): Required<TokenStore> {
  const { lockTimeoutMs = 60_000 } = options;
  // A later chdir must not change the file.
  const file = resolve(path);
  return {
    load: () => load(file),
    save: (tokens) => save(file, tokens),
    async markDead(dead) {
      // If the customer has given a new grant since, it is a different one.
      if ((await load(file))?.refreshToken === dead.refreshToken) await rm(file, { force: true });
    },
    withLock: (work) =>
      withFileLock(`${file}.lock`, lockTimeoutMs, work, (error) => storeError("store_lock_failed", error)),
  };
}

async function load(file: string): Promise<Tokens | undefined> {
  let stored: unknown;
  try {
    stored = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw storeError("store_load_failed", error);
  }
  const tokens = tokensFrom(stored);
  if (!tokens) throw oauthError("store_load_failed", { reason: "not tokens" });
  return tokens;
}

async function save(file: string, tokens: Tokens): Promise<void> {
  const fresh = `${file}.${randomUUID()}.tmp`;
  try {
    await written(await open(fresh, "wx", 0o600), JSON.stringify(tokens));
    await rename(fresh, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => undefined);
    throw storeError("store_save_failed", error);
  }
}

async function written(handle: FileHandle, text: string): Promise<void> {
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the new name durable. Windows cannot sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Keeps only the system's code: an error of JSON.parse quotes the text, which contains tokens. */
function storeError(code: OAuthCode, error: unknown): OAuthError {
  const reason = error instanceof SyntaxError ? "not JSON" : codeOf(error);
  return oauthError(code, { reason });
}
