/** One generator and one document: make the code, compile it with a probe, run the probe against a service on 127.0.0.1. */

import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { OPERATION_IDS, OPERATIONS, startAnswers, TOKEN } from "./answers.ts";
import { FIXTURES, judgeCalls, judgePayloads, readSaid } from "./judge.ts";
import { filesBelow } from "./languages/language.ts";
import { NOT_ASKED, type Outcome, type Result, reason } from "./result.ts";
import { rowId } from "./row.ts";
import { ARTEFACTS, type Artefact, type Generator } from "./table.ts";
import { cache, missing, root, run } from "./tools.ts";

const FIXTURE_FILES = FIXTURES.map((name) => join(root, `test/fixtures/PaymentSnapshot/pass/${name}.json`));
const TEXTS = Object.fromEntries(FIXTURES.map((name, i) => [name, readFileSync(FIXTURE_FILES[i] as string, "utf8")]));
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
    await generator.make(tool.command, join(root, ARTEFACTS[artefact]), generated, answers.url);
    if (readdirSync(generated).length === 0) throw new Error("it wrote no file");
    result.made = "yes";
    if (generator.operations === "named") result.operations = `named: ${named(generated)} of 4`;
    const lacking = missing(generator.language.needs);
    if (lacking.length > 0) return { ...result, compiles: `skipped: ${lacking.join(", ")} not found` };
    const built = await generator.language.build(folder, generator.probe ?? "");
    if ("skip" in built) return { ...result, compiles: `skipped: ${built.skip}` };
    result.compiles = "yes";
    const args = [answers.url, TOKEN, SENT, ...FIXTURE_FILES];
    const said = readSaid(
      await run([...built.command, ...args], { seconds: 60, ...(built.env ? { env: built.env } : {}) }).catch(
        (error) => {
          if (!error.stdout) throw error;
          return error.stdout as string;
        },
      ),
    );
    if (generator.operations === "called") result.operations = judgeCalls(said, answers);
    return { ...result, ...judgePayloads(said, TEXTS as Parameters<typeof judgePayloads>[1]) };
  } catch (error) {
    const step = result.made === "-" ? "made" : result.compiles === "-" ? "compiles" : "payload";
    return { ...result, [step]: no(error) };
  } finally {
    await answers.stop();
  }
}

/** How many operations have a name in the code, in whatever way the language spells names. */
function named(folder: string): number {
  const code = filesBelow(folder, "")
    .filter((file) => /\.(php|rb|kt|cs)$/.test(file))
    .map((file) => readFileSync(file, "utf8").replaceAll("_", "").toLowerCase())
    .join("\n");
  return OPERATION_IDS.filter((id) =>
    new RegExp(`(function|def|fun|task<[^\\n]*>|\\w)\\s+${id.toLowerCase()}(async)?\\s*\\(`).test(code),
  ).length;
}
