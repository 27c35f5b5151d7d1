/**
 * The blocks of the guide for pipelines, as far as they can be checked without the services that run them.
 * test/on-demand/package/pipeline.test.ts runs the script that they call.
 */

import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createProgram } from "../../src/cli/program.ts";
import { files, read } from "../support/repository.ts";

const FOLDER = "examples/ci";
const script = read(`${FOLDER}/contract.sh`);
const NEEDED = ["CONTRACT", "DRIVER"];
/** GitLab takes the tarball from the settings of the project. */
const gitlab = parse(read(`${FOLDER}/gitlab.yml`)).contract;
const github = parse(read(`${FOLDER}/github.yml`)).jobs.contract;
const jenkins = read(`${FOLDER}/Jenkinsfile`);

/** Verbs and options of a command line that the command does not have. */
function unknownIn(words: readonly string[]): string[] {
  let command: { commands: readonly unknown[]; options: readonly { long?: string | undefined }[] } = createProgram();
  return words.filter((word) => {
    if (word.startsWith("--")) return !command.options.some(({ long }) => long === word);
    const next = (command.commands as readonly (typeof command & { name(): string })[]).find(
      (one) => one.name() === word,
    );
    if (next) command = next;
    return !next && command.commands.length > 0;
  });
}

describe("the script", () => {
  const commands = [...script.matchAll(/^collections-contract (.*)$/gm)].map(([, rest = ""]) => rest.split(" "));

  it("is one that a POSIX shell reads", () => {
    expect(spawnSync("sh", ["-n"], { input: script }).status).toBe(0);
  });

  it("calls the command with verbs and options that exist", () => {
    expect(commands.map((words) => words[0])).toEqual(["diff", "test"]);
    expect(commands.flatMap(unknownIn)).toEqual([]);
  });

  it("needs what its first lines say", () => {
    expect([...new Set(script.match(/(?<=\$)[A-Z]+/g))].filter((name) => !/^(PWD|PATH)$/.test(name))).toEqual(NEEDED);
    for (const name of NEEDED) expect(script).toMatch(new RegExp(`^# +${name} +\\S`, "m"));
  });
});

describe("the pipelines", () => {
  it("call the script, and keep its report", () => {
    const steps: { run?: string; with?: object; if?: string }[] = github.steps;
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual(["sh contract.sh"]);
    expect(steps.at(-1)).toMatchObject({ if: "always()", with: { path: "contract.xml" } });
    expect(gitlab.script).toBe("sh contract.sh");
    expect(gitlab.artifacts).toEqual({ when: "always", reports: { junit: "contract.xml" } });
    expect(jenkins.match(/\bsh '[^']*'/g)).toEqual(["sh 'sh contract.sh'"]);
    expect(jenkins).toContain("always { junit 'contract.xml' }");
    expect(script).toContain("--report junit=contract.xml");
  });

  it("set what the script needs", () => {
    expect(Object.keys(github.env)).toEqual([...NEEDED, "DRIVER_TOKEN"]);
    expect(Object.keys(gitlab.variables)).toContain("DRIVER");
    for (const name of NEEDED) expect(jenkins).toMatch(new RegExp(`^ {4}${name} = '`, "m"));
  });

  it("close every brace in the file for Jenkins", () => {
    const text = jenkins.replaceAll(/'[^']*'|"[^"]*"/g, "");
    expect(text.match(/\{/g)?.length).toBe(text.match(/\}/g)?.length);
  });

  it("are shown in the guide, or linked", () => {
    const guide = read("docs/guides/ci.md");
    for (const file of files(FOLDER, /./))
      expect(guide.includes(read(file)) || guide.includes(`](../../${file})`), file).toBe(true);
  });
});
