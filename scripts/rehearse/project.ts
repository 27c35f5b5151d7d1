import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { npm } from "../on-demand.ts";
import { spawnGroup, untilListening } from "../running.ts";

/** A project in which the package is installed. */
export interface Project {
  readonly folder: string;
  /** Environment of everything that runs in it. */
  readonly env: Record<string, string>;
}
interface Ended {
  readonly code: number;
  readonly out: string;
}

const shell = process.platform === "win32";
const SECRET = "a secret of the rehearsal";
const SLOW_MS = 180_000;

/** An empty project, and `npm install NAME` in it, as the guide says. @returns the version that came */
export async function install({ folder, env }: Project, name: string): Promise<string> {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "rehearsal", private: true, type: "module" }));
  const { code, out } = await run({ folder, env }, npm, ["install", name]);
  if (code !== 0) throw new Error(`npm install ${name} ended with ${code}:\n${out}`);
  return JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version;
}

/** `sign`, `verify`, and `verify` of other bytes, by npx. @returns the signature */
export async function signAndVerify(project: Project, name: string): Promise<string> {
  const own = { ...project, env: { ...project.env, WEBHOOK_SECRET: SECRET } };
  const npx = (...args: string[]) => run(own, npm, ["exec", "--", name, ...args]);
  writeFileSync(join(project.folder, "payment.json"), '{"@event":"case_file.payment.confirmed","id":4711}');
  const signature = (await expectCode(0, npx("sign", "payment.json"))).trim();
  await expectCode(0, npx("verify", "--signature", signature, "payment.json"));
  await expectCode(1, npx("verify", "--signature", signature, "package.json"));
  return signature;
}

/** The README's receiver, as the installed package has it: it takes a delivery and refuses a forged one. */
export async function receive(project: Project, name: string): Promise<void> {
  const readme = readFileSync(join(project.folder, "node_modules", name, "README.md"), "utf8");
  const [, code] = /^```ts receiver.*\n([\s\S]*?)^```$/m.exec(readme) ?? [];
  if (code === undefined) throw new Error("The README of the package shows no receiver.");
  writeFileSync(join(project.folder, "receiver.ts"), code);
  const port = await freePort();
  const env = { ...process.env, ...project.env, WEBHOOK_SECRET: SECRET, PORT: String(port) };
  using receiver = spawnGroup([process.execPath, "receiver.ts"], project.folder, env);
  const send = ["exec", "--", name, "send", "--url", `http://127.0.0.1:${port}/`];
  const sender = { ...project, env: { ...project.env, WEBHOOK_SECRET: SECRET } };
  await untilListening(port, receiver);
  await expectCode(0, run(sender, npm, [...send, "payment.json"]));
  await expectCode(1, run(sender, npm, [...send, "--bad-signature"]));
  // The forged one is told once, with advice.
  if (!/^store 4711\nwebhook receiver: signature_mismatch .+\n$/.test(receiver.said()))
    throw new Error(`The receiver printed:\n${receiver.said()}`);
}

/** A file of the guides against the sandbox of the package. @returns what it prints */
export async function runFile(project: Project, file: string): Promise<string> {
  writeFileSync(join(project.folder, "first.ts"), readFileSync(file));
  return expectCode(0, run(project, process.execPath, ["first.ts"]));
}

/** The command of the package. @returns how many verbs of the README's table it has */
export async function command(project: Project, name: string): Promise<number> {
  const readme = readFileSync(join(project.folder, "node_modules", name, "README.md"), "utf8");
  const table = readme.slice(readme.indexOf(`| \`npx ${name}\``)).split("\n\n")[0] ?? "";
  const rows = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].slice(1).map(([, verbs]) => verbs as string);
  const verbs = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, verb]) => verb as string));
  const help = await expectCode(0, run(project, npm, ["exec", "--", name, "--help"]));
  const missing = verbs.filter((verb) => !new RegExp(`^ +${verb.split(" ")[0]}\\b`, "m").test(help));
  if (verbs.length === 0 || missing.length > 0) throw new Error(`The command has no ${missing.join(", ") || "verb"}.`);
  await expectCode(0, run(project, npm, ["exec", "--", name, "doctor"]));
  await expectCode(0, run(project, npm, ["exec", "--", name, "generate", "--language", "python", "--out", "python"]));
  if (!existsSync(join(project.folder, "python/pyproject.toml"))) throw new Error("generate wrote no pyproject.toml.");
  return verbs.length;
}

function run({ folder, env }: Project, file: string, args: string[]): Promise<Ended> {
  const options = { cwd: folder, env: { ...process.env, ...env, NO_COLOR: "1" }, shell, timeout: SLOW_MS } as const;
  return new Promise((resolve) => {
    execFile(file, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, out: error ? stdout + stderr : stdout }),
    );
  });
}

async function expectCode(code: number, ended: Promise<Ended>): Promise<string> {
  const { code: got, out } = await ended;
  if (got !== code) throw new Error(`The command ended with ${got}, not with ${code}:\n${out.slice(-2000)}`);
  return out;
}
