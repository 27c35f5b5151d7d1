import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, styleText } from "node:util";
import { formatDifference } from "../src/diff/format.ts";
import { type Difference, diffContracts } from "../src/diff/index.ts";
import { type Documents, documentOf } from "../src/documents/read.ts";
import { codeOf, messageOf } from "../src/errors/caught.ts";
import { DocumentError } from "../src/errors/documents.ts";
import { member } from "../src/values/json.ts";
import { fileAt, isCommit, lastRelease } from "./release/git.ts";
import {
  checkChangelog,
  checkFirstChangelog,
  checkSteps,
  checkVersions,
  type State,
  type Verdict,
} from "./release/rules.ts";

const HELP = `Usage: npm run release:check [-- --against COMMIT]

May this be released? Compares the documents with those of the last release (the highest tag vX.Y.Z), and refuses a change whose step
is not in the versions of the documents and of the package, or that CHANGELOG.md does not speak of. Asks git on this machine, and nobody else.

  --against COMMIT   compare with another commit than the last release
  --root DIR         another checkout (default: this one)
  --help             this text

Exit codes: 0 it may, 1 it may not, 2 it cannot be told.
`;

const FILES = ["openapi", "asyncapi"].map((kind) => `generated/${kind}.json`);

/** Thrown if nothing can be compared: no repository, no such commit, no documents. */
class CannotTell extends Error {}

function main(): number {
  const { values } = parseArgs({
    options: { against: { type: "string" }, root: { type: "string" }, help: { type: "boolean" } },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const root = values.root ?? join(import.meta.dirname, "..");
  const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : undefined);
  const now = stateOf(read, "this checkout");
  const tag = values.against ?? releaseOf(root);
  const verdicts = checkVersions(now.state);
  let difference: Difference | undefined;
  if (tag === undefined)
    process.stdout.write(
      "There is no release yet (no tag vX.Y.Z before this commit), so there is nothing to compare with.\n\n",
    );
  else {
    if (!isCommit(root, tag))
      throw new CannotTell(
        `git knows no commit ${JSON.stringify(tag)}: name a tag, a branch or a commit of this repository.`,
      );
    const then = stateOf((file) => fileAt(root, tag, file), tag);
    difference = diffContracts(then.documents, now.documents);
    process.stdout.write(
      `Compared with ${tag}:\n\n${formatDifference(difference, (style, text) => styleText(style, text, { stream: process.stdout }))}\n`,
    );
    verdicts.push(...checkSteps(then.state, now.state, difference));
  }
  const changelog = read("CHANGELOG.md") ?? "";
  const { packageVersion } = now.state;
  verdicts.push(
    ...(difference
      ? checkChangelog(changelog, packageVersion, difference)
      : checkFirstChangelog(changelog, packageVersion)),
  );
  return tell(verdicts);
}

function releaseOf(root: string): string | undefined {
  try {
    return lastRelease(root);
  } catch (error) {
    const said = String((error as { stderr?: unknown }).stderr ?? "").split("\n")[0];
    throw new CannotTell(`git cannot tell the last release here (${said || messageOf(error)}).`);
  }
}

/** The documents and versions that a reader of files finds. */
function stateOf(read: (file: string) => string | undefined, where: string): { state: State; documents: Documents } {
  const parse = (file: string) => {
    const text = read(file);
    if (text === undefined) throw new CannotTell(`${where} has no ${file}.`);
    try {
      return JSON.parse(text);
    } catch {
      throw new CannotTell(`${file} of ${where} is no JSON.`);
    }
  };
  const documents = Object.fromEntries(FILES.map((file) => [file, documentOf(parse(file), file)]));
  return {
    state: {
      packageVersion: String(parse("package.json").version),
      documentVersions: Object.fromEntries(
        FILES.map((file) => [file, String(member(documents[file]?.data, "info", "version"))]),
      ),
    },
    documents: Object.fromEntries(Object.values(documents).map((document) => [document.kind, document])),
  };
}

function tell(verdicts: readonly Verdict[]): number {
  for (const { holds, said, fix } of verdicts) {
    const mark = holds
      ? styleText("green", "ok  ", { stream: process.stdout })
      : styleText("red", "no  ", { stream: process.stdout });
    process.stdout.write(`${mark}${said}\n${fix ? `    ${fix}\n` : ""}`);
  }
  const failed = verdicts.filter(({ holds }) => !holds).length;
  process.stdout.write(failed === 0 ? "\nThis may be released.\n" : `\nThis may not be released: ${failed} to fix.\n`);
  return failed === 0 ? 0 : 1;
}

try {
  process.exitCode = main();
} catch (error) {
  const isWrongUse = codeOf(error)?.startsWith("ERR_PARSE_ARGS");
  if (!(error instanceof CannotTell) && !(error instanceof DocumentError) && !isWrongUse) throw error;
  process.stderr.write(`${messageOf(error)}\n${isWrongUse ? `\n${HELP}` : ""}`);
  process.exitCode = 2;
}
