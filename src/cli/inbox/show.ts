/** `collections-contract inbox list`, `show`, `stats` and `export`: the commands that change nothing. */

import { Meters, openMetrics } from "../../inbox/meters.ts";
import {
  type Filter,
  type Happening,
  type Row,
  STATES,
  type State,
  type Store,
  type StoredRow,
} from "../../inbox/store.ts";
import { parseSpan, wholeNumber, wrongUse } from "../command-error.ts";
import { ExitCode } from "../exit.ts";
import { safeJson, safeJsonLine, safeLine } from "../safe-text.ts";
import { narrowText } from "../terminal-width.ts";
import { decryptText } from "./keys.ts";
import { type Where, withStore } from "./open.ts";

export type Wanted = { state?: string[]; event?: string; payment?: string; owner?: string };
type Since = { last?: string };
/** No row has a greater id. */
const ID_MAX = 9_999_999_999;

const isState = (one: string): one is State => STATES.some((state) => state === one);

/** Returns the filter that the options describe. @throws CommandError `wrong_use` */
export function parseFilter({ state, event, payment, owner }: Wanted): Omit<Filter, "limit"> {
  const unknown = state?.find((one) => !isState(one));
  if (unknown !== undefined) throw wrongUse(`--state takes ${STATES.join(", ")}, not ${JSON.stringify(unknown)}.`);
  return { states: state?.filter(isState), event, payment, owner };
}

/** Parses an id. @throws CommandError `wrong_use` */
export function parseId(text: string): number {
  return wholeNumber("The id", text, 1, ID_MAX);
}

/** Returns the id after which all rows came within this time until now. Ids grow with time, so it halves. */
export async function idBefore(store: Pick<Store, "list">, lastMs: number): Promise<number> {
  const since = Date.now() - lastMs;
  let [low, high] = [0, ID_MAX];
  while (low < high) {
    const after = Math.floor((low + high) / 2);
    const [row] = await store.list({ after, limit: 1 });
    if (row && row.received < since) low = row.id;
    else high = after;
  }
  return low;
}

/** The same for `--last`; 0 without it. @throws CommandError `wrong_use` */
const firstId = async (store: Store<unknown>, { last }: Since) =>
  last === undefined ? 0 : idBefore(store, parseSpan("--last", last));

const iso = (time: number | null) => (time === null ? "" : new Date(time).toISOString());

/** Runs `inbox list`. @throws CommandError for a limit outside 1 to 1000 */
export async function runList(
  flags: Where & Wanted & Since & { after: string; limit: string; json?: true | undefined },
): Promise<void> {
  const filter = parseFilter(flags);
  const from = wholeNumber("--after", flags.after, 0, ID_MAX);
  const limit = wholeNumber("--limit", flags.limit, 1, 1000);
  const rows = await withStore(flags, async (store) =>
    store.list({ ...filter, after: Math.max(from, await firstId(store, flags)), limit }),
  );
  if (flags.json) return void process.stdout.write(`${safeJson(rows.map(toJsonRow))}\n`);
  const lines = rows.map((row) => {
    const error = row.error === null ? "" : `  ${row.error}`;
    const payment = row.payment === null ? "" : ` payment ${row.payment}`;
    const whose = row.owner ?? row.label;
    const label = whose === null ? "" : ` of ${whose}`;
    const putOff = row.putOffUntil === null ? "" : ` put off until ${iso(row.putOffUntil)}`;
    const until = row.state === "pending" && row.retryUntil !== null ? ` until ${iso(row.retryUntil)}` : "";
    const unsigned = row.verified ? "" : " unsigned";
    const other = row.conflictOf === null ? "" : ` other bytes of row ${row.conflictOf}`;
    const tried = `${row.attempts} attempts${putOff}${until}`;
    const about = `${row.event}${payment}${label}${unsigned}${other}${error}`;
    const text = [row.id, describeState(row).padEnd(9), iso(row.received), tried, about].join("  ");
    return `${narrowText(safeLine(text))}\n`;
  });
  process.stdout.write(lines.join(""));
  if (rows.length === limit) process.stderr.write(`There may be more: --after ${rows.at(-1)?.id}\n`);
}

/** The state of a row, as people see it. */
export function describeState({ state, holder }: Row): string {
  return state === "pending" && holder !== null ? "running" : state;
}

/** What a row of a lane can wait for, as people see it: `5 dead, 6 pending`. */
export function formatAhead({ ahead }: StoredRow): string {
  return ahead.map(({ id, state }) => `${id} ${state}`).join(", ");
}

