import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { styleText } from "node:util";
import { errorMessage } from "../src/errors/caught.ts";
import { describeError, runScript } from "./command.ts";
import { command, install, type Project, receive, runFile, signAndVerify } from "./rehearse/project.ts";
import { type Registry, startRegistry } from "./rehearse/registry.ts";
import { npmEnvironment, publishFrom, readSteps, runStep } from "./rehearse/release.ts";

const HELP = `Usage: npm run rehearse [-- --tarball FILE]

Rehearses a release on this machine: runs the lines of the workflow "release" (without its tests), publishes to a
registry on loopback that ends with the rehearsal, installs from there in an empty project, and runs there what the
README and the guide "Start" show. out/ holds the tarball, its bill of materials, the checksums and the command as one
file, as the workflow hands them on. Nothing leaves the machine but reads of dependencies, from the registry that
npm is configured for.

  --tarball FILE   rehearse with this file instead of packing; out/ is not written
`;

const root = join(import.meta.dirname, "..");
const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, string>;

/** Runs a step, and prints a line: what was done, and the result. */
async function step<T>(title: string, work: () => Promise<T> | T, said: (result: T) => string): Promise<T> {
  const started = performance.now();
  try {
    const result = await work();
    const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    process.stdout.write(`${styleText("green", "ok")}  ${title.padEnd(48)} ${said(result)} (${seconds})\n`);
    return result;
  } catch (error) {
    throw new Error(`${title}: ${errorMessage(error)}`);
  }
}

/** A job of the workflow, in the clone. @returns its outputs */
async function job(name: string): Promise<Record<string, string>> {
  let told: Record<string, string> = {};
  for (const one of readSteps(root, name)) {
    const env = { GITHUB_REF_NAME: `v${version}` };
    const outputs = await step(
      one.title,
      () => runStep(one, { cwd: root, env }),
      () => "as in the workflow",
    );
    told = { ...told, ...outputs };
  }
  return told;
}

/** Publishes a file, without the workflow. */
async function publishFile(tarball: string, registry: Registry): Promise<void> {
  const step = { title: "npm publish", run: 'npm publish --ignore-scripts --access public "$TARBALL"' };
  await runStep(step, { cwd: tmpdir(), env: { ...npmEnvironment(registry), TARBALL: resolve(tarball) } });
}

type UserStep = readonly [title: string, work: (project: Project, name: string) => Promise<string>];
/** What a user does first, step by step. Each returns its result in words. */
const USER_STEPS: readonly UserStep[] = [
  ["npm install", async (project, name) => `version ${await install(project, name)}`],
  ["sign and verify", async (...both) => `${(await signAndVerify(...both)).slice(0, 15)}..., other bytes refused`],
  ["the receiver of the README", (...both) => receive(...both).then(() => "takes a delivery, refuses a forged one")],
  [
    "the file of the guide, against the sandbox",
    (project) => runFile(project, join(root, "examples/first-delivery.ts")),
  ],
  ["the command", async (...both) => `has the ${await command(...both)} verbs of the README; doctor and generate work`],
];

async function main({ tarball }: { tarball?: string }): Promise<void> {
  if (tarball !== undefined && !existsSync(tarball)) throw new Error(`${tarball} does not exist.`);
  const started = performance.now();
  const shell = process.platform === "win32";
  const elsewhere = execFileSync("npm", ["config", "get", "registry"], { cwd: root, encoding: "utf8", shell }).trim();
  if (tarball === undefined) rmSync(join(root, "out"), { recursive: true, force: true });
  const told = tarball === undefined ? await job("build") : {};
  const registry = await startRegistry({ name: name as string, elsewhere });
  const folder = mkdtempSync(join(tmpdir(), "rehearsal-"));
  try {
    await step(
      "publish to a registry on loopback",
      () => (tarball === undefined ? publishFrom(root, registry, told) : publishFile(tarball, registry)),
      () => registry.url,
    );
    mkdirSync(join(folder, "project"));
    const project = { folder: join(folder, "project"), env: npmEnvironment(registry) };
    for (const [title, work] of USER_STEPS)
      await step(
        title,
        () => work(project, name as string),
        (said) => said.trim(),
      );
  } finally {
    await registry.stop();
    rmSync(folder, { recursive: true });
  }
  if (tarball === undefined) await job("executables");
  const held = tarball === undefined ? ` out/ holds ${readdirSync(join(root, "out")).sort().join(", ")}.` : "";
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`\n${name}@${version} was published, installed and used in ${seconds} s.${held}\n`);
}

const failed = (error: unknown) => `\n${styleText("red", "failed")}  ${describeError(error)}`;
await runScript(HELP, { tarball: { type: "string" } }, main, failed);
