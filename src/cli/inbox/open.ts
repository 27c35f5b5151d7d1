/** Opens the inbox that a command works on. */

import { existsSync } from "node:fs";
import { openSqlite } from "../../inbox/sqlite/index.ts";
import type { Store } from "../../inbox/store.ts";
import { CommandError } from "../command-error.ts";

/** Options that name an inbox. */
export type Where = { file: string };

/** Opens the store, passes it to `use` and closes it. Never creates a file. */
export async function withStore<T>({ file }: Where, use: (store: Store<unknown>) => Promise<T>): Promise<T> {
  if (!existsSync(file)) throw new CommandError("file_unreadable", `${file} does not exist.`);
  const store = openSqlite({ file, maxRows: Number.MAX_SAFE_INTEGER, maxBytes: Number.MAX_SAFE_INTEGER });
  try {
    return await use(store as Store<unknown>);
  } finally {
    await store.close();
  }
}
