/** The files of examples/judge in their test runners: each check of the judge is a case of its own. */

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { virtualenv } from "../../../scripts/python.ts";
import { listChecks } from "../../../src/judge/index.ts";
import { CLI, scratch } from "../../cli/run.ts";
import { root } from "../../support/repository.ts";
import type { Command } from "../languages/harness.ts";
import { type Finished, probe, runProgram } from "../languages/programs.ts";

const GROUP = "tokens";
const ALL = listChecks("api", undefined, [GROUP]);
const pom = readFileSync(join(root, "src/languages/templates/java/pom.xml"), "utf8");
/** A dependency as the package for Java has it. */
const dependency = (artifact: string) =>
  new RegExp(`<dependency>\\s*<groupId>[^<]+</groupId>\\s*<artifactId>${artifact}</artifactId>[^]*?</dependency>`).exec(
    pom,
  )?.[0];

interface Cases {
  readonly failed: readonly string[];
  readonly count: number;
}
interface Runner {
  readonly name: string;
  readonly file: string;
  readonly toolchain: Command;
  /** Where the file goes, and what stands beside it. */
  readonly folder: string;
  readonly beside?: Readonly<Record<string, string>>;
  readonly prepare?: readonly Command[];
  readonly run: Command;
  readonly cases: (ended: Finished, cwd: string) => Cases;
}

const { python, steps } = virtualenv(join(root, ".cache/pytest"), "pytest>=8,<10");
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found ?? "");

const RUNNERS: readonly Runner[] = [
  {
    name: "pytest",
    file: "test_contract.py",
    toolchain: ["python3", "--version"],
    folder: "",
    prepare: steps,
    run: [python, "-m", "pytest", "-rA", "-p", "no:cacheprovider"],
    cases: ({ stdout }) => ({
      failed: all(stdout, /^FAILED \S+\[([\w.-]+)\]/gm),
      count: all(stdout, /^(?:PASSED|FAILED|SKIPPED)( )/gm).length,
    }),
  },
  {
    name: "Go",
    file: "contract_test.go",
    toolchain: ["go", "version"],
    folder: "",
    beside: { "go.mod": "module contract\n\ngo 1.22\n" },
    run: ["go", "test", "-v", "-count=1", "."],
    cases: ({ stdout }) => ({
      failed: all(stdout, /^ {4}--- FAIL: TestContract\/(\S+)/gm),
      count: all(stdout, /^ {4}--- (?:PASS|FAIL|SKIP): TestContract(\/)/gm).length,
    }),
  },
  {
    name: "JUnit 5",
    file: "ContractTest.java",
    toolchain: ["mvn", "--batch-mode", "--version"],
    folder: "src/test/java",
    beside: {
      "pom.xml": `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>example</groupId><artifactId>contract</artifactId><version>1</version>
<properties>
<maven.compiler.release>17</maven.compiler.release><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
</properties>
<dependencies>${dependency("jackson-databind")}${dependency("junit-jupiter")}</dependencies>
<build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId><version>3.14.0</version></plugin>
<plugin><artifactId>maven-surefire-plugin</artifactId><version>3.5.4</version></plugin></plugins></build></project>\n`,
    },
    run: ["mvn", "--batch-mode", "test"],
    cases: ({ stdout }, cwd) => {
      const xml = readFileSync(join(cwd, "target/surefire-reports/TEST-ContractTest.xml"), "utf8");
      const titles = all(xml, /<failure message="([^:"]+):/g);
      return {
        failed: ALL.filter(({ title }) => titles.includes(title)).map(({ id }) => id),
        count: Number(/Tests run: (\d+)/.exec(stdout)?.[1]),
      };
    },
  },
];

const cwd = scratch();
writeFileSync(
  join(cwd, "driver.mjs"),
  `const { startService } = await import(${JSON.stringify(join(root, "test/services/service.ts"))});
const fault = process.env.FAULT ? { tokenAnswer: (all) => ({ ...all, token_type: "mac" }) } : {};
export default await startService(fault);\n`,
);
const JUDGE = `${process.execPath} ${CLI} test api --driver ${join(cwd, "driver.mjs")} --only ${GROUP}`;

it.each(RUNNERS)(
  "$name has a case for each check, and fails for the one that fails",
  async ({ name, file, toolchain, folder, beside = {}, prepare = [], run, cases }) => {
    if (probe(toolchain) === undefined) return void process.stdout.write(`skipped: ${toolchain[0]} is not installed\n`);
    const at = join(cwd, name.replace(" ", ""));
    mkdirSync(join(at, folder), { recursive: true });
    copyFileSync(join(root, "examples/judge", file), join(at, folder, file));
    for (const [other, text] of Object.entries(beside)) writeFileSync(join(at, other), text);
    const where = { cwd: at, env: { JUDGE } };
    for (const command of prepare) {
      const { code, stderr } = await runProgram(command, where);
      expect([command, code], stderr).toEqual([command, 0]);
    }
    const right = await runProgram(run, where);
    expect([right.code, cases(right, at)], right.stdout + right.stderr).toEqual([0, { failed: [], count: ALL.length }]);
    const wrong = await runProgram(run, { ...where, env: { JUDGE, FAULT: "1" } });
    expect(cases(wrong, at), wrong.stdout + wrong.stderr).toEqual({ failed: ["token.type"], count: ALL.length });
    expect(wrong.code).not.toBe(0);
  },
);
