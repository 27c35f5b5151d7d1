import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, styleText } from "node:util";
import { formatDifference, type Paint } from "../../src/diff/format.ts";
import { type Difference, diffContracts } from "../../src/diff/index.ts";
import { type Documents, toDocument } from "../../src/documents/read.ts";
import { errorCode, errorMessage } from "../../src/errors/caught.ts";
import { DocumentError } from "../../src/errors/documents.ts";
import { member } from "../../src/values/json.ts";
import { fileAt, isCommit, lastRelease } from "./git.ts";
import { checkChangelog, checkFirstChangelog, checkSteps, checkVersions, type State, type Verdict } from "./rules.ts";

const HELP = `Usage: npm run release:check [-- --against COMMIT]

May this be released? Compares the documents with those of the last release (the highest tag vX.Y.Z), and refuses a
change whose step is not in the versions of the documents and of the package, or that CHANGELOG.md does not speak
of. Asks git on this machine, and nobody else.

  --against COMMIT   compare with another commit than the last release
  --root DIR         another checkout (default: this one)
  --help             this text

Exit codes: 0 it may, 1 it may not, 2 it cannot be told.
`;

const FILES = ["openapi", "asyncapi"].map((kind) => `generated/${kind}.json`);

/** Thrown if nothing can be compared: no repository, no such commit, no documents. */
class CannotTell extends Error {}

const paint: Paint = (style, text) => styleText(style, text, { stream: process.stdout });

/** How `npm run release:check` ends, and what it says. */
export interface Checked {
  readonly code: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run release:check` with these arguments. Reads the files of a checkout and its git, writes nothing. */
export function checkRelease(args: readonly string[]): Checked {
  try {
    const { isRight, text } = check(args);
    return { code: isRight ? 0 : 1, stdout: text, stderr: "" };
  } catch (error) {
    const isWrongUse = errorCode(error)?.startsWith("ERR_PARSE_ARGS");
    if (!(error instanceof CannotTell) && !(error instanceof DocumentError) && !isWrongUse) throw error;
    return { code: 2, stdout: "", stderr: `${errorMessage(error)}\n${isWrongUse ? `\n${HELP}` : ""}` };
  }
}

interface Said {
  readonly isRight: boolean;
  readonly text: string;
}

function check(args: readonly string[]): Said {
  const { values } = parseArgs({
    args: [...args],
    options: { against: { type: "string" }, root: { type: "string" }, help: { type: "boolean" } },
  });
  if (values.help) return { isRight: true, text: HELP };
  const root = values.root ?? join(import.meta.dirname, "../..");
  const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : undefined);
  const now = readState(read, "this checkout");
  const tag = values.against ?? latestRelease(root);
  const verdicts = checkVersions(now.state);
  let difference: Difference | undefined;
  let compared = "There is no release yet (no tag vX.Y.Z before this commit), so there is nothing to compare with.\n\n";
  if (tag !== undefined) {
    if (!isCommit(root, tag))
      throw new CannotTell(
        `git knows no commit ${JSON.stringify(tag)}: name a tag, a branch or a commit of this repository.`,
      );
    const then = readState((file) => fileAt(root, tag, file), tag);
    difference = diffContracts(then.documents, now.documents);
    compared = `Compared with ${tag}:\n\n${formatDifference(difference, paint)}\n`;
    verdicts.push(...checkSteps(then.state, now.state, difference));
  }
  const changelog = read("CHANGELOG.md") ?? "";
  const { packageVersion } = now.state;
  verdicts.push(
    ...(difference
      ? checkChangelog(changelog, packageVersion, difference)
      : checkFirstChangelog(changelog, packageVersion)),
  );
  return tell(compared, verdicts);
}

function latestRelease(root: string): string | undefined {
  try {
    return lastRelease(root);
  } catch (error) {
    const said = String((error as { stderr?: unknown }).stderr ?? "").split("\n")[0];
    throw new CannotTell(`git cannot tell the last release here (${said || errorMessage(error)}).`);
  }
}

/** The documents and versions that a reader of files finds. */
function readState(read: (file: string) => string | undefined, where: string): { state: State; documents: Documents } {
  const parse = (file: string) => {
    const text = read(file);
    if (text === undefined) throw new CannotTell(`${where} has no ${file}.`);
    try {
      return JSON.parse(text);
    } catch {
      throw new CannotTell(`${file} of ${where} is no JSON.`);
    }
  };
  const documents = Object.fromEntries(FILES.map((file) => [file, toDocument(parse(file), file)]));
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

function tell(compared: string, verdicts: readonly Verdict[]): Said {
  const lines = verdicts.map(({ holds, said, fix }) => {
    const mark = holds ? paint("green", "ok  ") : paint("red", "no  ");
    return `${mark}${said}\n${fix ? `    ${fix}\n` : ""}`;
  });
  const failed = verdicts.filter(({ holds }) => !holds).length;
  const end = failed === 0 ? "This may be released." : `This may not be released: ${failed} to fix.`;
  return { isRight: failed === 0, text: `${compared}${lines.join("")}\n${end}\n` };
}
