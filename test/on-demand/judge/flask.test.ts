/** A service in Flask, judged through the driver that it serves itself, in Python (spec/driver.yaml). */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "../../../scripts/free-port.ts";
import { exitCodeOf, RemoteDriver, type Report, testService } from "../../../src/judge/index.ts";
import { root } from "../../support/repository.ts";
import { runProgram } from "../languages/programs.ts";

const TOKEN = "SENTINEL-4711-flask";
/** What this service has; it has no app webhooks, and a URL rule that is not finished. */
const PARTS = {
  only: ["tokens", "registration", "every delivery", "client deliveries", "client retries"],
  skip: ["app", "app-deliver", "url", "token.refresh", "deliver.not-to-apps"],
};
const folder = join(root, ".cache/flask");
const python = join(folder, "bin/python");

/** Why Flask cannot be had, or undefined. */
async function missing(): Promise<string | undefined> {
  for (const step of [
    ["python3", "-m", "venv", folder],
    [python, "-m", "pip", "install", "--quiet", "flask>=3.1,<4"],
  ] as const) {
    const { code } = await runProgram([...step], { cwd: root, env: {}, timeoutMs: 300_000 });
    if (code !== 0) return "Flask cannot be installed";
  }
  return undefined;
}

const why = await missing();
if (why) process.stdout.write(`skipped: a service in Flask: ${why}\n`);

/** Starts the service with a flaw, and judges it. */
async function judged(flaw: string, options: object = PARTS): Promise<Report> {
  const [port, judgePort] = [await freePort(), await freePort()];
  const child = spawn(python, [join(import.meta.dirname, "flask/service.py")], {
    env: { ...process.env, PORT: `${port}`, JUDGE_PORT: `${judgePort}`, DRIVER_TOKEN: TOKEN, FLAW: flaw },
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill());
  // Flask says so on standard error as soon as it listens.
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error("the service ended")));
    child.stderr.on("data", (chunk) => String(chunk).includes("Running on") && resolve());
  });
  return testService(new RemoteDriver({ url: `http://127.0.0.1:${port}/test-support`, token: TOKEN }), options);
}

it.skipIf(why)(
  "passes in what it serves, with nothing unobserved",
  async () => {
    const report = await judged("");
    const open = report.checks.filter(({ status }) => status !== "passed").map(({ id, reason }) => `${id}: ${reason}`);
    expect([open, report.problems, exitCodeOf(report)]).toEqual([[], [], 0]);
    expect(report.summary.passed).toBeGreaterThan(75);
    expect(JSON.stringify(report)).not.toContain(TOKEN);
  },
  120_000,
);

it.skipIf(why)(
  "fails for a delivery without a signature",
  async () => {
    const report = await judged("unsigned");
    expect(report.checks.find(({ id }) => id === "deliver.signed")?.status).toBe("failed");
    expect(exitCodeOf(report)).toBe(1);
  },
  120_000,
);

it.skipIf(why)(
  "is not observed where the driver lists no call",
  async () => {
    const report = await judged("unlisted", { only: ["deliver.signed", "client.create"] });
    expect(report.checks.find(({ id }) => id === "deliver.signed")?.status).toBe("not observed");
    expect(report.summary.failed).toBe(0);
  },
  120_000,
);

it.skipIf(why)(
  "ends with 3 where a call of the driver raises an exception",
  async () => {
    const report = await judged("broken");
    expect([exitCodeOf(report), report.problems]).toEqual([
      3,
      [{ code: "driver_broken", message: "confirmPayment() of the driver answered 500" }],
    ]);
  },
  120_000,
);
