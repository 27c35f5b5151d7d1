/** Checks that are left out, and known failures: what fails a run, and what every form of a report says. */

import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { baselineOf, exitCodeOf, type Report } from "../../src/judge/index.ts";
import { formatGithub, formatJunit, formatSummary } from "../../src/judge/report/ci.ts";
import { formatHtml } from "../../src/judge/report/html.ts";
import { formatText } from "../../src/judge/report/text.ts";
import { cli, cliHere, scratch } from "../cli/run.ts";
import { accusationsIn, endOf, judgeReceiver, judgeService } from "./judged.ts";
import { writeDriver } from "./reports.ts";

const TWO_FAULTS = { tokenAnswer: (all: object) => ({ ...all, token_type: "mac", expires_in: "soon" }) };
const ONE_FAULT = { tokenAnswer: (all: object) => ({ ...all, expires_in: "soon" }) };
const judge = (switches: object, options: object = {}) => judgeService(switches, { only: ["tokens"], ...options });
const failedIn = (report: Report) => accusationsIn(report).map(({ id }) => id);

describe("a check that is skipped", () => {
  it.concurrent("does not run, by id, group or fact, and is named in every form", async () => {
    const report = await judge(TWO_FAULTS, { skip: ["token.type", "F-2.1-03"] });
    const ids = report.checks.map(({ id }) => id);
    expect(ids).not.toContain("token.type");
    expect(report.skipped).toContain("token.type");
    expect(report.skipped.filter((id) => ids.includes(id))).toEqual([]);
    expect(formatText(report)).toMatch(/^ {2}\d+ skipped: .*token\.type/m);
    expect(formatHtml(report)).toMatch(/<p>\d+ skipped: .*<code>token\.type<\/code>/);
    expect(formatSummary(report)).toMatch(/\d+ skipped: .*token\.type/);
    const xml = formatJunit(report);
    expect(xml).toContain('<testcase classname="left out" name="token.type"><skipped');
    const all = /<testsuites [^>]*tests="(\d+)" failures="(\d+)" errors="0" skipped="(\d+)"/.exec(xml)?.slice(1);
    expect(all?.map(Number)).toEqual([
      xml.match(/<testcase /g)?.length,
      xml.match(/<failure /g)?.length ?? 0,
      xml.match(/<skipped /g)?.length,
    ]);
  });

  it.concurrent.each([
    [{ skip: ["token.typ"] }, "did you mean token.type"],
    [{ only: ["token.type"], skip: ["tokens"] }, "all selected checks are skipped"],
  ])("is a wrong use as %j", async (options, sentence) => {
    const report = await judge({}, options);
    expect(endOf(report)).toEqual(["skip_unknown", 2]);
    expect(report.setup?.message).toContain(sentence);
  });
});

describe("a baseline", () => {
  it.concurrent("keeps what is known from failing the run, and lets what is new fail it", async () => {
    const before = await judge(ONE_FAULT);
    const baseline = baselineOf(before);
    expect(baseline.known.map(({ check }) => check)).toEqual(failedIn(before).sort());
    const same = await judge(ONE_FAULT, { baseline });
    expect([exitCodeOf(same), same.baseline?.known, same.baseline?.new]).toEqual([0, failedIn(before), []]);
    expect(formatText(same)).toMatch(/Nothing fails that was not known\. \d+ passed, 1 failed \(1 of them known\)/);
    expect(formatText(same)).not.toContain("The contract holds");
    expect(formatHtml(same)).toContain("Known failures: the baseline has them");
    expect(formatJunit(same)).not.toContain("<failure");
    expect(formatJunit(same)).toContain('<skipped message="known to fail: ');
    expect(formatGithub(same)).toMatch(/^::notice title=contract token\.expires-in::/m);
    expect(formatGithub(same)).not.toContain("::error");
    const worse = await judge(TWO_FAULTS, { baseline });
    expect([exitCodeOf(worse), worse.baseline?.new]).toEqual([1, ["token.type"]]);
    expect(formatGithub(worse).match(/^::error.*$/gm)).toEqual([expect.stringContaining("contract token.type")]);
    expect(formatText(worse).match(/^✗/gm)).toHaveLength(1);
  });

  it.concurrent("reports what was mended, and what was not observed", async () => {
    const baseline = baselineOf(await judge(TWO_FAULTS));
    const report = await judge({}, { baseline, only: ["token.type"] });
    expect(exitCodeOf(report)).toBe(0);
    expect([report.baseline?.mended, report.baseline?.notObserved]).toEqual([["token.type"], ["token.expires-in"]]);
    expect(formatText(report)).toContain("1 fixed: remove from the baseline: token.type");
    expect(formatJunit(report)).toMatch(/token\.type.*<system-out>fixed/);
    expect(formatGithub(report)).toContain("Fixed");
    expect(baselineOf(report, baseline).known.map(({ check }) => check)).toEqual(["token.expires-in"]);
  });

  it.concurrent.each([
    [null, "not an object"],
    [{ schema: 2, known: [] }, "not an object"],
    [{ schema: 1, known: [{ check: "token.type" }] }, "known[0]"],
    [{ schema: 1, known: [{ check: "token.typ", facts: [] }] }, "did you mean token.type"],
    [{ schema: 1, known: [{ check: "token.type", facts: ["F-9-99"] }] }, "has other facts"],
  ])("%j is told what is wrong with it", async (baseline, sentence) => {
    const report = await judge({}, { baseline });
    expect(endOf(report)).toEqual(["baseline_invalid", 2]);
    expect(report.setup?.message).toContain(sentence);
  });

  it.concurrent("does the same for a receiver", async () => {
    const judged = (more: object) =>
      judgeReceiver({ verifies: () => true }, { only: ["forgery.tampered", "receive.compact"], ...more });
    const before = await judged({});
    const after = await judged({ baseline: baselineOf(before) });
    expect([exitCodeOf(before), exitCodeOf(after), after.baseline?.new]).toEqual([1, 0, []]);
    expect(endOf(await judged({ skip: ["forgery.tamperd"] }))).toEqual(["skip_unknown", 2]);
  });
});

