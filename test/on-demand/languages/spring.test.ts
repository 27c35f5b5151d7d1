/** The recipe for Spring runs in Spring Boot as a user would have it: beside the sources of the package. */

import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MAVEN } from "../../../scripts/java.ts";
import { announceSkip } from "../../../scripts/on-demand.ts";
import { generateClient } from "../../../src/languages/index.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { probe, runProgram } from "./programs.ts";

const scratch = scratchFolder("spring-");

/** The first that brings a Jackson whose limits can all be lifted, and the last of Spring Boot 3. */
const VERSIONS = ["3.3.13", "3.5.8"];
const has = probe(["mvn", "--batch-mode", "--version"]) !== undefined;

describe.each(VERSIONS)("the recipe for Spring in Spring Boot %s", (version) => {
  it.skipIf(!has)(`receives payments${has ? "" : announceSkip("java", "mvn is missing")}`, async ({ skip }) => {
    const own = join(scratch, version);
    const sources = join(own, "src/main/java");
    cpSync(join(import.meta.dirname, "spring"), own, { recursive: true });
    const pom = join(own, "pom.xml");
    writeFileSync(
      pom,
      readFileSync(pom, "utf8").replace(/(?<=starter-parent<\/artifactId>\s*<version>)[^<]+/, version),
    );
    const out = join(scratch, `package-${version}`);
    await generateClient({ language: "java", out, force: true });
    cpSync(join(out, "src/main/java"), sources, { recursive: true });
    for (const name of ["ReceiverServer", "ReceiverHandler"]) rmSync(join(sources, `collectionscontract/${name}.java`));
    cpSync(join(out, "examples/frameworks/SpringPayments.java"), join(sources, "payments/SpringPayments.java"));
    const maven = (...args: string[]) => runProgram([...MAVEN, ...args], { cwd: own, env: {} });
    const fetched = await maven("dependency:resolve");
    if (fetched.code !== 0) skip("Spring Boot cannot be had");
    const { code, stdout, stderr } = await maven("test");
    expect([code, code === 0 ? "" : stdout + stderr]).toEqual([0, ""]);
    // Maven says nothing of a Kotlin test that it did not find.
    expect(existsSync(join(own, "target/surefire-reports/TEST-payments.LambdaTest.xml"))).toBe(true);
  });
});
