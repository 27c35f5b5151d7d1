/**
 * The net: which facts the judge accuses each flawed, arguable and legal service and receiver of. `net.txt` holds what
 * it accused when it was frozen; a new judge may accuse no subject of less without a reason beside the row.
 *
 *     node test/judges/net.ts [--seconds N] [--again PATTERN]
 *
 * Judges what has no run yet with one of the seeds, and keeps each run in the file at once, so that it can be stopped
 * and started again. `--seconds`: takes no new subject after so many; default: no limit. `--again`: judges the subjects
 * that match the regular expression anew, and no others.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Report } from "../../src/judge/index.ts";
import { accusationsIn, eachOf, judgeReceiver, judgeService } from "../judge/judged.ts";
import * as receiverFlaws from "../receivers/flaws.ts";
import { VARIANTS as LEGAL_RECEIVERS } from "../receivers/variants.ts";
import * as flaws from "../services/flaws.ts";
import { ARGUABLE_VARIANTS, VARIANTS } from "../services/variants.ts";

/** Fuzzing and walks draw from them. */
export const SEEDS = [1, 2, 3] as const;
export const NET = join(import.meta.dirname, "net.txt");
const AT_ONCE = 6;
const COLUMNS = "# subject | seeds | facts accused always | sometimes | changed since, each with its reason";

export interface Subject {
  /** `service` or `receiver`, its kind, and its id. */
  readonly name: string;
  judge(seed: number): Promise<Report>;
}

/** One line of the file. A fact is in one of the two sets at most. */
export interface Row {
  readonly name: string;
  readonly seeds: readonly number[];
  readonly always: readonly string[];
  readonly sometimes: readonly string[];
  /**
   * `F-… F-…: why it is right`, or `-F-…: why it was wrong`, separated by `;`. Written by hand when a new judge
   * accuses the subject of more, or of less.
   */
  readonly changed: string;
}

const CORRECT = { id: "as-it-stands", switches: {} };
const SERVICES = {
  flaw: flaws.FLAWS,
  arguable: [...flaws.ARGUABLE, ...ARGUABLE_VARIANTS],
  legal: [CORRECT, ...VARIANTS],
};
const RECEIVERS = {
  flaw: receiverFlaws.FLAWS,
  arguable: receiverFlaws.ARGUABLE,
  legal: [CORRECT, ...LEGAL_RECEIVERS],
};

/** Every subject. A getter of switches makes new ones for each run, because some flaws remember. */
export const SUBJECTS: readonly Subject[] = [
  ...Object.entries(SERVICES).flatMap(([kind, all]) =>
    all.map((one) => ({
      name: `service ${kind} ${one.id}`,
      judge: (seed: number) => judgeService(one.switches, { seed }),
    })),
  ),
  ...Object.entries(RECEIVERS).flatMap(([kind, all]) =>
    all.map((one) => ({
      name: `receiver ${kind} ${one.id}`,
      judge: (seed: number) => judgeReceiver(one.switches, { seed }),
    })),
  ),
];

/** The facts that the failed demands of a report rest on. */
export const factsIn = (report: Report): string[] =>
  [...new Set(accusationsIn(report).flatMap(({ rests }) => rests))].sort();

/** The row with one more run: what was accused in each run stays in `always`. */
export function withRun(row: Row, seed: number, facts: readonly string[]): Row {
  const always = row.seeds.length === 0 ? facts : row.always.filter((fact) => facts.includes(fact));
  const all = new Set([...row.always, ...row.sometimes, ...facts]);
  const sometimes = [...all].filter((fact) => !always.includes(fact)).sort();
  return { ...row, seeds: [...row.seeds, seed].sort(), always, sometimes };
}

/** What a new judge does wrong, in words: it misses what was always accused, or accuses of more without a reason. */
export function differences({ name, always, sometimes, changed }: Row, facts: readonly string[]): string[] {
  const named = changed.split(";").flatMap((one) => words(one.split(":")[0]));
  const known = new Set([...always, ...sometimes, ...named]);
  return [
    ...always
      .filter((fact) => !facts.includes(fact) && !named.includes(`-${fact}`))
      .map((fact) => `${name}: no longer accused of ${fact}`),
    ...facts
      .filter((fact) => !known.has(fact))
      .map((fact) => `${name}: accused of ${fact} without a reason in net.txt`),
  ];
}

const words = (text = "") => text.split(" ").filter(Boolean);

/** The rows of the file by subject. */
export function readNet(): Map<string, Row> {
  const lines = readFileSync(NET, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const [name = "", seeds, always, sometimes, changed = ""] = line.split("|").map((cell) => cell.trim());
      const row = {
        name,
        seeds: words(seeds).map(Number),
        always: words(always),
        sometimes: words(sometimes),
        changed,
      };
      return [name, row] as const;
    }),
  );
}

function writeNet(rows: ReadonlyMap<string, Row>): void {
  const lines = SUBJECTS.flatMap(({ name }) => {
    const { seeds, always, sometimes, changed } = rows.get(name) ?? { seeds: [] };
    if (seeds.length === 0) return [];
    const cells = [name, seeds.join(" "), always?.join(" "), sometimes?.join(" "), changed];
    return [cells.join(" | ").trimEnd()];
  });
  writeFileSync(NET, `${COLUMNS}\n${lines.join("\n")}\n`);
}

async function complete(seconds: number, again: RegExp | undefined): Promise<void> {
  const rows = new Map([...readNet()].filter(([name]) => !again?.test(name)));
  const rowOf = (name: string) => rows.get(name) ?? { name, seeds: [], always: [], sometimes: [], changed: "" };
  const open = SEEDS.flatMap((seed) =>
    SUBJECTS.filter(({ name }) => again?.test(name) ?? !rowOf(name).seeds.includes(seed)).map((subject) => ({
      subject,
      seed,
    })),
  );
  let left = open.length;
  await eachOf(open, AT_ONCE, async ({ subject, seed }) => {
    if (performance.now() > 1000 * seconds) return;
    const report = await subject.judge(seed);
    rows.set(subject.name, withRun(rowOf(subject.name), seed, factsIn(report)));
    writeNet(rows);
    left--;
  });
  process.stdout.write(`${open.length - left} runs, ${left} left\n`);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { seconds: { type: "string" }, again: { type: "string" } } });
  await complete(
    Number(values.seconds ?? Number.POSITIVE_INFINITY),
    values.again ? new RegExp(values.again) : undefined,
  );
  process.exit(0);
}
