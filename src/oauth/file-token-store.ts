/** The tokens of one grant in a file of this machine. On Node only. */

import { readFile, readlink, realpath, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { EncryptionKey } from "../encryption.ts";
import { errorCode } from "../errors/caught.ts";
import type { OptionNames } from "../values/unknown-option.ts";
import { withFileLock } from "./file-lock.ts";
import { overwrite, replaceFile } from "./file-replace.ts";
import { checkRules } from "./option-rules.ts";
import { createForm, type Form } from "./stored-text.ts";
import { oauthError } from "./token-endpoint.ts";
import { checkSaved, storeError, type TokenStore } from "./token-store.ts";
import { faultsOfTokens, type Tokens, tokensFrom } from "./tokens.ts";

/** Options of `fileTokenStore`. */
export interface FileTokenStoreOptions {
  /**
   * How long to wait while another process refreshes the tokens. Milliseconds, default 60,000; at least as long as a
   * refresh may take there.
   */
  lockTimeoutMs?: number;
  /**
   * Encrypts the file with this key: 32 bytes, base64, or 64 hexadecimal digits. Of several, the first one encrypts
   * and all decrypt. A file that is not encrypted yet is read, and encrypted when it is saved. Default: not
   * encrypted.
   */
  encryptionKeys?: EncryptionKey | readonly EncryptionKey[];
}

const NAMES: OptionNames<FileTokenStoreOptions> = { lockTimeoutMs: 1, encryptionKeys: 1 };

/**
 * Keeps the tokens of one grant in a file that only this user may read (mode 0600). They are not encrypted (F-5-05),
 * unless there are `encryptionKeys`: then a file whose key is missing is neither read nor replaced, and the `reason`
 * is `key missing`.
 *
 * A save writes a new file, syncs it and renames it, so a crash leaves either the old tokens or the new ones. A file
 * that no other can replace, such as one that is mounted alone, is written in place. A symbolic link stays, and leads
 * to the same lock as its target: `<target>.lock`, which the system releases when a process ends. With it, processes
 * of one machine that share the file refresh one at a time. A network file system may not support that lock: there,
 * and for several machines, use `postgresTokenStore`. The folder must exist.
 *
 * Its members throw an `OAuthError` whose `reason` is the error of the system: `store_load_failed`,
 * `store_save_failed`, `store_lock_failed`.
 *
 * @throws OAuthError `token_store_invalid`, for what is not a key
 */
export function fileTokenStore(path: string, options: FileTokenStoreOptions = {}): Required<TokenStore> {
  checkRules(options, NAMES);
  const { lockTimeoutMs = 60_000 } = options;
  const form = createForm(options.encryptionKeys);
  // A later chdir must not change the file.
  const file = resolve(path);
  return {
    load: () => load(file, form),
    save: (tokens) =>
      withTarget(file, "store_save_failed", async (target) => {
        checkSaved(tokens);
        const old = await readFile(target, "utf8").catch(() => "");
        await replaceFile(target, form.write(JSON.stringify(tokens), old));
      }),
    async markDead(dead) {
      // If the customer has given a new grant since, it is a different one.
      if ((await load(file, form))?.refreshToken === dead.refreshToken)
        await withTarget(file, "store_save_failed", (target) =>
          rm(target, { force: true }).catch(() => overwrite(target, "")),
        );
    },
    async withLock(work) {
      const target = await withTarget(file, "store_lock_failed", async (found) => found);
      return withFileLock(`${target}.lock`, lockTimeoutMs, work, (error) => storeError("store_lock_failed", error));
    },
  };
}

async function load(file: string, form: Form): Promise<Tokens | undefined> {
  let stored: unknown;
  try {
    const text = await readFile(file, "utf8");
    // A file that is mounted alone has to be there before it has tokens.
    if (text.trim() === "") return undefined;
    stored = JSON.parse(form.read(text));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw storeError("store_load_failed", error);
  }
  const tokens = tokensFrom(stored);
  if (!tokens) throw oauthError("store_load_failed", { reason: "not tokens", faults: faultsOfTokens(stored) });
  return tokens;
}

/** Calls `use` with the file that a path leads to, and gives its errors a code. */
async function withTarget<T>(
  path: string,
  code: "store_save_failed" | "store_lock_failed",
  use: (target: string) => Promise<T>,
): Promise<T> {
  try {
    return await use(await followLinks(path));
  } catch (error) {
    throw storeError(code, error);
  }
}

/** Follows all links of a path, also those to a file that is not there yet. */
async function followLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
  const folder = await realpath(dirname(path));
  const link = await readlink(path).catch(() => undefined);
  return link === undefined ? join(folder, basename(path)) : followLinks(resolve(folder, link));
}
