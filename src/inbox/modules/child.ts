/**
 * A child process that runs the handlers of a module, one row at a time. Arguments: the module's URL, and the file of
 * the inbox or "".
 */

import { messageOf } from "../../errors/caught.ts";
import { inboxError } from "../errors.ts";
import { closures, type Handled, type Runner } from "../handlers.ts";
import type { SqliteEffect } from "../sqlite/leases.ts";
import type { Claimed, Store } from "../store.ts";
import type { FromChild, ToChild } from "./messages.ts";

const [module = "", file = ""] = process.argv.slice(2);
const send = (message: FromChild) => process.send?.(message);
let opened: Promise<Store<SqliteEffect>> | undefined;

/** The same file once more: SQLite lets several processes have it, and the fence of the row says whose it is. */
function store(): Promise<Store<SqliteEffect>> {
  opened ??= import("../sqlite/index.ts").then(({ openSqlite }) => openSqlite({ file, maxRows: 1, maxBytes: 1 }));
  return opened;
}

async function attempt(runner: Runner, row: Claimed): Promise<void> {
  let completed = false;
  const complete = async (effect: unknown) => {
    if (!(await (await store()).complete?.(row, effect as SqliteEffect))) throw inboxError("lease_lost");
    completed = true;
  };
  // The parent ends what it gives up by a signal that nothing survives.
  const context = { attempt: row.attempts, signal: new AbortController().signal, ...(file && { complete }) };
  try {
    await runner.run(row, context as never, () => undefined);
    send({ ended: row.id, completed, error: null });
  } catch (error) {
    const message = error instanceof Error ? error.message || error.name : String(error);
    send({ ended: row.id, completed, error: { message } });
  }
}

try {
  const { default: on = {}, others, unverified } = await import(module);
  const runner = closures(on, { others, unverified });
  process.on("message", ({ run }: ToChild) => void attempt(runner, run));
  send({ handled: runner.handled as Handled });
} catch (error) {
  send({ failed: messageOf(error) });
}
// Nothing is left to work for.
process.on("disconnect", () => process.exit());
