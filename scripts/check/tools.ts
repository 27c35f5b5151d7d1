import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { type Finding, InputError } from "./finding.ts";
import type { Json } from "./source.ts";

const run = promisify(execFile);
/** The program of Redocly. */
export const REDOCLY = createRequire(import.meta.url)
  .resolve("@redocly/cli/package.json")
  .replace("package.json", "bin/cli.js");
const MAX_OUTPUT = 64 * 1024 * 1024;

/**
 * Runs Redocly in its own process, without telemetry, in the folder with redocly.yaml. Its output tells more than its
 * exit code.
 */
async function redocly(root: string, args: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };
  try {
    return await run(process.execPath, [REDOCLY, ...args], { cwd: root, env, maxBuffer: MAX_OUTPUT });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return { stdout, stderr: stderr || String(error) };
  }
}

const CURES: Record<string, string> = {
  "no-unresolved-refs": "Point $ref to a file in spec/schemas or to a component that exists.",
  struct: "Remove or rename what the format does not know here, or add what it demands.",
  "no-unused-components": "Refer to the component, or delete it.",
};

/** Runs Redocly's linter on both documents, the workflows and the overlays; redocly.yaml has the rules. */
export async function redoclyLint(root: string, files: string[]): Promise<Finding[]> {
  const { stdout, stderr } = await redocly(root, ["lint", ...files, "--format=json", "--max-problems=200"]);
  const reports = objectsIn(stdout);
  if (reports.length !== files.length) throw new InputError([unreadable(root, files, stderr)]);
  const problems: Json[] = reports.flatMap((report) => report.problems);
  const findings = problems.map((problem): Finding => {
    const [where] = problem.location;
    return {
      file: relative(root, join(root, where?.source?.ref ?? where?.file ?? files[0])),
      line: where?.start?.line ?? 1,
      rule: `redocly/${problem.ruleId}`,
      message:
        problem.message.replaceAll(`${root}/`, "") +
        (problem.suggest?.length ? ` Did you mean ${problem.suggest[0]}?` : ""),
      cure: CURES[problem.ruleId] ?? "Change the document so that the rule holds.",
    };
  });
  // Both documents share schemas, so a fault in a shared schema is found twice.
  return [...new Map(findings.map((found) => [JSON.stringify(found), found])).values()];
}

/** Redocly stops at the first file that it cannot read, and explains that only in prose. */
function unreadable(root: string, files: string[], stderr: string): Finding {
  const name = files.find((name) => new RegExp(`processing \\S*${name}`).test(stderr)) ?? "redocly.yaml";
  const file = name.includes(".") ? name : `spec/${name}.yaml`;
  const lines = stderr.replaceAll(`${root}/`, "").trim().split("\n");
  const message = `redocly lint gave no report: ${lines.slice(-12).join("\n  ")}`;
  return { file, line: 1, rule: "redocly/unreadable", message, cure: "Mend what redocly could not read." };
}

/** Bundles documents, each with every file that it refers to; keeps references. */
export async function bundle(root: string, files: readonly string[]): Promise<Json[]> {
  const { stdout, stderr } = await redocly(root, ["bundle", ...files, "--ext", "json"]);
  const bundled = objectsIn(stdout);
  if (bundled.length !== files.length) throw new Error(`redocly bundle ${files} failed: ${stderr.slice(0, 2000)}`);
  return bundled;
}

/** What Redocly prints for several files: an object for each, one after the other without a separator. */
function objectsIn(stdout: string): Json[] {
  return stdout
    .split(/(?<=^\})\s*(?=\{)/m)
    .filter((text) => text.startsWith("{"))
    .map((text) => JSON.parse(text));
}

/** Returns the diagnostics of the AsyncAPI parser, without hints. */
export async function asyncapiParse(root: string, file: string): Promise<Finding[]> {
  const { fromFile, Parser } = await import("@asyncapi/parser");
  const { diagnostics } = await fromFile(new Parser(), join(root, file)).parse();
  return diagnostics
    .filter(({ severity }) => severity <= 1)
    .map((problem) => ({
      file: problem.source ? relative(root, problem.source) : file,
      line: problem.range.start.line + 1,
      rule: `asyncapi/${problem.code}`,
      message: problem.message.replaceAll(`${root}/`, ""),
      cure: "Change the document so that AsyncAPI 3.1 allows it.",
    }));
}

/** Renders a document as one self-contained HTML page. */
export async function buildDocs(root: string, file: string, out: string): Promise<void> {
  const { stdout, stderr } = await redocly(root, ["build-docs", file, "--inlineBundle", "-o", out]);
  if (!existsSync(out)) throw new Error(`redocly build-docs ${file} failed: ${(stderr || stdout).slice(0, 2000)}`);
}
