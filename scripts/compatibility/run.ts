/**
 * One generator and one document: make the code, compile it with a probe, run the probe against a service on 127.0.0.1.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Answers, OPERATION_IDS, OPERATIONS, startAnswers, TOKEN } from "./answers.ts";
import { type Artefact, writeDocument } from "./documents.ts";
import type { Generator } from "./generator.ts";
import { judgeCalls, judgePayloads, judgeTokenHost, NO_COLON, PAYMENTS, type Payment, readSaid } from "./judge.ts";
import type { Command } from "./languages/language.ts";
import { NOT_ASKED, type Outcome, type Result, reason } from "./result.ts";
import { rowId } from "./row.ts";
import { cache, missing, root, run } from "./tools.ts";

const fixture = (name: string) => readFileSync(join(root, `test/fixtures/PaymentSnapshot/pass/${name}.json`), "utf8");
const TEXTS = Object.fromEntries(
  PAYMENTS.map((name) => [
    name,
    name === NO_COLON ? fixture("complete").replaceAll('+01:00"', '+0100"') : fixture(name),
  ]),
) as Record<Payment, string>;
const SENT = JSON.stringify(Object.fromEntries(OPERATION_IDS.map((id) => [id, OPERATIONS[id].sent])));

/**
 * Never throws for what a generator or its code does wrong: that is the result.
 * @returns what holds; everything after the first failure stays unasked
 */
export async function runRow(generator: Generator, artefact: Artefact): Promise<Result> {
  const folder = join(cache, "out", rowId(generator, artefact).replaceAll(/[^\w.-]+/g, "-"));
  const generated = join(folder, "generated");
  const no = (error: unknown): Outcome => `no: ${reason(error, [folder, relative(root, folder), root])}`;
  const tool = await generator.obtain();
  if (!tool.command) return { ...NOT_ASKED, made: `skipped: ${tool.skip}` };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(generated, { recursive: true });

  const result: Result = { ...NOT_ASKED };
  const answers = await startAnswers();
  try {
    await make(generator, tool.command, writeDocument(artefact, answers.urls, folder), generated);
    result.made = "yes";
    const lacking = missing(generator.language.needs);
    if (lacking.length > 0) return { ...result, compiles: `skipped: ${lacking.join(", ")} not found` };
    const built = await generator.language.build(folder, generator.probe);
    if ("skip" in built) return { ...result, compiles: `skipped: ${built.skip}` };
    result.compiles = "yes";
    return { ...result, ...(await probe(generator, built, folder, answers)) };
  } catch (error) {
    const step = result.made === "-" ? "made" : result.compiles === "-" ? "compiles" : "payload";
    return { ...result, [step]: no(error) };
  } finally {
    await answers.stop();
  }
}

async function make(generator: Generator, command: readonly string[], document: string, out: string): Promise<void> {
  await generator.prepare?.(out, command);
  // Its folder is the one above: some tools take a name in it.
  const cwd = join(out, "..");
  await (generator.make?.(document, out) ?? run([...command, ...generator.args(document, out)], { cwd }));
  if (readdirSync(out).length === 0) throw new Error("it wrote no file");
  await generator.finish?.(out);
}

/** A probe that fails at the end has still said something. */
async function probe(generator: Generator, { command, env = {} }: Command, folder: string, answers: Answers) {
  const files = PAYMENTS.map((name) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, TEXTS[name]);
    return file;
  });
  const args = [answers.urls.api, answers.urls.auth, TOKEN, SENT, ...files];
  const output = await run([...command, ...args], { seconds: 60, env }).catch((error) => {
    if (!error.stdout) throw error;
    return String(error.stdout);
  });
  const said = readSaid(output);
  const calls = generator.calls
    ? { operations: judgeCalls(said, answers), tokenHost: judgeTokenHost(said, answers) }
    : {};
  return { ...calls, ...(generator.withoutPayments ? {} : judgePayloads(said, TEXTS)) };
}