describe("the command", () => {
  const cwd = scratch();
  writeDriver(cwd, "driver.mjs", '{ tokenAnswer: (all) => ({ ...all, [process.env.FAULT]: "wrong" }) }');
  const words = (args: string) => `test api --driver driver.mjs --only tokens ${args}`.split(" ");
  const run = (args: string, FAULT: string) => cli(words(args), { cwd, env: { FAULT } });

  it.concurrent("writes a baseline, without a change of the verdict, and judges by it", async () => {
    const first = await run("--write-baseline known.json", "expires_in");
    expect([first.code, first.stderr]).toEqual([1, "note: known.json was written: 1 known failure.\n"]);
    expect(JSON.parse(readFileSync(join(cwd, "known.json"), "utf8"))).toEqual({
      schema: 1,
      known: [{ check: "token.expires-in", facts: expect.any(Array) }],
    });
    expect((await run("--baseline known.json", "expires_in")).code).toBe(0);
    const other = await run("--baseline known.json --json", "token_type");
    expect([other.code, JSON.parse(other.stdout).baseline]).toEqual([
      1,
      { known: [], new: ["token.type"], mended: ["token.expires-in"], notObserved: [] },
    ]);
    expect((await run("--skip token.type", "token_type")).code).toBe(0);
  });

  it.concurrent("writes none for a run without a verdict", async () => {
    const { code, stderr } = await run("--skip nothing --write-baseline none.json", "x");
    expect([code, existsSync(join(cwd, "none.json"))]).toEqual([2, false]);
    expect(stderr).toContain("none.json was not written");
  });

  it("replaces what it wrote, and nothing else", async () => {
    const written = ["json=own.json", "junit=own.xml", "html=own.html"];
    const all = `--report ${written.join(" ")} --write-baseline own-known.json`;
    expect((await run(all, "expires_in")).code).toBe(1);
    writeFileSync(join(cwd, "empty"), "");
    writeFileSync(join(cwd, "notes.json"), '{"schema":1}');
    symlinkSync("own.json", join(cwd, "link.json"));
    expect((await run(`${all.replace("own.html", "empty")}`, "token_type")).code).toBe(1);
    expect(readFileSync(join(cwd, "own-known.json"), "utf8")).toContain("token.type");
    for (const file of ["own.json", "own.xml"])
      expect(readFileSync(join(cwd, file), "utf8")).not.toMatch(/token\.expires-in.{9,40}failed/);
    expect(readFileSync(join(cwd, "empty"), "utf8")).toMatch(/^<!doctype html>/);
    const before = readdirSync(cwd).map((name) => [name, readFileSync(join(cwd, name), "utf8")]);
    for (const args of [
      "--report json=notes.json",
      "--report junit=own.json",
      "--report html=driver.mjs",
      "--report json=own-known.json",
      "--report json=link.json",
      "--write-baseline own.json",
      "--write-baseline notes.json",
      "--write-baseline driver.mjs",
    ]) {
      const { code, stderr, stdout } = await cliHere(words(args), { cwd });
      expect([args, code, stderr.split(":")[0], stdout]).toEqual([args, 2, "file_unwritable", ""]);
    }
    expect(readdirSync(cwd).map((name) => [name, readFileSync(join(cwd, name), "utf8")])).toEqual(before);
  });

  // Not at once: the end of a test restores what others catch of this process.
  it.each([
    ["--report json=same junit=./same", "wrong_use"],
    ["--report json=same --write-baseline same", "wrong_use"],
    ["--baseline missing.json", "file_unreadable"],
    ["--baseline driver.mjs", "baseline_invalid"],
    ["--write-baseline missing/known.json", "file_unwritable"],
    ["--write-baseline .", "file_unwritable"],
    ["--report junit=.", "file_unwritable"],
    ["--list --skip token.typ", "skip_unknown"],
  ])("%s ends with %s", async (args, code) => {
    const outcome = await cliHere(words(args), { cwd });
    // Before the run, so that it costs no time and hides no verdict.
    expect([outcome.code, outcome.stderr.split(":")[0], outcome.stdout]).toEqual([2, code, ""]);
  });
});
