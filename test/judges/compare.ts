/**
 * Judges compared over the flawed and the legal services of this repository: what each finds, whom it accuses falsely,
 * and how long it takes. Run by `npm run bench -- judges`. Options: `--every N` takes each Nth service alone,
 * `--at-once N` so many at a time.
 */

import { parseArgs } from "node:util";
import { eachOf } from "../judge/judged.ts";
import { SUBJECTS } from "../services/flaws.ts";
import { type Switches, startService } from "../services/service.ts";
import { VARIANTS } from "../services/variants.ts";
import { type Judge, judges } from "./peers.ts";

type Subject = { readonly id: string; readonly group: string; readonly switches: Partial<Switches> };

const { values } = parseArgs({
  options: { every: { type: "string", default: "1" }, "at-once": { type: "string", default: "4" } },
  allowPositionals: true,
});
const every = Math.max(1, Number(values.every) || 1);
const atOnce = Math.max(1, Number(values["at-once"]) || 4);
/** Their flaws show in the API, those of the other subjects in deliveries. */
const API = new Set([
  ...["exchanges", "tokenAnswers", "tokens", "clientWebhooks", "clientMembers", "clientAnswers", "secrets"],
  ...["appWebhooks", "appMembers", "list", "urls", "appUrls"],
]);
const some = <T>(all: readonly T[]) => all.filter((_, index) => index % every === 0);

const flawed: Subject[] = SUBJECTS.flatMap(([subject, { look = [], judge = [], histories = [], walks = [] }]) => [
  ...some(look).map(({ id, switches }) => ({ id, group: API.has(subject) ? "API" : "deliveries", switches })),
  ...some([...judge, ...histories, ...walks]).map(({ id, switches }) => ({ id, group: "hidden", switches })),
]);
const legal: Subject[] = [
  { id: "as it stands", group: "legal", switches: {} },
  ...some(VARIANTS).map(({ id, switches }) => ({ id, group: "legal", switches })),
];

async function measure(judge: Judge, subjects: readonly Subject[]) {
  return eachOf(subjects, atOnce, async ({ id, group, switches }) => {
    const driver = await startService(switches);
    const started = performance.now();
    const isAccused = await judge.accuses(driver).catch(() => undefined);
    return { id, group, isAccused, ms: performance.now() - started };
  });
}

const { judges: all, skipped } = await judges();
for (const word of skipped) process.stderr.write(`skipped: ${word}\n`);
const count = (group: string) => flawed.filter((one) => one.group === group).length;
const row = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(" | ")} |\n`);
const heads = [
  ...["judge", `flaws of the API (${count("API")})`, `flaws of deliveries (${count("deliveries")})`],
  ...[`hidden flaws (${count("hidden")})`, `false alarms (of ${legal.length})`, "median time per service"],
];
row(heads);
row(heads.map(() => "---"));
for (const judge of all) {
  const found = await measure(judge, flawed);
  const accused = await measure(judge, legal);
  const of = (group: string) => found.filter((one) => one.group === group && one.isAccused === true).length;
  const times = [...found, ...accused].map(({ ms }) => ms).sort((a, b) => a - b);
  const alarms = accused.filter(({ isAccused }) => isAccused === true);
  const broke = [...found, ...accused].filter(({ isAccused }) => isAccused === undefined).length;
  const seconds = ((times[Math.floor(times.length / 2)] ?? 0) / 1000).toFixed(1);
  row([
    ...[`${judge.name} (${judge.how})`, `${of("API")}`, `${of("deliveries")}`, `${of("hidden")}`],
    ...[`${alarms.length}`, `${seconds} s`],
  ]);
  const accusedOnes = alarms.map(({ id }) => id).join(" ") || "nobody";
  const aborted = broke > 0 ? `; ${broke} runs broke off` : "";
  process.stderr.write(`${judge.name}: falsely accused: ${accusedOnes}${aborted}\n`);
}
process.exit(0);
