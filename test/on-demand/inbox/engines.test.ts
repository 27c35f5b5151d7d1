/**
 * The examples that hand rows to pg-boss and to BullMQ, against real servers that stop and start under load: every
 * payment that was acknowledged is run by the engine.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../scripts/bench/engines.ts";
import { freePort } from "../../../scripts/free-port.ts";
import { SKIP_POSTGRES, startPostgres } from "../../../scripts/servers/postgres.ts";
import { SKIP_REDIS, startRedis } from "../../../scripts/servers/redis.ts";
import { deliver, Load } from "../../inbox/crash.ts";
import { buildPackage } from "../../support/built.ts";
import { SECRET } from "../../support/receiver.ts";
import { root } from "../../support/repository.ts";
import { scratchFolder } from "../../support/scratch.ts";

/** Why tests that need the engines are skipped; empty if they can run. */
const SKIP_ENGINES = engines.skip;

/** A folder in which both `collections-contract` and the engines can be imported. */
async function engineFolder(): Promise<{ folder: string; remove(): void }> {
  if (!engines.folder) throw new Error(SKIP_ENGINES);
  const folder = join(root, `.cache/engines-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(engines.folder, "node_modules"), join(folder, "node_modules"));
  await buildPackage();
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Runs an example in that folder, as it is or with its text edited. `lines`: what it has printed. `trouble()`: the end
 * of its standard error, which says a lot while a server is away.
 */
function runExample(
  folder: string,
  example: string,
  env: Record<string, string>,
  edit = (text: string) => text,
): { child: ChildProcess; lines: string[]; trouble(): string } {
  // Another run of the same example may have edited it otherwise.
  const file = join(folder, `${env["PORT"]}-${example.replaceAll("/", "-")}`);
  writeFileSync(file, edit(readFileSync(join(root, example), "utf8")));
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
  });
  let trouble = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    trouble = (trouble + text).slice(-2000);
  });
  return { child, lines, trouble: () => trouble };
}

const temporary = scratchFolder("engines-");
let place: Awaited<ReturnType<typeof engineFolder>> | undefined;
beforeAll(async () => {
  if (!SKIP_ENGINES) place = await engineFolder();
});
afterAll(() => {
  place?.remove();
});

/**
 * How long an engine may take to notice that a process died and to run its jobs again. BullMQ looks every 30 s, and
 * runs a job at the second look that finds it without its process.
 */
const PATIENCE_MS = 120_000;
const CONTROL_PATIENCE_MS = 15_000;

type Server = { stop(): Promise<void>; start(): Promise<void>; remove(): Promise<void>; env: Record<string, string> };

async function postgres(): Promise<Server> {
  const server = await startPostgres();
  const env = { DATABASE_URL: `postgres://inbox@127.0.0.1:${server.port}/postgres` };
  return { ...server, env, stop: () => server.stop("immediate") };
}

async function redis(): Promise<Server> {
  const server = await startRedis();
  return { ...server, env: { REDIS_PORT: String(server.port) }, stop: () => server.stop("SIGKILL") };
}

type Outcome = { acknowledged: number; lost: number; twice: number };

/** Loads the example while its server and its process go and come back, and counts what the engine ran. */
async function faults(
  name: string,
  example: string,
  server: Server,
  edit?: (text: string) => string,
): Promise<Outcome> {
  const port = await freePort();
  const file = join(temporary, `${name}${edit ? "-control" : ""}.db`);
  const env = { ...server.env, PORT: String(port), WEBHOOK_SECRET: SECRET, INBOX: file };
  let started = 0;
  const begin = async () => {
    const run = runExample(place?.folder ?? "", example, env, edit);
    const agent = new Agent();
    const first = 5_000_000 + started++;
    // Until it not only receives, but also runs jobs.
    const until = performance.now() + PATIENCE_MS;
    while (!run.lines.some((line) => line.includes(` ${first} `))) {
      if (performance.now() > until) throw new Error(`the example runs no job: ${run.trouble()}`);
      if (run.child.exitCode !== null) {
        throw new Error(`the example ended with ${run.child.exitCode}: ${run.trouble()}`);
      }
      await deliver(port, first, agent);
      await sleep(50);
    }
    agent.destroy();
    return run;
  };
  const ran: string[] = [];
  const acknowledged = new Set<number>();
  const loaded = async (from: number, meanwhile: () => Promise<void>) => {
    const load = new Load(port, from);
    await sleep(300);
    await meanwhile();
    await load.stop();
    for (const id of load.acknowledged) acknowledged.add(id);
  };
  let running = await begin();
  const kill = async () => {
    running.child.kill("SIGKILL");
    await sleep(200);
    ran.push(...running.lines);
  };
  try {
    // The server goes, and comes back.
    await loaded(1, async () => {
      await server.stop();
      await sleep(500);
      await server.start();
      await sleep(500);
    });
    expect(running.child.exitCode).toBe(null);
    // The process dies, between its deliveries and what it hands over.
    await loaded(1_000_000, kill);
    running = await begin();
    // The server goes, and the process dies before it is back.
    await loaded(2_000_000, async () => {
      await server.stop();
      await sleep(300);
      await kill();
    });
    await server.start();
    running = await begin();
    const paid = () =>
      [...ran, ...running.lines]
        .filter((line) => line.startsWith("pay out verified "))
        .map((line) => Number(line.split(" ")[3]));
    const missing = () => {
      const seen = new Set(paid());
      return [...acknowledged].filter((id) => !seen.has(id)).length;
    };
    const until = performance.now() + (edit ? CONTROL_PATIENCE_MS : PATIENCE_MS);
    while (missing() > 0 && performance.now() < until) await sleep(100);
    return { acknowledged: acknowledged.size, lost: missing(), twice: paid().length - new Set(paid()).size };
  } finally {
    running.child.kill("SIGKILL");
    await server.remove();
  }
}

/** The first thing that people write: it does not wait for the engine, so a row is done before a job exists. */
function careless(text: string): string {
  const edited = text.replace(/=> (boss\.send|queue\.add)\(/, "=> void $1(");
  expect(edited).not.toBe(text);
  return `process.on("unhandledRejection", () => undefined);\n${edited}`;
}

// All four at once: they mostly wait until an engine notices that a process died.
describe.concurrent.each([
  ["pg-boss", "examples/inbox/pg-boss.ts", postgres, SKIP_ENGINES || SKIP_POSTGRES],
  ["BullMQ", "examples/inbox/bullmq.ts", redis, SKIP_ENGINES || SKIP_REDIS],
] as const)("%s", (name, example, startServer, skip) => {
  const suite = it.skipIf(skip);

  suite(`runs each payment that was acknowledged, whatever stops meanwhile${skip}`, async () => {
    const { acknowledged, lost, twice } = await faults(name, example, await startServer());
    process.stdout.write(`${name}: ${acknowledged} acknowledged, ${lost} lost, ${twice} run twice\n`);
    expect(lost).toBe(0);
    expect(acknowledged).toBeGreaterThan(100);
    // Only what ran when the process died, or the server, may have run twice.
    expect(twice).toBeLessThan(150);
  });

  suite(`the control, which does not wait for the engine, is caught${skip}`, async () => {
    const { acknowledged, lost } = await faults(name, example, await startServer(), careless);
    process.stdout.write(`${name}, the control: ${acknowledged} acknowledged, ${lost} lost\n`);
    expect(lost).toBeGreaterThan(0);
  });
});
