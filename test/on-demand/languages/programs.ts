/** Runs the programs of a package: to their end, or as a receiver until it is no longer needed. */

import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { stripVTControlCharacters } from "node:util";
import { expect } from "vitest";
import { freePort } from "../../../scripts/free-port.ts";
import { spawnGroup, untilListening } from "../../../scripts/running.ts";
import { generateClient, type LanguageName } from "../../../src/languages/index.ts";
import type { Command, LanguagePackage } from "./harness.ts";

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningReceiver extends AsyncDisposable {
  readonly url: string;
  readonly secret: string;
  /** PROCESSED. */
  readonly file: string;
}

/** The first line that a toolchain prints about itself; undefined if it is not there. */
export function probe([program, ...args]: Command): string | undefined {
  try {
    const said = execFileSync(program, args, { encoding: "utf8", timeout: 60_000, stdio: ["ignore", "pipe", "pipe"] });
    // Debian's Maven begins with an escape sequence whatever it is told.
    return stripVTControlCharacters(said).trim().split("\n")[0] ?? "";
  } catch {
    return undefined;
  }
}

type Where = { cwd: string; env: Record<string, string | undefined> };

/** A program that does not end within nine minutes ends with -1: it never would. */
export async function runProgram(command: Command, { cwd, env }: Where): Promise<Finished> {
  const { child, stop } = spawnGroup(command, cwd, { ...process.env, ...env });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name]?.on("data", (text: string) => {
      said[name] += text;
    });
  const timer = setTimeout(stop, 9 * 60_000);
  const code = await new Promise<number | null>((resolve) => {
    child.once("close", resolve).once("error", ({ message }) => {
      said.stderr = message;
      resolve(-1);
    });
  });
  clearTimeout(timer);
  return { ...said, code: code ?? -1 };
}

/** Writes the package of a language into a folder, and runs a test of `servers/` beside it. @throws if it fails */
export async function testServers(language: LanguageName, folder: string, command: Command, env: Where["env"]) {
  await generateClient({ language, out: folder, force: true });
  const where = { cwd: join(import.meta.dirname, "servers"), env: { README: join(folder, "README.md"), ...env } };
  const { code, stdout, stderr } = await runProgram(command, where);
  expect([code, code === 0 ? "" : stdout + stderr]).toEqual([0, ""]);
}

/** @throws if it does not listen, with the end of what it said */
export async function startReceiver(
  { receiver, env }: LanguagePackage,
  cwd: string,
  file: string,
  secret = randomBytes(24).toString("base64url"),
  port?: number,
): Promise<RunningReceiver> {
  const own = port ?? (await freePort());
  const variables = { ...env, PORT: String(own), WEBHOOK_SECRET: secret, PROCESSED: file };
  const stop = await startServer(receiver, cwd, variables, own);
  return { url: `http://127.0.0.1:${own}/hooks`, secret, file, [Symbol.asyncDispose]: stop };
}

/** Starts the receiver behind its reverse proxy, or alone if it has none. @throws as `startReceiver` */
export async function startDeployed(given: LanguagePackage, cwd: string, file: string): Promise<RunningReceiver> {
  if (!given.deployment) return startReceiver(given, cwd, file);
  const { behind, command } = given.deployment;
  const [port, appPort] = [await freePort(), await freePort()];
  const secret = randomBytes(24).toString("base64url");
  const ports = { PORT: String(port), APP_PORT: String(appPort) };
  const variables = { ...given.env, ...ports, WEBHOOK_SECRET: secret, PROCESSED: file };
  const stopBehind = await startServer(behind, cwd, variables, appPort);
  try {
    const stopProxy = await startServer(command, cwd, variables, port);
    const stop = async () => void (await Promise.all([stopProxy(), stopBehind()]));
    return { url: `http://127.0.0.1:${port}/hooks`, secret, file, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stopBehind();
    throw error;
  }
}

/** Starts a program and waits until it listens. Returns what stops it. */
export async function startServer(
  command: Command,
  cwd: string,
  variables: Record<string, string>,
  port: number,
): Promise<() => Promise<void>> {
  const running = spawnGroup(command, cwd, { ...process.env, ...variables });
  await untilListening(port, running);
  return async () => {
    running.stop();
    await running.ended;
  };
}

/** The payments in PROCESSED, in the order of their arrival. */
export function paymentsIn(file: string): { id: number; event: string }[] {
  const rows = inDatabase(file, (database) => database.prepare("SELECT id, event FROM payment ORDER BY rowid").all());
  return (rows ?? []).map(({ id, event }) => ({ id: Number(id), event: String(event) }));
}

/** Removes the payments from PROCESSED. */
export function clear(file: string): void {
  inDatabase(file, (database) => database.exec("DELETE FROM payment"));
}

function inDatabase<T>(file: string, work: (database: DatabaseSync) => T): T | undefined {
  if (!existsSync(file)) return undefined;
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
