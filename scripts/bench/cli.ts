/**
 * Start-up time of the command, compared with an empty Node process.
 *
 *     npm run bench -- cli [--json] [--rounds N]
 *
 * Uses the built package. Every call is its own process; each round runs every call and the empty process once, in
 * random order. Prints medians and quartiles of the differences within a round, in wall time (the target is for an idle
 * machine) and in CPU time of all threads, which a busy machine disturbs less.
 */

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { medianBy, quantile } from "./measure.ts";
import { print } from "./print.ts";
import { TARGETS } from "./targets.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, ".cache/bench-cli");
const cli = join(folder, "dist/src/cli.js");
const body = join(folder, "payment.json");
const preload = join(folder, "cpu-at-exit.cjs");

const CALLS: Record<string, string[]> = {
  "--help": [cli, "--help"],
  "--version": [cli, "--version"],
  "sign --help": [cli, "sign", "--help"],
  sign: [cli, "sign", body],
  verify: [cli, "verify", "--signature", "sha256=00", body],
  "explain U-12": [cli, "explain", "U-12"],
  doctor: [cli, "doctor"],
};

const { values } = parseArgs({ options: { json: { type: "boolean" }, rounds: { type: "string", default: "40" } } });
const rounds = Math.max(1, Number(values.rounds));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
cpSync(join(root, "package.json"), join(folder, "package.json"));
writeFileSync(
  preload,
  `process.once("exit", () => {
    const { user, system } = process.cpuUsage();
    require("node:fs").writeSync(3, String(user + system));
  });`,
);
writeFileSync(body, '{"@event":"case_file.payment.confirmed","id":4711}');
const built = spawnSync(process.execPath, [join(root, "scripts/build.ts"), "--out", join(folder, "dist")], {
  stdio: ["ignore", "ignore", "inherit"],
});
if (built.status !== 0) process.exit(1);

const empty: Sample[] = [];
const samples = new Map(Object.keys(CALLS).map((name) => [name, [] as Sample[]]));
for (let round = 0; round < rounds; round++) {
  empty.push(run(["-e", ""]));
  for (const name of Object.keys(CALLS).toSorted(() => Math.random() - 0.5))
    samples.get(name)?.push(run(CALLS[name] as string[]));
}
const rows = [...samples].map(([name, of]) => ({
  name,
  wallMs: overEmpty(of, "wallMs"),
  cpuMs: overEmpty(of, "cpuMs"),
}));

const bare = medianBy(empty, ({ wallMs }) => wallMs);
print(
  values.json,
  { rounds, load: loadavg()[0], targetMs: TARGETS.startMs.value, rows },
  `Load ${loadavg()[0]?.toFixed(1)}, ${rounds} rounds.
Milliseconds over an empty process, which takes ${bare.toFixed(0)}; target ${TARGETS.startMs.told}.`,
  rows.map(({ name, wallMs, cpuMs }) => ({
    ...{ name, wallMs: wallMs.median, wallQuartiles: wallMs.quartiles },
    ...{ cpuMs: cpuMs.median, cpuQuartiles: cpuMs.quartiles },
  })),
);

interface Sample {
  readonly wallMs: number;
  readonly cpuMs: number;
}
interface Over {
  readonly median: number;
  readonly quartiles: number[];
}

function overEmpty(of: readonly Sample[], what: keyof Sample): Over {
  const over = of.map((sample, i) => sample[what] - (empty[i] as Sample)[what]);
  return { median: quantile(over, 0.5), quartiles: [quantile(over, 0.25), quantile(over, 0.75)] };
}

/** Runs one process from start to end. */
function run(args: readonly string[]): Sample {
  const start = performance.now();
  const { output } = spawnSync(process.execPath, ["--require", preload, ...args], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    env: { ...process.env, WEBHOOK_SECRET: "secret" },
  });
  return { wallMs: performance.now() - start, cpuMs: Number(output[3]) / 1000 };
}
