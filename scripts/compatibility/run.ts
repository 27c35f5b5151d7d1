/**
 * One generator and one document: make the code, compile it with a program of ours, and use that. The program of a
 * client or of models is called once for each operation and payment, `PROGRAM OPERATION BASE TOKEN INPUT`: it prints
 * what came back, and anything but exit code 0 is a failure. BASE is a URL that is given by hand, or empty.
 */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { DOCUMENTS, type Document, writeDocument } from "./documents.ts";
import type { Generator } from "./generator.ts";
import { build } from "./languages.ts";
import { judgePayments, PAYMENTS, type Said } from "./payments.ts";
import { type Result, readOutcome } from "./results.ts";
import { OPERATIONS, type Service, startService, TOKEN } from "./service.ts";
import { deliverTo } from "./stubs.ts";
import { type Command, cache, install, installedCommand, root, run } from "./tools.ts";

const CALLED = "made compiles operations tokenHost payload integers unknownMembers colon noColon".split(" ");
const DELIVERED = "made compiles receives bytes refuses encodedAgain unknownMembers".split(" ");

/** Never throws for what a generator or its code does wrong: that is the result. What follows a failure stays `-`. */
export async function runGenerator(row: Generator, document: Document): Promise<Result> {
  const folder = join(cache, "out", `${row.kind}-${row.tool}-${document}`.replaceAll(/[^\w.-]+/g, "-"));
  const folders = [folder, relative(root, folder), root];
  const result: Result = Object.fromEntries((row.kind === "stub" ? DELIVERED : CALLED).map((column) => [column, "-"]));
  let step = "made";
  const service = await startService();
  try {
    rmSync(folder, { recursive: true, force: true });
    await make(row, document, folder, service);
    Object.assign(result, { made: "yes" });
    step = "compiles";
    const program = await build(folder, row);
    Object.assign(result, { compiles: "yes" });
    step = row.kind === "stub" ? "receives" : "payload";
    if (row.kind === "stub") return { ...result, ...(await deliverTo(program, folder)) };
    const calls = row.kind === "client" ? await call(program, service, folders) : {};
    return { ...result, ...calls, ...(row.withoutPayments ? {} : await convert(program, folders)) };
  } catch (error) {
    return { ...result, [step]: readOutcome(error, folders) };
  } finally {
    await service.stop();
  }
}

/** Returns the words of the command, with a file and a folder in place of FILE and OUT. */
export const commandWords = ({ command }: Generator, file: string, out: string): string[] =>
  command.split(" ").map((word) => word.replace("FILE", file).replace("OUT", out));

async function make(row: Generator, document: Document, folder: string, { urls }: Service): Promise<void> {
  const out = join(folder, "generated");
  const tool = await install(row.install);
  mkdirSync(out, { recursive: true });
  const file = writeDocument(DOCUMENTS[document], urls, folder);
  const words = commandWords(row, file, out).map((word) => (word.startsWith("scripts/") ? join(root, word) : word));
  for (const word of words) {
    if (word.startsWith(`${out}/`)) mkdirSync(dirname(word), { recursive: true });
    if (/^[\w.-]+$/.test(word) && existsSync(join(import.meta.dirname, word)))
      copyFileSync(join(import.meta.dirname, word), join(folder, word));
  }
  // Code of TypeScript, and configurations, import what is installed.
  const modules = join(row.libraries?.startsWith("npm") ? await install(row.libraries) : tool, "node_modules");
  if (tool !== root && existsSync(modules)) symlinkSync(modules, join(folder, "node_modules"), "dir");
  await run(installedCommand(words, tool), { cwd: folder });
  if (readdirSync(out).length === 0) throw new Error("it wrote no file");
  if (row.patch) replace(join(out, row.patch.file), row.patch.text, row.patch.by);
}

function replace(file: string, text: RegExp, by: string): void {
  const before = readFileSync(file, "utf8");
  const after = before.replace(text, by);
  if (after === before) throw new Error(`${file} has no such place`);
  writeFileSync(file, after);
}

async function say({ command, env }: Command, words: readonly string[], folders: readonly string[]): Promise<Said> {
  return run([...command, ...words], { env, seconds: 60 }).then(
    (text) => ({ text: text.trim() }),
    (error) => ({ error: readOutcome(error, folders).slice("no: ".length) }),
  );
}

/** The four operations, each with nothing set and, if that fails, with the URL of its host given by hand. */
async function call(program: Command, { urls, heard }: Service, folders: readonly string[]): Promise<Result> {
  const wrong: string[] = [];
  let tokenHost = "";
  for (const [id, { host, sent = {}, found }] of Object.entries(OPERATIONS)) {
    const words = (base: string) => [id, base, TOKEN, JSON.stringify(sent)];
    let said = await say(program, words(""), folders);
    const asked = () => heard.filter((request) => request.id === id);
    if (host === "auth")
      tokenHost = said.text && asked()[0]?.host === "auth" ? "yes" : `no: ${said.error ?? "not called"}`;
    if (said.error) said = await say(program, words(urls[host]), folders);
    if (host === "auth" && asked().some((request) => request.host === "api"))
      tokenHost = "no: asks the host of the API";
    const request = asked().at(-1);
    const fault = request?.wrong || said.error || (!request && "the request did not arrive");
    if (fault) wrong.push(`${id}: ${fault}`);
    else if (!said.text?.includes(found)) wrong.push(`${id}: the answer was lost`);
  }
  return { operations: wrong.length === 0 ? "yes" : `no: ${wrong.join("; ").slice(0, 300)}`, tokenHost };
}

/** Two at a time: there are programs that take a second to start. */
async function convert(program: Command, folders: readonly string[]): Promise<Result> {
  const said = new Map<string, Said>();
  const waiting = [...PAYMENTS];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      said.set(next[0], await say(program, ["payment", "", TOKEN, next[1]], folders));
  };
  await Promise.all([work(), work()]);
  return judgePayments(said);
}
