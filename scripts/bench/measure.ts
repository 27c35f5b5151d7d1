/** Measures CPU time and ratios, because wall time on a shared machine says little. */

import { cpus } from "node:os";

/** Makes one call and returns whether it was right. A promise is awaited. */
export type Run = () => boolean | Promise<boolean>;
export type Subject = { readonly name: string; readonly run: Run };

/** `ratio`: speed against the baseline, above 1 is faster. */
export type Row = { name: string; cpuUs: number; ratio: number; quartiles: [number, number] };

const SLICE_US = 40_000;

export const machine = { node: process.version, cpu: cpus()[0]?.model ?? "unknown" };

/** Measures every subject once in each round, in random order. */
export async function sampleRounds<S, T>(
  rounds: number,
  subjects: readonly S[],
  measure: (subject: S) => T | Promise<T>,
): Promise<{ subject: S; samples: T[] }[]> {
  const all = subjects.map((subject) => ({ subject, samples: [] as T[] }));
  for (let round = 0; round < rounds; round++)
    for (const { subject, samples } of all.toSorted(() => Math.random() - 0.5)) samples.push(await measure(subject));
  return all;
}

/**
 * Runs each slice of a subject between two slices of the baseline in one process (A-B-A), the subjects in random order.
 * Returns medians and quartiles over the rounds.
 */
export async function compare(baseline: Run, subjects: readonly Subject[], rounds: number): Promise<Row[]> {
  const baseCalls = Math.ceil((await callsFor(baseline)) / 2);
  const calls = new Map<string, number>();
  for (const { name, run } of subjects) calls.set(name, await callsFor(run));
  const measured = await sampleRounds(rounds, subjects, async ({ name, run }) => {
    const before = await slice(baseline, baseCalls);
    const us = await slice(run, calls.get(name) as number);
    return { us, ratio: (before + (await slice(baseline, baseCalls))) / 2 / us };
  });
  return measured.map(({ subject, samples }) => toRow(subject.name, samples));
}

/** Summarises the samples of one measurement: medians, and the spread of the ratio. */
export function toRow(name: string, samples: readonly { us: number; ratio: number }[]): Row {
  const ratio = samples.map((sample) => sample.ratio);
  return {
    name,
    cpuUs: medianBy(samples, ({ us }) => us),
    ratio: quantile(ratio, 0.5),
    quartiles: [quantile(ratio, 0.25), quantile(ratio, 0.75)],
  };
}

/** Returns the value at a quantile, 0 to 1. */
export function quantile(values: readonly number[], at: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * at)] as number;
}

/** The median of a number of each row. */
export const medianBy = <T>(rows: readonly T[], of: (row: T) => number): number => quantile(rows.map(of), 0.5);

async function callsFor(run: Run): Promise<number> {
  for (let warmup = 0; warmup < 10; warmup++) await slice(run, 1000);
  return Math.ceil(SLICE_US / (await slice(run, 1000)));
}

/** CPU microseconds per call. */
async function slice(run: Run, calls: number): Promise<number> {
  const start = process.cpuUsage();
  for (let call = 0; call < calls; call++) {
    const right = run();
    if (!(typeof right === "boolean" ? right : await right)) throw new Error("refused what is right");
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / calls;
}
