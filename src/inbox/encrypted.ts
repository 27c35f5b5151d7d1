/** A store whose bodies are encrypted with the user's keys. Everything else in a row stays readable. */

import { type EncryptionKey, KeyMissing, KeyRing, makeHeader, readKeyId } from "../encryption.ts";
import { errorMessage } from "../errors/caught.ts";
import { InboxError } from "../errors/inbox.ts";
import { inboxError } from "./errors.ts";
import { wrongOption } from "./option-checks.ts";
import type { Report } from "./problem.ts";
import type { Claimed, Store } from "./store.ts";

/** How long a row waits for a process that has the key of its body. */
const KEYLESS_MS = 60_000;

/** Returns the keys of the option `encryptionKeys`. @throws MisuseError `inbox_option` */
export function readKeyRing(keys: EncryptionKey | readonly EncryptionKey[] | undefined): KeyRing | undefined {
  try {
    return keys === undefined ? undefined : new KeyRing(keys);
  } catch (error) {
    throw wrongOption(errorMessage(error));
  }
}

/**
 * Returns the store as one that encrypts bodies with these keys, if there are any. Bodies that were stored before are
 * read as they are; one whose key is missing waits.
 *
 * @throws InboxError `inbox_key_missing`, if bodies are encrypted with a key that is not given
 */
export async function encryptStore<E>(store: Store<E>, ring: KeyRing | undefined, report: Report): Promise<Store<E>> {
  await admit(store, ring?.ids ?? []);
  return {
    ...store,
    insert: (row) => store.insert(ring ? { ...row, body: ring.encrypt(row.body) } : row),
    async claim(request) {
      const { rows, crashed } = await store.claim(request);
      const read = await Promise.all(rows.map(decryptRow));
      return { rows: read.filter((row) => row !== undefined), crashed };
    },
    get: (id) => store.get(id).then((row) => row && readable(row, ring)),
  };

  /** Returns the row with its bytes. Undefined if unreadable: the row then waits for a process that can, or is dead. */
  async function decryptRow(row: Claimed): Promise<Claimed | undefined> {
    try {
      return readable(row, ring);
    } catch (caught) {
      const { id, event, attempts: attempt } = row;
      const isKeyMissing = caught instanceof InboxError;
      report({ code: isKeyMissing ? "inbox_key_missing" : "row_dead", id, event, attempt, error: caught });
      const why = isKeyMissing ? "A key of its body is missing." : errorMessage(caught);
      if (isKeyMissing) await store.settle(row, { to: "put_off", delayMs: KEYLESS_MS, error: why });
      else await store.settle(row, { to: "dead", error: why });
      return undefined;
    }
  }
}

/** Returns the row with its bytes decrypted. @throws InboxError `inbox_key_missing` @throws Undecryptable */
export function readable<R extends { readonly body: Uint8Array | null }>(row: R, ring: KeyRing | undefined): R {
  if (row.body === null || readKeyId(row.body) === undefined) return row;
  if (!ring) throw inboxError("inbox_key_missing");
  try {
    return { ...row, body: ring.decrypt(row.body) };
  } catch (error) {
    throw error instanceof KeyMissing ? inboxError("inbox_key_missing", undefined, error) : error;
  }
}

/** Notes which key encrypts from now on, and forgets those that no body needs. */
async function admit(store: Store<never>, given: readonly string[]): Promise<void> {
  const known = (await store.keyIds?.()) ?? [];
  const lacking = known.filter((id) => !given.includes(id));
  // None of the keys fits: this is probably another inbox than the user means.
  if (known.length > 0 && lacking.length === known.length) throw inboxError("inbox_key_missing");
  for (const id of lacking) if (await store.hasBodyWith?.(makeHeader(id))) throw inboxError("inbox_key_missing");
  const [first] = given;
  if (first !== undefined && (lacking.length > 0 || !known.includes(first))) await store.changeKeyIds?.(first, lacking);
}