/** Returns the row with times in ISO 8601. */
export function toJsonRow(row: Row): object {
  return {
    ...row,
    due: iso(row.due),
    putOffUntil: row.putOffUntil === null ? null : iso(row.putOffUntil),
    retryUntil: row.retryUntil === null ? null : iso(row.retryUntil),
    received: iso(row.received),
    finished: row.finished === null ? null : iso(row.finished),
  };
}

/** What happened to a row, for people. */
export const WORDS: Readonly<Record<Happening["what"], string>> = {
  retry: "an attempt failed",
  dead: "the last attempt failed",
  put_off: "the handler put it off",
  unhandled: "no handler was there",
  release: "the process stopped",
  retried: "a person retried it",
  discarded: "a person discarded it",
  postponed: "a person put it off",
  erased: "a person erased its body",
};

/** Says that a row is missing; a delivery that came again has taken an id as well. */
export const noRow = (id: number | string) => `Row ${id} does not exist: it was removed, or no payment has this id.`;

/** Runs `inbox show`. Exit code 1 if the row does not exist. */
export async function runShow(text: string, flags: Where & { body?: true; json?: true | undefined }): Promise<void> {
  const row = await withStore(flags, (store) => store.get(parseId(text)));
  if (!row) {
    process.exitCode = ExitCode.fails;
    return void process.stderr.write(`${noRow(text)}\n`);
  }
  const { body, history, ahead, ...rest } = row;
  const shown = { ...toJsonRow(rest), ahead: formatAhead(row), ...(flags.body && { body: decryptText(row) }) };
  const times = history.map((one) => ({ ...one, at: iso(one.at) }));
  if (flags.json) return void process.stdout.write(`${safeJson({ ...shown, ahead, history: times })}\n`);
  const lines = Object.entries(shown).map(([name, value]) => `${name.padEnd(11)} ${safeLine(String(value ?? ""))}\n`);
  const hint = flags.body ? "" : body === null ? "The body is gone.\n" : "The body is left out; --body shows it.\n";
  const past = times.map(({ at, what, note }) => `${safeLine(`${at}  ${WORDS[what]}${note ? `: ${note}` : ""}`)}\n`);
  process.stdout.write(narrowText(lines.join("") + past.join("") + hint));
}

/** All rows that fit, oldest first, a page after the other. */
export async function* pagesOf(store: Store<unknown>, filter: Omit<Filter, "limit">, after = 0) {
  for (let from: number | undefined = after; from !== undefined; ) {
    const rows: readonly Row[] = await store.list({ ...filter, after: from, limit: 1000 });
    if (rows.length > 0) yield rows;
    from = rows.at(-1)?.id;
  }
}

/** Prints one JSON object per line. Without `bodies`, nothing in it identifies a payment. */
export async function runExport(flags: Where & Wanted & Since & { bodies?: true }): Promise<void> {
  const filter = parseFilter(flags);
  await withStore(flags, async (store) => {
    for await (const rows of pagesOf(store, filter, await firstId(store, flags)))
      for (const row of rows) {
        // A label may be the name of a creditor.
        const view: Record<string, unknown> = { ...toJsonRow(row) };
        const { key, payment, label, owner, lane, error, digest, holder, ...plain } = view;
        const stored = flags.bodies && (await store.get(row.id));
        const line = stored
          ? { ...plain, key, payment, label, owner, lane, error, digest, body: decryptText(stored) }
          : plain;
        // Waits for a slow reader instead of buffering.
        if (!process.stdout.write(`${safeJsonLine(line)}\n`))
          await new Promise((resolve) => process.stdout.once("drain", resolve));
      }
  });
}

/** Runs `inbox stats`: lines for people, JSON or OpenMetrics. */
export async function runStats(flags: Where & { json?: true | undefined; openmetrics?: true }): Promise<void> {
  const totals = await withStore(flags, (store) => store.totals());
  // Deliveries, attempts and latency belong to a process that receives; this one only looks.
  const stats = new Meters().stats(totals, Date.now());
  if (flags.openmetrics) return void process.stdout.write(openMetrics(stats, { inbox: flags.name }));
  const { rows, bytes, oldestMs } = stats;
  const newest = stats.newest === null ? null : iso(stats.newest);
  if (flags.json) return void process.stdout.write(`${safeJson({ rows, bytes, oldestMs, newest })}\n`);
  const lines = Object.entries(rows).map(([state, count]) => `${state.padEnd(11)} ${count}`);
  const oldest =
    totals.oldest === null ? "no row is waiting" : `the oldest waiting row was received at ${iso(totals.oldest)}`;
  const last = newest === null ? [] : [`the last row was received at ${newest}`];
  process.stdout.write(`${[...lines, `bytes       ${bytes}`, oldest, ...last].join("\n")}\n`);
}
