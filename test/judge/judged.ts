/** The judge over services and receivers that are known: what it said of each. */

import { eachOf } from "../../src/judge/each-of.ts";
import {
  type CheckResult,
  exitCodeOf,
  listChecks,
  type Report,
  type ServiceDriver,
  testReceiver,
  testService,
} from "../../src/judge/index.ts";
import { type Receiver, type Switches as ReceiverSwitches, startReceiver } from "../receivers/receivers.ts";
import { FLAWS } from "../services/flaws.ts";
import { type Switches, startService } from "../services/service.ts";
import type { Driver } from "../services/types.ts";
import type { Sample } from "./samples.ts";

export { eachOf };

/** Groups without walks, which are for what depends on history and take two thirds of the time. */
export const QUICK = [...new Set(listChecks("api").map(({ group }) => group))].filter(
  (group) => group !== "history" && group !== "walk",
);

/** A test does the same each time; the proof of legal services draws a hundred histories. */
export const SEED = 1;

export const accusationsIn = (report: Report): CheckResult[] =>
  report.checks.filter(({ status, severity }) => status === "failed" && severity === "demand");

/** The same as lines, for the message of a test. */
export const describeAccusations = (report: Report): string[] =>
  accusationsIn(report).map(({ id, actual }) => `${id}: ${actual}`);

/** The first problem of a run, and its exit code: 2 and 3 stand for a run in which no demand failed. */
export const endOf = (report: Report) => [report.problems[0]?.code, exitCodeOf(report)];

/** `change`: what a driver or a target has instead of its own members. */
type Change<S> = (given: S) => object;

/** A busy machine must not look like a service that does not answer. */
export async function judgeService(
  switches: Partial<Switches>,
  options: Parameters<typeof testService>[1] = {},
  change?: Change<Driver>,
): Promise<Report> {
  const driver = await startService(switches);
  const own = change ? ({ ...driver, ...change(driver) } as ServiceDriver) : driver;
  return testService(own, { seed: SEED, requestTimeoutMs: 60_000, ...options });
}

/** `isBlind`: the driver tells what took effect, and not when all is done. */
export async function judgeReceiver(
  switches: Partial<ReceiverSwitches>,
  { isBlind = false, ...options }: Parameters<typeof testReceiver>[1] & { isBlind?: boolean } = {},
  change: Change<Receiver> = () => ({}),
): Promise<Report> {
  const receiver = await startReceiver(switches);
  const { url, secret, driver, stop } = receiver;
  const { processed } = driver;
  try {
    const target = { url, secret, driver: isBlind ? { processed } : driver, ...change(receiver) };
    return await testReceiver(target, options);
  } finally {
    await stop();
  }
}

/** The switches of the subject with this id. */
export function switchesOf<S>(subjects: readonly { id: string; switches: S }[], id: string): S {
  const found = subjects.find((one) => one.id === id);
  if (!found) throw new Error(`there is no ${id}`);
  return found.switches;
}

/**
 * Judges flawed subjects, a few at a time. On a busy machine, a check that needs quick answers may miss its flaw:
 * each that is missed is judged once more, alone.
 */
export async function eachFlaw<T, R>(
  flaws: readonly T[],
  atOnce: number,
  judge: (flaw: T) => Promise<R>,
  isMissed: (result: R) => boolean,
): Promise<R[]> {
  const results = await eachOf(flaws, atOnce, judge);
  for (const [index, flaw] of flaws.entries()) {
    if (isMissed(results[index] as R)) results[index] = await judge(flaw);
  }
  return results;
}

/** The checks of samples that do not find their flaw. */
export async function missedChecks(samples: readonly Sample[]): Promise<string[]> {
  const judge = async ([id, checks]: Sample) => {
    const wanted = checks.split(" ");
    const found = accusationsIn(await judgeService(switchesOf(FLAWS, id), { only: wanted })).map((check) => check.id);
    return wanted.filter((check) => !found.includes(check)).map((check) => `${id}: ${check}`);
  };
  return (await eachFlaw(samples, 8, judge, (missed) => missed.length > 0)).flat();
}

export type Known = { id: string; fact: string; same?: string[] };

/** How many checks ended how, so that a run that broke off is not taken for a blind judge. */
const stateOf = ({ summary, problems }: Report) => JSON.stringify({ ...summary, problems });

/** The accusations that name a fact of the flaw. */
const rightIn = ({ fact, same = [] }: Known, report: Report) =>
  accusationsIn(report).filter(({ rests }) => rests.some((one) => [fact, ...same].includes(one)));

/** What subjects with one flaw each are told, printed as a table; those that no check found, or for another fact. */
async function foundBy<F extends Known>(flaws: readonly F[], atOnce: number, judge: (flaw: F) => Promise<Report>) {
  const judged = async (flaw: F) => ({ flaw, report: await judge(flaw) });
  const all = await eachFlaw(flaws, atOnce, judged, ({ flaw, report }) => rightIn(flaw, report).length === 0);
  const idsOf = (checks: readonly CheckResult[]) => checks.map(({ id }) => id).join(" ");
  for (const { flaw, report } of all)
    console.log(`${flaw.id.padEnd(42)} ${flaw.fact.padEnd(9)} ${idsOf(rightIn(flaw, report)).slice(0, 120)}`);
  const [found, unfound] = [true, false].map((is) =>
    all.filter(({ report }) => accusationsIn(report).length > 0 === is),
  ) as [typeof all, typeof all];
  return {
    missed: unfound.map(({ flaw, report }) => `${flaw.id} ${stateOf(report)}`),
    wrong: found
      .filter(({ flaw, report }) => rightIn(flaw, report).length === 0)
      .map(({ flaw, report }) => `${flaw.id} (${flaw.fact}): ${idsOf(accusationsIn(report))}`),
    reports: all.map(({ report }) => report),
  };
}

/** The same of services, by checks of these groups. */
export const foundServices = (
  flaws: readonly (Known & { switches: Partial<Switches> })[],
  only: string[],
  atOnce: number,
) => foundBy(flaws, atOnce, ({ switches }) => judgeService(switches, { only }));

/** The same of receivers, without the reports. */
export async function missedReceivers(flaws: readonly (Known & { switches: Partial<ReceiverSwitches> })[]) {
  const { missed, wrong } = await foundBy(flaws, 16, ({ switches }) => judgeReceiver(switches));
  return { missed, wrong };
}

/** What the judge says against legal subjects: accusations, and why a run does not end with 0. */
export async function falseAlarms<S>(
  subjects: readonly { id: string; switches: S }[],
  atOnce: number,
  judge: (switches: S) => Promise<Report>,
): Promise<string[]> {
  const alarms = await eachOf(subjects, atOnce, async ({ id, switches }) => {
    const report = await judge(switches);
    const end = exitCodeOf(report) === 0 ? [] : [`exit ${exitCodeOf(report)}, ${report.problems[0]?.message}`];
    return [...describeAccusations(report), ...end].map((alarm) => `${id}: ${alarm}`);
  });
  console.log(`${subjects.length} legal subjects: ${alarms.flat().length} false alarms`);
  return alarms.flat();
}
