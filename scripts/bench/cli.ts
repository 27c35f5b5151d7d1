/**
 * How long the command takes to start, over an empty process of Node.
 *
 *     npm run bench -- cli [--json] [--rounds N]
 *
 * The built package, each call a process of its own, the calls in turn with the empty one in every round, in random order. Medians and
 * quartiles of the difference in wall time within a round. The target is 80 ms at most.
 */

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { machine, quantile } from "./measure.ts";

const TARGET_MS = 80;
const root = join(import.meta.dirname, "../..");
const folder = join(root, ".cache/bench-cli");
const cli = join(folder, "dist/src/cli.js");
const body = join(folder, "payment.json");

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
writeFileSync(body, '{"@event":"case_file.payment.confirmed","id":4711}');
const built = spawnSync(process.execPath, [join(root, "scripts/build.ts"), "--out", join(folder, "dist")], {
  stdio: ["ignore", "ignore", "inherit"],
});
if (built.status !== 0) process.exit(1);

const empty: number[] = [];
const samples = new Map(Object.keys(CALLS).map((name) => [name, [] as number[]]));
for (let round = 0; round < rounds; round++) {
  empty.push(run(["-e", ""]));
  for (const name of Object.keys(CALLS).toSorted(() => Math.random() - 0.5))
    samples.get(name)?.push(run(CALLS[name] as string[]));
}
const bare = quantile(empty, 0.5);
const rows = [...samples].map(([name, all]) => {
  const over = all.map((ms, i) => ms - (empty[i] as number));
  return { name, overMs: quantile(over, 0.5), quartiles: [quantile(over, 0.25), quantile(over, 0.75)] };
});

if (values.json) console.log(JSON.stringify({ ...machine, rounds, emptyMs: bare, targetMs: TARGET_MS, rows }, null, 2));
else {
  console.log(
    `Node ${machine.node}, ${machine.cpu}. An empty process: ${bare.toFixed(0)} ms. Milliseconds over it, ${rounds} rounds.\n`,
  );
  console.log(`${"call".padEnd(16)}${"median".padStart(8)}  quartiles`);
  for (const { name, overMs, quartiles } of rows)
    console.log(
      `${name.padEnd(16)}${overMs.toFixed(1).padStart(8)}  ${quartiles.map((ms) => ms.toFixed(1)).join(" .. ")}${overMs > TARGET_MS ? "  over the target" : ""}`,
    );
}

/** Wall time of a process, in milliseconds. */
function run(args: readonly string[]): number {
  const start = performance.now();
  spawnSync(process.execPath, args, { stdio: "ignore", env: { ...process.env, WEBHOOK_SECRET: "secret" } });
  return performance.now() - start;
}
