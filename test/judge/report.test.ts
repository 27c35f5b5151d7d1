/** What a report looks like in every form, that no secret is in any of them, and what the command makes of it. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { narrowText } from "../../src/cli/terminal-width.ts";
import { ERROR_TEXTS } from "../../src/errors/texts/index.ts";
import { type CheckResult, exitCodeOf, type Report, testReceiver } from "../../src/judge/index.ts";
import { causesOf, headingOf } from "../../src/judge/report/causes.ts";
import { formatGithub, formatJunit, formatSummary } from "../../src/judge/report/ci.ts";
import { formatHtml } from "../../src/judge/report/html.ts";
import { negateTitle } from "../../src/judge/report/negated-title.ts";
import { formatText } from "../../src/judge/report/text.ts";
import { cli, cliHere, scratch } from "../cli/run.ts";
import { startReceiver } from "../receivers/receivers.ts";
import type { Switches } from "../services/service.ts";
import { accusationsIn, judgeReceiver, judgeService } from "./judged.ts";
import { FORMS, writeDriver } from "./reports.ts";

/** Wrong in many ways, and with secrets that one recognises. */
const SENTINELS = {
  token: "SENTINEL-token-4f1b",
  secret: 'SENTINEL secret "with" blanks & umläute',
  clientSecret: "s3cret of the app",
};
let report: Report;
let receiverReport: Report;
const codes: string[] = [];
const signatures: string[] = [];

beforeAll(async () => {
  let count = 0;
  const switches: Partial<Switches> = {
    newAccessToken: () => `${SENTINELS.token}-${++count}`,
    newSecret: () => `${SENTINELS.secret}-${++count}`,
    overlooks: ["client: name-missing", "app: events-few"],
    urlHole: (url) => url.includes("localhost"),
    tokenAnswer: (tokens) => ({ ...tokens, token_type: "mac", expires_in: "soon" }),
    send: (delivery) => {
      signatures.push(...[delivery.headers["X-Service-Signature"] ?? []].flat());
      return { ...delivery, headers: { ...delivery.headers, "Content-Type": "text/plain" } };
    },
  };
  const only = ["tokens", "registration", "urls", "list", "every delivery", "client retries"];
  report = await judgeService(switches, { seed: 5, only }, (driver) => ({
    async credentials() {
      const found = await driver.credentials();
      codes.push(found.code);
      return found;
    },
    async refresh(token: string) {
      throw new Error(`the service refused the token ${token} and the code ${codes[0]}`);
    },
  }));
  const failing = { verifies: () => true, ack: { status: 500 } };
  receiverReport = await judgeReceiver(failing, {}, () => ({ secret: SENTINELS.secret, driver: undefined }));
});

it.each(Object.entries(FORMS))("shows no secret as %s", (_, format) => {
  for (const of of [report, receiverReport]) {
    const text = format(of);
    expect(text.length).toBeGreaterThan(200);
    const told = [...Object.values(SENTINELS), "SENTINEL", ...codes, ...signatures].filter((one) => text.includes(one));
    expect(told).toEqual([]);
  }
});

