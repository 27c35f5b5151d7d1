/**
 * Services with a driver in their own language, made from the interface description and what `generate` writes: judged
 * by the command of the packed package, over HTTP (spec/driver.yaml).
 */

import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { TLDS } from "../../../generated/tlds.ts";
import { freePort } from "../../../scripts/free-port.ts";
import { virtualenv } from "../../../scripts/python.ts";
import type { Report } from "../../../src/judge/index.ts";
import { causesOf } from "../../../src/judge/report/causes.ts";
import { root } from "../../support/repository.ts";
import type { Command } from "../languages/harness.ts";
import { probe, runProgram, startServer } from "../languages/programs.ts";
import { packed, run, temp } from "../package/packed.ts";

const TOKEN = "SENTINEL-4711-driver";
const { python, steps } = virtualenv(join(root, ".cache/flask"), "flask>=3.1,<4");

interface Subject {
  readonly title: string;
  readonly language: string;
  /** The folder of the service; its files go to `service/` of the generated package. */
  readonly sources: string;
  readonly toolchain: Command;
  readonly build: readonly Command[];
  readonly start: Command;
  readonly env: Readonly<Record<string, string>>;
}

const SUBJECTS: readonly Subject[] = [
  {
    title: "Go",
    language: "go",
    sources: "go",
    toolchain: ["go", "version"],
    build: [["go", "build", "-o", "bin/service", "./service"]],
    start: ["bin/service"],
    env: { GOPROXY: "off", GOFLAGS: "", GOTOOLCHAIN: "local", GOWORK: "off" },
  },
  {
    title: "Flask",
    language: "python",
    sources: "flask",
    toolchain: ["python3", "--version"],
    build: steps,
    start: [python, "service/service.py"],
    env: { PYTHONPATH: "src:examples", PYTHONDONTWRITEBYTECODE: "1" },
  },
];

/** The command of the packed package, in a folder with its dependencies. */
const cli = join(temp, "package/dist/src/cli.js");
beforeAll(async () => {
  await run("tar", ["-xzf", await packed(), "-C", temp]);
  symlinkSync(join(root, "node_modules"), join(temp, "package/node_modules"), "junction");
});

describe.each(SUBJECTS)("a service in $title", (subject) => {
  const folder = join(temp, subject.language);
  let why: string | undefined;

  beforeAll(async () => {
    if (probe(subject.toolchain) === undefined) {
      why = `${subject.toolchain[0]} is not installed`;
      return;
    }
    await run(process.execPath, [cli, "generate", "--language", subject.language, "--out", folder]);
    mkdirSync(join(folder, "service"));
    const sources = join(import.meta.dirname, subject.sources);
    for (const file of readdirSync(sources)) copyFileSync(join(sources, file), join(folder, "service", file));
    writeFileSync(join(folder, "service/tlds.txt"), [...TLDS].join("\n"));
    for (const command of subject.build) {
      const { code, stderr } = await runProgram(command, { cwd: folder, env: subject.env });
      // Only what comes from a registry may be missing.
      if (code !== 0 && command.includes("pip")) why = `${subject.title} cannot be installed`;
      else expect(code, stderr).toBe(0);
    }
  });

  /** Starts the service with a flaw, and judges it. */
  async function judged(flaw: string, ...options: string[]): Promise<{ code: number; report: Report; said: string }> {
    const [port, judgePort] = [await freePort(), await freePort()];
    const env = { ...subject.env, PORT: `${port}`, JUDGE_PORT: `${judgePort}`, DRIVER_TOKEN: TOKEN, FLAW: flaw };
    const stop = await startServer(subject.start, folder, env, port);
    try {
      // Of its own: others are judged meanwhile.
      const file = join(folder, `report-${port}.json`);
      const driver = `http://127.0.0.1:${port}/test-support`;
      const command: Command = [
        process.execPath,
        cli,
        "test",
        "api",
        "--driver",
        driver,
        "--report",
        `json=${file}`,
        ...options,
      ];
      const begun = performance.now();
      const { code, stdout, stderr } = await runProgram(command, {
        cwd: folder,
        env: { DRIVER_TOKEN: TOKEN },
      });
      const seconds = ((performance.now() - begun) / 1000).toFixed(0);
      process.stdout.write(
        `a service in ${subject.title}${flaw && `, ${flaw}`}: ends with ${code} after ${seconds} s\n`,
      );
      return { code, report: JSON.parse(readFileSync(file, "utf8")), said: stdout + stderr };
    } finally {
      await stop();
    }
  }

  it.concurrent("keeps its contract, with nothing unobserved", async ({ skip }) => {
    if (why) skip(why);
    const { code, report, said } = await judged("", "--require-observed");
    expect(code, said).toBe(0);
    expect(report.checks.filter(({ status }) => status !== "passed").map(({ id }) => id)).toEqual([]);
    expect(report.summary.passed).toBeGreaterThan(200);
    expect(said + JSON.stringify(report)).not.toContain(TOKEN);
  });

  it.for([
    ["unsigned", "deliver.signed"],
    ["once", "retry.client.500"],
  ] as const)("is found when it is %s", async ([flaw, check], { skip }) => {
    if (why) skip(why);
    const { code, report } = await judged(flaw, "--only", check);
    expect({ code, status: report.checks.find(({ id }) => id === check)?.status }).toEqual({
      code: 1,
      status: "failed",
    });
  });

  it.concurrent("tells each of four mistakes in one finding, and nothing else", async ({ skip }) => {
    if (why) skip(why);
    if (subject.language !== "python") skip("the service in Python has them");
    const { code, report, said } = await judged("mistakes");
    expect([code, causesOf(report, "demand").map(({ checks }) => checks[0].id)], said).toEqual([
      1,
      ["deliver.agency", "deliver.digest", "deliver.unsubscribed", "retry.client.404"],
    ]);
    expect(said.match(/^ *\d+\.\d s ✗/gm)?.length, "what is told while it runs").toBeLessThanOrEqual(6);
  });

  it.concurrent("is not observed where the driver lists no call", async ({ skip }) => {
    if (why) skip(why);
    const { report } = await judged("unlisted", "--only", "deliver.signed", "client.create");
    expect(report.checks.find(({ id }) => id === "deliver.signed")?.status).toBe("not observed");
    expect(report.summary.failed).toBe(0);
  });

  it.concurrent("ends the run with 3 where a call of the driver fails", async ({ skip }) => {
    if (why) skip(why);
    const { code, report } = await judged("broken", "--only", "deliver.signed");
    expect([code, report.problems]).toEqual([
      3,
      [
        {
          code: "driver_broken",
          message: "confirmPayment() of the driver answered 500 (driver_failed: See the log of the driver.)",
        },
      ],
    ]);
  });
});
