/** Known changes, verdicts by kind, forms for other programs, revisions of git and standard input as sides. */

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { applyAcceptances, readAcceptances } from "../../src/diff/acceptance.ts";
import type { Change } from "../../src/diff/change.ts";
import { root } from "../support/repository.ts";
import { asWrongType } from "../support/wrong-type.ts";
import { CLI, cliHere as cli, scratch, start } from "./run.ts";

const folder = scratch();
const at = (name: string) => join(folder, name);
const write = (name: string, text: string) => {
  writeFileSync(at(name), text);
  return at(name);
};
const schema = (required: string) =>
  `{type: object, required: [${required}], properties: {a: {}, b: {}}, x-mark: ${required.length}}`;
const OPENAPI = `openapi: 3.1.0
info: {title: t, version: "1"}
paths:
  /a:
    post:
      requestBody: {content: {application/json: {schema: {$ref: ./A.yaml}}}}
      responses: {"204": {description: d}}
`;
const entry = (more: object = {}) => ({
  kind: "member.required",
  where: "A.b",
  reason: "Agreed.",
  until: "2999-12-31",
  ...more,
});
const known = (name: string, ...entries: object[]) => write(name, JSON.stringify({ accept: entries }));
const git = (...given: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...given], { cwd: at("new") });

beforeAll(() => {
  for (const [name, required] of [
    ["old", "a"],
    ["new", "a"],
  ] as const) {
    mkdirSync(at(name));
    write(join(name, "openapi.yaml"), OPENAPI);
    write(join(name, "A.yaml"), schema(required));
  }
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "First.");
  write(join("new", "A.yaml"), schema("a, b"));
});

const diff = (...given: string[]) => cli(["diff", at("old"), at("new"), "--no-extensions", ...given]);

describe("diff", () => {
  it("leaves out extensions on demand", async () => {
    expect((await cli(["diff", at("old"), at("new")])).stdout).toContain("x-mark has changed.");
    expect((await diff()).stdout).not.toContain("x-mark");
  });

  it("keeps an accepted change in the report and exits with 0", async () => {
    const { code, stdout } = await diff("--accept", known("known.json", entry()), "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      changes: [{ verdict: "breaking", accepted: { reason: "Agreed.", until: "2999-12-31" } }],
      counts: { breaking: 1 },
      bump: "major",
      faulty: [],
    });
    expect(code).toBe(0);
  });

  it("fails for an entry that expired, and for one that nothing needs", async () => {
    const file = known("old.json", entry({ until: "2020-01-31" }), entry({ where: "A.c" }));
    const { code, stdout } = await diff("--accept", file, "--json");
    expect(JSON.parse(stdout).faulty).toMatchObject([{ why: "expired" }, { why: "unused" }]);
    expect(code).toBe(1);
    const unused = known("unused.json", entry(), entry({ where: "A.c" }));
    expect((await diff("--accept", unused)).code).toBe(1);
  });

  it("gives a kind of change another verdict", async () => {
    const { code, stdout } = await diff("--severity", "member.required=not-breaking");
    expect(stdout).toContain("Not breaking (1)");
    expect(code).toBe(0);
    expect((await diff("--severity", "member.required=fine")).stderr).toContain("severity_invalid");
    const misspelt = (await diff("--severity", "member.requird=breaking")).stderr;
    expect(misspelt).toContain(
      "severity_invalid: no change has the kind member.requird (did you mean member.required?)",
    );
    expect((await diff("--severity", "setting.maxAttempts=breaking")).stderr).toBe("");
  });

  it.each([
    ["markdown", "| breaking | A.b | The member is required now, in requests. | senders, generated clients |"],
    ["junit", '<failure message="The member is required now, in requests." type="breaking">'],
    ["annotations", "::error title=member.required A.b::The member is required now, in requests."],
  ])("prints %s", async (format, line) => {
    const { code, stdout } = await diff("--format", format);
    expect(stdout).toContain(line);
    expect(stdout, "a name of the JSON").not.toContain("generatedClients");
    expect(code).toBe(1);
  });

  it("shows an accepted change in every form, and skips it in JUnit", async () => {
    const file = known("known.json", entry());
    for (const format of ["text", "markdown", "junit", "annotations"])
      expect((await diff("--accept", file, "--format", format)).stdout, format).toMatch(
        /ccepted until 2999-12-31: Agreed\./,
      );
    expect((await diff("--accept", file, "--format", "junit")).stdout).toContain('failures="0" skipped="1"');
  });

  it("takes standard input as one side", async () => {
    const file = join(root, "generated/openapi.json");
    const { stdout } = await start("sh", ["-c", `cat ${file} | ${process.execPath} ${CLI} diff ${file} -`]);
    expect(stdout).toBe("No difference.\n");
  });

  it("takes revisions of git as sides, with the files beside them", async () => {
    const sides = [
      ["HEAD:", "."],
      ["HEAD:openapi.yaml", "openapi.yaml"],
      ["HEAD:./openapi.yaml", "openapi.yaml"],
    ];
    for (const side of sides) {
      const { stdout, stderr } = await cli(["diff", ...side], { cwd: at("new") });
      expect(stdout, stderr).toContain("A.b  The member is required now");
    }
    const { code, stderr } = await cli(["diff", "HEAD:missing.yaml", "."], { cwd: at("new") });
    expect(stderr).toContain("document_unreadable: HEAD:missing.yaml");
    expect(code).toBe(2);
  });
});

describe("a file of accepted changes", () => {
  it.each<[string, unknown, string]>([
    ["no list", {}, "it has no list called accept"],
    ["no reason", { accept: [entry({ reason: " " })] }, "entry 1: reason is missing or not a text"],
    ["a day that no calendar has", { accept: [entry({ until: "2027-02-30" })] }, "until is not a day"],
    [
      "a misspelt kind",
      { accept: [entry({ kind: "enum.adde" })] },
      "entry 1: no change has the kind enum.adde (did you",
    ],
    ["a member too many", { accept: [entry({ kinds: "x" })] }, "the member kinds is not known"],
  ])("is refused with %s", (_, data, message) => {
    expect(() => readAcceptances(asWrongType(data), "known.yaml")).toThrow(
      expect.objectContaining({ code: "acceptance_invalid", message: expect.stringContaining(message) }),
    );
  });

  it("holds to the end of its last day", () => {
    const change = { kind: "member.required", where: "A.b", verdict: "breaking" } as Change;
    const one = entry({ until: "2027-01-31" });
    expect(applyAcceptances([change], [one], "2027-01-31").faulty).toEqual([]);
    expect(applyAcceptances([change], [one], "2027-02-01").faulty).toEqual([{ entry: one, why: "expired" }]);
  });
});