describe("a report", () => {
  it("has the form that is agreed", () => {
    const [contract, target, started] = [
      expect.any(String),
      expect.stringMatching(/^http/),
      expect.stringMatching(/Z$/),
    ];
    expect(report).toMatchObject({ schema: 1, seed: 5, contract, target, started });
    const all = report.checks.filter(({ severity }) => severity === "demand");
    expect(report.summary.passed + report.summary.failed + report.summary.notObserved).toBe(all.length);
    const members = "id title severity rests status reason expected actual request response doubt reproduce";
    for (const check of report.checks) expect(Object.keys(check)).toEqual(expect.arrayContaining(members.split(" ")));
    for (const [fact, ids] of Object.entries(report.coverage)) {
      const checks = report.checks.filter(({ id }) => ids.includes(id));
      expect(checks.every(({ rests, status }) => rests.includes(fact) && status !== "not observed")).toBe(true);
    }
  });

  it("names what was found", () => {
    const ids = "token.type token.expires-in client.name.missing app.events.empty deliver.content-type";
    const urls = ["url.client.loopback", "url.app.loopback"];
    const failed = accusationsIn(report).map(({ id }) => id);
    expect(failed).toEqual(expect.arrayContaining([...ids.split(" "), ...urls]));
    expect(exitCodeOf(report)).toBe(1);
  });

  it("gives each finding a command to paste that reads secrets from the environment", () => {
    const failed = report.checks.filter(({ status }) => status === "failed");
    for (const { reproduce } of failed) expect(reproduce).toMatch(/^(curl|collections-contract) /);
    expect(failed.find(({ id }) => id === "client.name.missing")?.reproduce).toContain("$ACCESS_TOKEN");
    expect(failed.find(({ id }) => id === "token.type")?.reproduce).toContain("$CLIENT_SECRET");
  });

  it("is well-formed XML for other tools", () => {
    const xml = formatJunit(report);
    const stack: string[] = [];
    for (const [, close, name, empty] of xml
      .replace(/<\?.*?\?>|<!--.*?-->/gs, "")
      .matchAll(/<(\/?)([a-z]+)(?:\s+[a-z]+="[^"<]*")*(\/?)>/g)) {
      if (close) expect(stack.pop()).toBe(name);
      else if (!empty) stack.push(name as string);
    }
    expect(stack).toEqual([]);
    expect(xml.replaceAll(/<[^>]*>/g, "")).not.toMatch(/[<>]/);
    expect(xml.match(/<failure /g)).toHaveLength(report.summary.failed);
  });

  it("has an error in its XML when the run proved nothing, not only what was skipped", async () => {
    const nobody = await testReceiver({ url: "http://127.0.0.1:9/", secret: "a" }, { only: ["genuine"] });
    const xml = formatJunit(nobody);
    const [, tests, errors, skipped] = /tests="(\d+)" failures="0" errors="(\d+)" skipped="(\d+)"/.exec(xml) ?? [];
    expect([errors, Number(tests)]).toEqual(["1", Number(skipped) + 1]);
    expect(xml).toContain('<error message="Nothing listens at http://127.0.0.1:9/');
  });

  it("is one page that asks nobody for anything", () => {
    const html = formatHtml(report);
    expect(html).not.toMatch(/<(link|img|iframe|object|embed|video|audio|source|base)\b/i);
    expect(html).not.toMatch(/\b(src|srcset|action)\s*=|href="(?!#)/i);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/@import|url\(/i);
    expect(html).toContain("light-dark(");
  });

  it("heads each finding by what happened, and equal ones once", () => {
    const all = causesOf(receiverReport, "demand");
    expect(all.flatMap(({ checks }) => checks)).toHaveLength(receiverReport.summary.failed);
    expect(all[0]?.heading).toMatch(
      / was answered 500, like every signed delivery: .*; the same in \d+ more checks of genuine$/,
    );
    expect(formatText(receiverReport).match(/^✗/gm)).toHaveLength(all.length);
    const [found] = all.flatMap(({ checks }) => checks);
    const unturned = { ...found, title: "A delivery is retried, and holds nothing up", actual: "It came once." };
    expect(headingOf(unturned as CheckResult)).toBe("It came once.");
  });

  it("wraps at the width of the terminal, indented, and says what to do next", () => {
    const lines = narrowText(formatText(report), 70).split("\n");
    const long = lines.filter((line) => line.length > 70 && !/reproduce|\S{40}/i.test(line));
    expect(long).toEqual([]);
    expect(lines.filter((line) => line.startsWith("✗ "))).not.toEqual([]);
    expect(lines.some((line) => line.startsWith("next: fix the first finding"))).toBe(true);
  });

  it("says where a practice that several checks saw is not followed", () => {
    const failed = {
      group: "practice",
      severity: "practice",
      status: "failed",
      actual: "It was answered 2xx.",
    } as const;
    const practices = report.checks.slice(0, 2).map((check) => ({ ...check, ...failed }));
    const [one, two] = practices.map(({ title }) => negateTitle(title));
    expect(formatText({ ...report, checks: practices })).toContain(
      `! ${one}: It was answered 2xx; the same in 1 more check of practice: ${two} (`,
    );
  });

  it("says of a run that passed what was seen, and breaks no pair of a section and its number", () => {
    const amounts = { deliveries: 1684, urls: 96, requests: 512 };
    const passed = { ...report, amounts, summary: { ...report.summary, failed: 0 }, problems: [], baseline: null };
    const checks = report.checks.map((check) => ({ ...check, status: "passed" as const }));
    const text = narrowText(formatText({ ...passed, checks }), 70);
    expect(text).toContain("  seen: 1684 deliveries, 96 webhook URLs tried, 512 requests");
    expect(text).toMatch(/facts by section: 1 \(\d+\), 2\.1 \(\d+\)/);
    expect(text).not.toMatch(/^ *\(\d+\)/m);
    expect(formatHtml({ ...passed, checks })).toContain("Seen: 1684 deliveries, 96 webhook URLs tried, 512 requests.");
    expect(report.amounts?.deliveries).toBeGreaterThan(10);
    expect(report.amounts?.urls).toBeGreaterThan(10);
    expect(receiverReport.amounts?.deliveries).toBeGreaterThan(10);
  });

  it("has a summary for the page of a job, and annotations on GitHub", () => {
    expect(formatSummary(report)).toMatch(/^## The contract does not hold\n\n\d+ passed, \d+ failed/);
    expect(formatSummary(report)).toContain("| What happened | Checks |");
    const lines = formatGithub(report).trim().split("\n");
    expect(lines.every((line) => /^::(error|warning) title=/.test(line))).toBe(true);
    const errors = lines.filter((line) => line.startsWith("::error"));
    expect(errors).toHaveLength(report.summary.failed + report.problems.length);
  });

  it("never lets a practice fail a run, and of nothing observed never passes", () => {
    expect(report.practices.passed + report.practices.failed).toBeGreaterThan(0);
    const exitOf = (passed: number) => exitCodeOf({ summary: { passed, failed: 0, notObserved: 9 }, problems: [] });
    expect([exitOf(1), exitOf(0)]).toEqual([0, 3]);
  });
});

describe("the command", () => {
  const folder = scratch();
  const run = (args: string[], env: Record<string, string> = {}) => cli(["test", ...args], { cwd: folder, env });
  const here = (args: string[], env: Record<string, string> = {}) => cliHere(["test", ...args], { cwd: folder, env });
  it("holds a contract for kept only as far as it was observed", async () => {
    const only = ["genuine", "forgery"];
    const unseen = await judgeReceiver({ verifies: () => true }, { only }, () => ({ driver: undefined }));
    expect([exitCodeOf(unseen), unseen.checks[0]?.status, unseen.summary.failed]).toEqual([3, "passed", 0]);
    expect(formatText(unseen)).toMatch(/^Not proven: \d+ forgeries were answered 2xx\. Give a driver\. \[not_proven\]/);
    for (const text of [formatText(unseen), formatHtml(unseen)]) {
      expect(text).toContain("Not proven");
      expect(text).not.toContain("The contract holds");
    }
  });

  it("names the driver in the command for what was seen through it", async () => {
    const driver = { processed: async () => [] };
    const { checks } = await judgeReceiver({}, { only: ["receive.compact"], seed: 7 }, () => ({ driver }));
    expect(checks.map(({ reproduce }) => reproduce)).toEqual([
      'collections-contract test receiver --url "$RECEIVER_URL" --only receive.compact --seed 7 --driver "$DRIVER"',
    ]);
  });

  it("passes a service that keeps the contract, and writes every report", async () => {
    const files = ["json", "junit", "html"].flatMap((kind) => ["--report", `${kind}=${join(folder, `r.${kind}`)}`]);
    const only = ["--only", "tokens", "list", "deliver.signed", "deliver.receives"];
    const file = writeDriver(folder, "good.mjs", "{}");
    const { code, stdout, stderr } = await run(["api", "--driver", file, ...only, ...files]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/The contract holds\. \d+ passed, 0 failed, 0 not observed.*\nreport: .*r\.html\n$/s);
    expect(JSON.parse(readFileSync(join(folder, "r.json"), "utf8")).summary.failed).toBe(0);
    expect(readFileSync(join(folder, "r.html"), "utf8")).toContain("The contract holds");
    expect(readFileSync(join(folder, "r.junit"), "utf8")).toContain("<testsuites");
  });

  it("writes the reports that it can, and names each that it cannot", async () => {
    const late = 'import { mkdirSync } from "node:fs";\n["a.json", "b.xml"].map((name) => mkdirSync(name));\n';
    writeFileSync(join(folder, "late.mjs"), `${late}export default { baseUrl: "http://127.0.0.1:9" };`);
    const files = ["json=a.json", "junit=b.xml", "html=c.html"];
    const { code, stderr } = await run(["api", "--driver", "late.mjs", "--report", ...files]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^file_unwritable: .*a\.json.*b\.xml/)]);
    expect(readFileSync(join(folder, "c.html"), "utf8")).toContain("not observed");
  });

  it("lists the checks", async () => {
    const { code, stdout } = await here(["api", "--list"]);
    expect([code, stdout.includes("deliver.digest")]).toEqual([0, true]);
    expect(JSON.parse((await here(["receiver", "--list", "--json"])).stdout).length).toBeGreaterThan(30);
  });

  it("writes a driver that can be loaded, and never over another", async () => {
    expect((await here(["api", "--init"])).code).toBe(0);
    const { code, stdout } = await run(["api", "--driver", "contract-driver.mjs"], { BASE_URL: "http://127.0.0.1:9" });
    expect([code, stdout.split(":")[0]]).toEqual([3, "target_unreachable"]);
    expect(stdout).toContain(ERROR_TEXTS.target_unreachable.fix);
    expect((await here(["api", "--init"])).code).toBe(2);
  });

  it.each([
    ["api", "wrong_use"],
    ["api --driver missing.mjs", "driver_invalid"],
    ["api --driver /dev/zero", "driver_invalid"],
    ["api --driver .", "driver_invalid"],
    ["api --driver contract-driver.mjs --report pdf=x", "wrong_use"],
    ["api --driver contract-driver.mjs --report json=missing/x", "file_unwritable"],
    ["api --driver contract-driver.mjs --seed soon", "wrong_use"],
    ["receiver", "wrong_use"],
    ["receiver --url ftp://x", "wrong_use"],
    ["receiver --url http://127.0.0.1:9", "secret_missing"],
    ["receiver --url http://127.0.0.1:9 --secret-file missing", "secret_unreadable"],
    ["receiver --url http://127.0.0.1:9 --secret x --ack-within soon", "wrong_use"],
  ])("refuses %s as %s", async (args, told) => {
    const { code, stderr } = await here(args.split(" "));
    expect([code, stderr.split(":")[0]]).toEqual([2, told]);
  });

  it("judges a receiver with the secret from the environment or a file", async () => {
    const { url, secret, stop } = await startReceiver();
    writeFileSync(join(folder, "secret"), `${secret}\n`);
    const byEnvironment = await here(["receiver", "--url", url, "--only", "genuine"], { WEBHOOK_SECRET: secret });
    const byFile = await here(["receiver", "--url", url, "--only", "genuine", "--secret-file", "secret"], {
      WEBHOOK_SECRET: "",
    });
    await stop();
    expect([byEnvironment.code, byFile.code]).toEqual([0, 0]);
  });
});
