/**
 * Start-up time of the command, compared with an empty Node process.
 *
 *     npm run bench -- cli [--json] [--rounds N]
 *
 * Uses the built package. Every call is its own process; each round runs every call and the empty process once, in
 * random order. Prints medians and quartiles of the differences within a round, in wall time (the target is for an idle
 * machine) and in CPU time of all threads, which a busy machine disturbs less.
 */

import { loadavg } from "node:os";
import { join } from "node:path";
import { medianBy, quantile, sampleRounds } from "./measure.ts";
import { print, readOptions } from "./print.ts";
import { buildCommand, createTimer, root, type Sample } from "./processes.ts";
import { TARGETS } from "./targets.ts";

const folder = join(root, ".cache/bench-cli");
const { cli, body } = buildCommand(folder);
const EMPTY = ["-e", ""];

const CALLS: Record<string, string[]> = {
  "--help": [cli, "--help"],
  "--version": [cli, "--version"],
  "sign --help": [cli, "sign", "--help"],
  sign: [cli, "sign", body],
  verify: [cli, "verify", "--signature", "sha256=00", body],
  "explain U-12": [cli, "explain", "U-12"],
  doctor: [cli, "doctor"],
};

const values = readOptions({ rounds: "40" });
const rounds = Math.max(1, Number(values.rounds));

const runNode = createTimer(folder);
const [empty, ...measured] = await sampleRounds(rounds, [EMPTY, ...Object.values(CALLS)], runNode);
const bare = empty?.samples ?? [];
const rows = Object.keys(CALLS).map((name, i) => {
  const samples = measured[i]?.samples ?? [];
  return { name, wallMs: overEmpty(samples, "wallMs"), cpuMs: overEmpty(samples, "cpuMs") };
});

print(
  values.json,
  { rounds, load: loadavg()[0], targetMs: TARGETS.startMs.value, rows },
  `Load ${loadavg()[0]?.toFixed(1)}, ${rounds} rounds. Target: ${TARGETS.startMs.told}.
Milliseconds over an empty process, which takes ${medianBy(bare, ({ wallMs }) => wallMs).toFixed(0)}.`,
  rows.map(({ name, wallMs, cpuMs }) => ({
    ...{ name, wallMs: wallMs.median, wallQuartiles: wallMs.quartiles },
    ...{ cpuMs: cpuMs.median, cpuQuartiles: cpuMs.quartiles },
  })),
);

/** The differences within a round. */
function overEmpty(samples: readonly Sample[], what: keyof Sample): { median: number; quartiles: number[] } {
  const over = samples.map((sample, i) => sample[what] - (bare[i]?.[what] ?? 0));
  return { median: quantile(over, 0.5), quartiles: [quantile(over, 0.25), quantile(over, 0.75)] };
}
