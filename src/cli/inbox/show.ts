/** `collections-contract inbox list`, `show`, `stats` and `export`: what looks and changes nothing. */

import { Meters, openMetrics } from "../../inbox/meters.ts";
import { type Filter, type Row, STATES, type State, type StoredRow } from "../../inbox/store.ts";
import { wholeNumber, wrongUse } from "../command-error.ts";
import { ExitCode } from "../exit.ts";
import { safeJson, safeLine } from "../safe-text.ts";
import { type Where, withStore } from "./open.ts";

export type Wanted = { state?: string[]; event?: string; payment?: string };

/** The rows that the options want. @throws CommandError `wrong_use` */
export function filterOf({ state, event, payment }: Wanted): Omit<Filter, "limit"> {
  const unknown = state?.find((one) => !STATES.includes(one as State));
  if (unknown !== undefined) throw wrongUse(`--state takes ${STATES.join(", ")}, not ${JSON.stringify(unknown)}.`);
  return { states: state as State[] | undefined, event, payment };
}

/** An id among the arguments. @throws CommandError `wrong_use` */
export function idOf(text: string): number {
  return wholeNumber("The id", text, 1, 9_999_999_999);
}

const iso = (time: number | null) => (time === null ? "" : new Date(time).toISOString());

export async function runList(
  flags: Where & Wanted & { after: string; limit: string; json?: true | undefined },
): Promise<void> {
  const filter = { ...filterOf(flags), after: wholeNumber("--after", flags.after, 0, 9_999_999_999) };
  const limit = wholeNumber("--limit", flags.limit, 1, 1000);
  const rows = await withStore(flags, (store) => store.list({ ...filter, limit }));
  if (flags.json) return void process.stdout.write(`${safeJson(rows.map(viewOf))}\n`);
  const lines = rows.map((row) => {
    const running = row.state === "pending" && row.owner !== null ? "running" : row.state;
    const error = row.error === null ? "" : `  ${row.error}`;
    const payment = row.payment === null ? "" : ` payment ${row.payment}`;
    const unsigned = row.verified ? "" : " unsigned";
    const text = `${row.id}  ${running.padEnd(9)}  ${iso(row.received)}  ${row.attempts} attempts  ${row.event}${payment}${unsigned}${error}`;
    return `${safeLine(text)}\n`;
  });
  process.stdout.write(lines.join(""));
}

/** Times as people write them. */
function viewOf(row: Row): object {
  return {
    ...row,
    due: iso(row.due),
    received: iso(row.received),
    finished: row.finished === null ? null : iso(row.finished),
  };
}

export async function runShow(text: string, flags: Where & { body?: true; json?: true | undefined }): Promise<void> {
  const row = await withStore(flags, (store) => store.get(idOf(text)));
  if (!row) {
    process.exitCode = ExitCode.fails;
    return void process.stderr.write(`There is no row ${text}.\n`);
  }
  const { body, ...rest } = row;
  const shown = { ...viewOf(rest), ...(flags.body && { body: textOf(row) }) };
  if (flags.json) return void process.stdout.write(`${safeJson(shown)}\n`);
  const lines = Object.entries(shown).map(([name, value]) => `${name.padEnd(11)} ${safeLine(String(value ?? ""))}\n`);
  const hint = flags.body ? "" : body === null ? "The body is gone.\n" : "The body is left out; --body shows it.\n";
  process.stdout.write(lines.join("") + hint);
}

const textOf = ({ body }: StoredRow) => (body === null ? null : Buffer.from(body).toString());

/** One JSON object a line. Unless bodies are asked for, nothing in it tells whose payment it is. */
export async function runExport(flags: Where & Wanted & { bodies?: true }): Promise<void> {
  const filter = filterOf(flags);
  await withStore(flags, async (store) => {
    for (let after = 0; ; ) {
      const rows = await store.list({ ...filter, after, limit: 1000 });
      for (const row of rows) {
        const { key, payment, error, digest, owner, ...plain } = viewOf(row) as Record<string, unknown>;
        const stored = flags.bodies && (await store.get(row.id));
        const line = stored ? { ...plain, key, payment, error, digest, body: textOf(stored) } : plain;
        // A reader that is slower than this waits here, not in memory.
        if (!process.stdout.write(`${JSON.stringify(line)}\n`))
          await new Promise((resolve) => process.stdout.once("drain", resolve));
      }
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
    }
  });
}

export async function runStats(flags: Where & { json?: true | undefined; openmetrics?: true }): Promise<void> {
  const totals = await withStore(flags, (store) => store.totals());
  // Deliveries, attempts and latency are of a process that receives or works; this one does neither.
  const stats = new Meters().stats(totals, Date.now());
  if (flags.openmetrics) return void process.stdout.write(openMetrics(stats));
  const { rows, bytes, oldestMs } = stats;
  if (flags.json) return void process.stdout.write(`${safeJson({ rows, bytes, oldestMs })}\n`);
  const lines = Object.entries(rows).map(([state, count]) => `${state.padEnd(11)} ${count}`);
  const oldest =
    oldestMs === null ? "nothing waits" : `the oldest row that waits is ${Math.round(oldestMs / 1000)} s old`;
  process.stdout.write(`${[...lines, `bytes       ${bytes}`, oldest].join("\n")}\n`);
}
