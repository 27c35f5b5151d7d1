/**
 * Size and start-up of the executable, compared with the command on Node and an empty Node process.
 *
 *     npm run bench -- executable [--json] [--rounds N]
 *
 * Builds both. Each round starts every process once, in random order. Prints lower quartiles of the wall time from
 * start to end, because whatever else the machine does can only add; for the sandbox, the time until it is ready.
 */

import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { quantile, sampleRounds } from "./measure.ts";
import { print, readOptions } from "./print.ts";
import { buildCommand, env, root, runScript } from "./processes.ts";

const folder = join(root, ".cache/bench-executable");
const exe = process.platform === "win32" ? ".exe" : "";
const executable = join(folder, `collections-contract-${process.platform}-${process.arch}${exe}`);

const values = readOptions({ rounds: "20" });
const rounds = Math.max(1, Number(values.rounds));

const { cli, body } = buildCommand(folder);
runScript("executable.ts", "--out", folder);

const CALLS: [name: string, args: string[]][] = [
  ["--version", ["--version"]],
  ["sign", ["sign", body]],
  ["explain U-12", ["explain", "U-12"]],
];
const programs: [name: string, file: string, before: string[]][] = [
  ["executable", executable, []],
  ["on Node", process.execPath, [cli]],
];
type Subject = { name: string; measure: () => number | Promise<number> };
const subjects: Subject[] = programs.flatMap(([program, file, before]) => [
  ...CALLS.map(([name, args]) => ({
    name: `${name}, ${program}`,
    measure: () => timeProcess(file, [...before, ...args]),
  })),
  { name: `sandbox until ready, ${program}`, measure: () => untilReady(file, [...before, "sandbox", "--port", "0"]) },
]);
subjects.push({ name: "an empty Node process", measure: () => timeProcess(process.execPath, ["-e", ""]) });
const samples = await sampleRounds(rounds, subjects, ({ measure }) => measure());

const bytes = readFileSync(executable);
const size = { bytes: bytes.length, gzip: gzipSync(bytes).length, node: readFileSync(process.execPath).length };
const rows = samples.map(({ subject: { name }, samples: ms }) => ({
  ...{ name, ms: quantile(ms, 0.25), median: quantile(ms, 0.5) },
}));
const mb = (n: number) => `${(n / 1e6).toFixed(1)} MB`;
const sizes = `${mb(size.bytes)}, of which Node is ${mb(size.node)}; ${mb(size.gzip)} with gzip`;
const about = `${sizes}. Load ${loadavg()[0]?.toFixed(1)}, ${rounds} rounds.`;
const sorted = rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
print(values.json, { rounds, load: loadavg()[0], size, rows }, about, sorted);

/** One process from start to end. */
function timeProcess(file: string, args: readonly string[]): number {
  const start = performance.now();
  const { status } = spawnSync(file, args, { stdio: "ignore", env });
  if (status !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${status}`);
  return performance.now() - start;
}

async function untilReady(file: string, args: readonly string[]): Promise<number> {
  const start = performance.now();
  const child = spawn(file, args, { stdio: ["ignore", "pipe", "ignore"], env });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  let said = "";
  const ms = await new Promise<number>((resolve, reject) => {
    child.once("exit", () => reject(new Error(`the sandbox ended:\n${said}`)));
    child.stdout.on("data", (chunk) => {
      said += chunk;
      if (said.includes("The sandbox is ready")) resolve(performance.now() - start);
    });
  });
  child.kill("SIGKILL");
  await ended;
  return ms;
}
