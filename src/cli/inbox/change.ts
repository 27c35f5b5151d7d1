/** `collections-contract inbox retry`, `discard`, `erase` and `salvage`: the commands that change an inbox. */

import { existsSync } from "node:fs";
import { shortenNote } from "../../inbox/put-off.ts";
import { FileInUse, salvage } from "../../inbox/sqlite/salvage.ts";
import { STATES, type State, type Store, type StoredRow } from "../../inbox/store.ts";
import { CommandError, parseSpan, wrongUse } from "../command-error.ts";
import { ExitCode } from "../exit.ts";
import { narrowText } from "../terminal-width.ts";
import { needFile, type Where, withStore } from "./open.ts";
import { describeState, noRow, pagesOf, parseFilter, parseId, type Wanted } from "./show.ts";

/** A done row is handled again only by its id, and if that is asked for. */
export const NOT_DONE = STATES.filter((state) => state !== "done");

type Chosen = Where & Pick<Wanted, "state"> & { json?: true | undefined };

/** Retries rows by id, or all rows in some states. A done row is handled again only by its id and with `again`. */
export function runRetry(ids: readonly string[], flags: Chosen & { again?: true }): Promise<void> {
  return change("retried", ids, flags, async (store, chosen, states) => {
    const rows = await Promise.all(chosen.map((id) => store.get(id)));
    const done = rows.filter((row) => row?.state === "done").map((row) => row?.id);
    if (done.length > 0 && !flags.again)
      throw wrongUse(`Already handled: ${done.join(", ")}. To run the handler once more, add --again.`);
    // Another operator may have retried them meanwhile, and a worker may have handled them.
    return store.retry(chosen, states ?? (flags.again ? STATES : NOT_DONE));
  });
}

/** Puts rows off, without using up an attempt. @throws CommandError `wrong_use` */
export function runPutOff(ids: readonly string[], flags: Chosen & { for: string; reason?: string }): Promise<void> {
  const forMs = parseSpan("--for", flags.for);
  const reason = flags.reason === undefined ? null : shortenNote(flags.reason);
  return change("putOff", ids, flags, (store, chosen) => store.putOff(chosen, forMs, reason));
}

/** Runs `inbox discard`. */
export function runDiscard(ids: readonly string[], flags: Chosen & { reason?: string }): Promise<void> {
  const reason = flags.reason === undefined ? null : shortenNote(flags.reason);
  return change("discarded", ids, flags, (store, chosen, states) => store.discard(chosen, states, reason));
}

/** Erases the rows of a payment, of an owner, or by id; with several of these, those that all of them fit. */
export async function runErase(
  payment: string | undefined,
  { owner, row, ...flags }: Where & { owner?: string; row?: string[]; json?: true | undefined },
): Promise<void> {
  const what = { payment, owner, ids: row?.map(parseId) };
  if (payment === "" || owner === "" || Object.values(what).every((one) => one === undefined))
    throw wrongUse("Give the id of a payment, --owner with the name of a customer, or --row with ids of rows.");
  const erased = await withStore(flags, (store) => store.erase(what));
  const ids = erased.map(({ id }) => id);
  const neverHandled = erased.filter(({ state }) => state !== "done").map(({ id }) => id);
  if (ids.length === 0) process.stderr.write("No such row has a body.\n");
  tell("erased", ids, flags, { neverHandled });
}

/** Runs `inbox salvage`: copies what can be read of a damaged file. @throws CommandError */
export async function runSalvage(damaged: string, fresh: string, flags: { json?: true | undefined }): Promise<void> {
  needFile(damaged);
  if (existsSync(fresh))
    throw new CommandError("file_unwritable", `${fresh} exists already. Give the name of a new file.`);
  const { saved, lost } = await salvage(damaged, fresh).catch((error) => {
    throw error instanceof FileInUse ? wrongUse(error.message) : error;
  });
  const next = `Before a receiver starts, replace ${damaged} with it.`;
  const text = `${fresh} has ${saved} rows; ${lost} ids could not be read. ${next}`;
  process.stdout.write(flags.json ? `${JSON.stringify({ saved, lost })}\n` : `${text}\n`);
  if (lost > 0) process.exitCode = ExitCode.fails;
}

async function change(
  done: string,
  ids: readonly string[],
  flags: Chosen,
  /** `states`: those that the rows were chosen by. */
  apply: (store: Store<unknown>, ids: number[], states?: readonly State[]) => Promise<readonly number[]>,
): Promise<void> {
  if (ids.length > 0 === (flags.state !== undefined)) throw wrongUse("Give either ids or --state.");
  const filter = parseFilter(flags);
  const changed = await withStore(flags, async (store) => {
    if (ids.length > 0) {
      const chosen = [...new Set(ids.map(parseId))];
      const some = await apply(store, chosen);
      for (const id of chosen.filter((one) => !some.includes(one)))
        process.stderr.write(narrowText(`${whyNot(id, await store.get(id))}\n`));
      return some;
    }
    const all: number[] = [];
    for await (const rows of pagesOf(store, filter)) {
      const listed = rows.map(({ id }) => id);
      all.push(...(await apply(store, listed, filter.states)));
    }
    return all;
  });
  tell(done, changed, flags);
}

/** Why a row did not change. */
function whyNot(id: number, row: StoredRow | undefined): string {
  if (!row) return noRow(id);
  if (row.body === null) return `Row ${id} is ${row.state}, and its body is gone.`;
  return `Row ${id} is ${describeState(row)}, and stays as it is.`;
}

/** More ids than this are a number to people; `--json` has all. */
const IDS_SHOWN = 50;

/** Prints what changed; exit code 1 if nothing did. `done`: its name in JSON. `more`: which of these to name again. */
function tell(
  done: string,
  ids: readonly number[],
  { json }: { json?: true | undefined },
  more: { readonly neverHandled?: readonly number[] } = {},
): void {
  if (ids.length === 0) process.exitCode = ExitCode.fails;
  if (json) return void process.stdout.write(`${JSON.stringify({ [done]: ids, ...more })}\n`);
  const { neverHandled = [] } = more;
  const never = neverHandled.length === 0 ? "" : ` (never handled: ${listIds(neverHandled)})`;
  const word = done === "putOff" ? "put off" : done;
  const text = ids.length === 0 ? `Nothing was ${word}.` : `${ids.length} ${word}: ${listIds(ids)}${never}`;
  process.stdout.write(`${narrowText(text)}\n`);
}

function listIds(ids: readonly number[]): string {
  const more = ids.length - IDS_SHOWN;
  return ids.slice(0, IDS_SHOWN).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
