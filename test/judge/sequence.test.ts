/** What led to a finding, in time: in the report, on its page, and in the terminal. */

import { expect, it } from "vitest";
import type { CheckResult, Report } from "../../src/judge/index.ts";
import { formatJunit } from "../../src/judge/report/ci.ts";
import { formatHtml } from "../../src/judge/report/html.ts";
import { formatText } from "../../src/judge/report/text.ts";
import { FLAWS as RECEIVERS } from "../receivers/flaws.ts";
import { FLAWS as SERVICES } from "../services/flaws.ts";
import { judgeReceiver, judgeService, switchesOf } from "./judged.ts";

const failed = ({ checks }: Report, id: string): CheckResult => {
  const check = checks.find((one) => one.id === id);
  expect(check?.status, id).toBe("failed");
  return check as CheckResult;
};
const words = ({ sequence }: CheckResult) => sequence?.map(({ what }) => what.replaceAll(/\d+(?:\.\d)? m?s\b/g, "N s"));

it.concurrent("tells a missing retry from the webhook to the silence, in every report", async () => {
  const switches = switchesOf(SERVICES, "type-2-not-retried-after-404");
  const report = await judgeService(switches, { only: ["retry.app-2.404"] });
  const check = failed(report, "retry.app-2.404");
  expect(words(check)).toEqual([
    "webhook created, answered 201",
    "event dispatched",
    "delivery 1, answered 404",
    expect.stringMatching(/^nothing more for N s, and the driver says that nothing is pending$/),
  ]);
  const times = check.sequence?.map(({ ms }) => ms) ?? [];
  expect([times[0], times]).toEqual([0, times.toSorted((a, b) => a - b)]);
  expect(formatText(report)).toMatch(
    /sequence {2}0\.00 s webhook created, .* → .* s delivery 1, answered 404 → .* s nothing more/,
  );
  expect(formatJunit(report)).toContain("delivery 1, answered 404 → ");
  expect(formatHtml(report)).toMatch(
    /<ol class="sequence">.*event dispatched<\/li><li><span class="at">.*<\/span> delivery 1, answered 404<\/li>/,
  );
});

it.concurrent("tells the payment before a delivery that should not have arrived", async () => {
  const switches = switchesOf(SERVICES, "recorded-payment-delivered");
  const report = await judgeService(switches, { only: ["deliver.recorded"] });
  const told = words(failed(report, "deliver.recorded"));
  expect(formatText(report)).toMatch(/^ {4}arrived {3}POST /m);
  const at = told?.findIndex((what) => /^payment \d+ recorded$/.test(what)) ?? -1;
  expect(at).toBeGreaterThan(0);
  expect(told?.slice(at).some((what) => /^delivery \d+, answered 200$/.test(what))).toBe(true);
});

it.concurrent("tells the steps of a history with its deliveries", async () => {
  const id = "history.client.switches";
  const report = await judgeService(switchesOf(SERVICES, "switched-off-after-deliveries-in-vain"), { only: [id] });
  const told = words(failed(report, id)) ?? [];
  expect(told[0]).toMatch(/^webhook (?:1 )?created, answered 201$/);
  expect(told.length).toBeLessThanOrEqual(24);
  expect(told.join()).toMatch(/payment \d+ confirmed.*delivery 1/);
});

it.concurrent("tells each delivery of a payment to a receiver that processes it twice", async () => {
  const switches = switchesOf(RECEIVERS, "handles-repetitions");
  const check = failed(await judgeReceiver(switches, { only: ["duplicate.once", "receive"] }), "duplicate.once");
  expect(check.sequence?.length).toBeGreaterThan(1);
  expect(words(check)?.[0]).toMatch(/^delivery 1 sent, answered 2\d\d after N s$/);
  expect(words(check)?.[1]).toMatch(/^delivery 2 sent, answered 2\d\d after N s$/);
});
