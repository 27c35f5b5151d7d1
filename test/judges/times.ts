/**
 * How long the judge takes until its first finding and its verdict, one service after the other. Run by `npm run bench
 * -- judge-times [NAME]`; a name, or a part of it, chooses services.
 */

import { createHmac } from "node:crypto";
import { exitCodeOf, testService } from "../../src/judge/index.ts";
import { causesOf, isFolded } from "../../src/judge/report/causes.ts";
import type { CheckVerdict } from "../../src/judge/report/report.ts";
import { sends } from "../services/flaws/flaw.ts";
import { EVENT, type Switches, startService } from "../services/service.ts";
import type { Attempt, DeliveryRequest } from "../services/types.ts";

/** Four attempts after 80, 160 and 320 ms, and a time-out of 1.2 s. */
const ORDINARY: Partial<Switches> = {
  attempts: 4,
  pauseMs: (attempt) => 80 * 2 ** (attempt - 1),
  attemptTimeoutMs: 1200,
};
const spaced = (payload: unknown) => JSON.stringify(payload).replaceAll('":', '": ');
const missigns: Partial<Switches> = {
  sign: ({ hook, payload }: Attempt) =>
    `sha256=${createHmac("sha256", hook.secret).update(spaced(payload)).digest("hex")}`,
};
const announces = (delivery: DeliveryRequest): DeliveryRequest => ({
  ...delivery,
  headers: { ...delivery.headers, "Content-Length": String(delivery.body.length + 40) },
});
const neverEnds = (delivery: DeliveryRequest): DeliveryRequest => ({ ...delivery, chunked: true, isEndless: true });

interface Subject {
  readonly name: string;
  readonly switches: Partial<Switches>;
  /** Seconds; undefined: the service is legal, and has none. */
  readonly firstS?: number;
  readonly wholeS: number;
  /** Ids of the checks that head its findings; undefined: any. */
  readonly heads?: readonly string[];
}

const SUBJECTS: readonly Subject[] = [
  { name: "signs the JSON with blanks after colons", switches: missigns, firstS: 5, wholeS: 40 },
  {
    name: "four mistakes: signature, payments to the agency, retries of 5xx alone, events that are not listed",
    switches: {
      ...missigns,
      emits: ({ confirmed }) => (confirmed ? [EVENT] : []),
      retries: ({ kind, type }, outcome) => (kind === "client" || type === 2) && outcome !== "error" && outcome >= 500,
      receives: (hook, _event, owner) => hook.active && hook.owner === owner,
    },
    firstS: 10,
    wholeS: 60,
    heads: ["deliver.agency", "deliver.digest", "retry.client.404", "deliver.unsubscribed"],
  },
  { name: "announces 40 bytes more than a retry has", switches: sends("client", announces, 2), firstS: 90, wholeS: 90 },
  { name: "sends retries in chunks without an end", switches: sends("client", neverEnds, 2), firstS: 90, wholeS: 90 },
  { name: "legal, four attempts", switches: {}, wholeS: 60 },
  {
    name: "legal, retries for ever",
    switches: { attempts: Number.POSITIVE_INFINITY, pauseMs: () => 200 },
    wholeS: 120,
  },
  {
    name: "legal, retries after 2, 4, 8 and 16 s",
    switches: { attempts: 5, pauseMs: (attempt) => 1000 * 2 ** attempt },
    wholeS: 120,
  },
  { name: "legal, delivers after three seconds", switches: { delayMs: () => 3000 }, wholeS: 120 },
];

const seconds = (ms: number | undefined) => (ms === undefined ? "" : `${(ms / 1000).toFixed(1)} s`);

/** Judges one service. Returns its row, and what missed its aim. */
async function timed({ name, switches, firstS, wholeS, heads }: Subject): Promise<{ row: string; missed: string[] }> {
  const told: CheckVerdict[] = [];
  let first: number | undefined;
  const driver = await startService({ ...ORDINARY, ...switches });
  const report = await testService(driver, {
    seed: 1,
    onProgress: ({ ms, result }) => {
      if (result.status !== "failed" || result.severity !== "demand" || isFolded(result, told)) return;
      first ??= ms;
      told.push(result);
    },
  });
  const found = causesOf(report, "demand").map(({ checks }) => checks[0].id);
  const missed = [
    ...(firstS !== undefined && (first ?? Number.POSITIVE_INFINITY) > 1000 * firstS ? ["first finding"] : []),
    ...(report.durationMs > 1000 * wholeS ? ["whole run"] : []),
    ...(heads && found.toSorted().join() !== heads.toSorted().join() ? ["findings"] : []),
    ...(exitCodeOf(report) === (firstS === undefined ? 0 : 1) ? [] : [`exit code ${exitCodeOf(report)}`]),
  ];
  const aims = `${firstS === undefined ? "" : `${firstS} s, `}${wholeS} s`;
  const cells = [name, seconds(first), seconds(report.durationMs), aims, found.join(" "), report.amounts?.deliveries];
  return { row: `| ${cells.join(" | ")} |`, missed };
}

const [wanted = ""] = process.argv.slice(2).filter((one) => !one.startsWith("-"));
process.stdout.write(
  "| service | first finding | whole run | aims | findings | deliveries |\n|---|---|---|---|---|---|\n",
);
for (const subject of SUBJECTS.filter(({ name }) => name.includes(wanted))) {
  const { row, missed } = await timed(subject);
  process.stdout.write(`${row}\n`);
  if (missed.length === 0) continue;
  process.stderr.write(`missed its aim: ${missed.join(", ")}\n`);
  process.exitCode = 1;
}
