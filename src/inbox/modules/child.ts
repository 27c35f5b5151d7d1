/**
 * A child process that runs the handlers of a module, one row at a time. Arguments: the module's URL, and the file of
 * the inbox or "".
 */

import { Worker } from "node:worker_threads";
import { errorMessage } from "../../errors/caught.ts";
import { type FailedEffect, watchFailure } from "../awaitable.ts";
import { inboxError } from "../errors.ts";
import { closures, EFFECT_FAILED, type Runner } from "../handlers.ts";
import { isPutOff } from "../put-off.ts";
import type { SqliteEffect } from "../sqlite/leases.ts";
import type { Claimed, Store } from "../store.ts";
import type { FromChild, ToChild } from "./messages.ts";

const [module = "", file = ""] = process.argv.slice(2);
const send = (message: FromChild) => process.send?.(message);
let opened: Promise<Store<SqliteEffect>> | undefined;

/** The same file once more: SQLite lets several processes have it, and the fence of the row says whose it is. */
function store(): Promise<Store<SqliteEffect>> {
  opened ??= import("../sqlite/index.ts").then(({ openSqlite }) => openSqlite({ file, maxRows: 1, maxBytes: 1 }));
  // The disk may be full at this moment, for one. The next effect opens it.
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

async function attempt(runner: Runner, row: Claimed): Promise<void> {
  let completed = false;
  let failed: FailedEffect | undefined;
  const completing = new Set<Promise<void>>();
  const complete = (effect: SqliteEffect) => {
    const ended = (async () => {
      if (!(await (await store()).complete?.(row, effect))) throw inboxError("lease_lost");
      completed = true;
    })();
    completing.add(ended);
    const over = () => void completing.delete(ended);
    ended.then(over, over);
    return watchFailure(ended, (one) => {
      failed ??= one;
    });
  };
  // The parent ends what it gives up by a signal that nothing survives.
  const context = { attempt: row.attempts, signal: new AbortController().signal, ...(file && { complete }) };
  try {
    await runner.run(row, context, () => undefined);
    const isWaiting = completing.size > 0;
    await Promise.allSettled(completing);
    if (isWaiting && !completed) throw new Error(EFFECT_FAILED);
    if (failed?.isMissed() && !completed) throw failed.error;
    send({ ended: row.id, completed, error: null });
  } catch (error) {
    await Promise.allSettled(completing);
    const putOff = isPutOff(error) ? { putOff: { forMs: error.forMs, reason: error.reason } } : {};
    send({ ended: row.id, completed, error: { message: errorMessage(error), ...putOff } });
  }
}

/** Ends this process once its parent is gone. In its own thread, because a handler in an endless loop hears nothing. */
const GUARD = `const { workerData: parent } = require("node:worker_threads");
setInterval(() => {
  try { if (process.ppid === parent) process.kill(parent, 0); else throw 0; }
  catch { process.kill(process.pid, "SIGKILL"); }
}, 1000);`;
new Worker(GUARD, { eval: true, workerData: process.ppid, execArgv: [] }).unref();

try {
  const { default: on, others, unverified } = await import(module);
  if (!on && !others && !unverified) throw new Error("it exports no handlers, as default, others or unverified.");
  const runner = closures(on ?? {}, { ...(others && { others }), ...(unverified && { unverified }) });
  process.on("message", ({ run }: ToChild) => void attempt(runner, run));
  send({ handled: runner.handled });
} catch (error) {
  send({ failed: errorMessage(error) });
}
// A terminal and systemd send these to every process of a group. The parent decides what they mean to a handler that
// runs.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
// Nothing is left to work for.
process.on("disconnect", () => process.exit());
