/** Values of another type: a service may convert them, and is advised not to. */

import { expect, it } from "vitest";
import { exitCodeOf } from "../../src/judge/index.ts";
import { formatText } from "../../src/judge/report/text.ts";
import { VARIANTS } from "../services/variants.ts";
import { accusationsIn, judgeService } from "./judged.ts";

const only = ["app.converted", "app.active.shown", "app.active.type", "app-deliver.converted"];

it("is advised, and not accused, if it converts and treats each value as it shows it", async () => {
  const converting = VARIANTS.find(({ id }) => id === "active-converted")?.switches;
  const report = await judgeService(converting ?? {}, { only });
  const found = report.checks.filter(({ status }) => status === "failed").map(({ id, rests }) => [id, rests]);
  expect([found, accusationsIn(report), exitCodeOf(report)]).toEqual([[["app.converted", ["U-43"]]], [], 0]);
  expect(formatText(report)).toMatch(/^ {2}! .*accepted with active "false".*\(U-43\)\n {4}fix Refuse them: /m);
});

it("is not advised if it refuses them", async () => {
  const report = await judgeService({}, { only });
  expect(report.checks.map(({ status }) => status)).toEqual(only.map(() => "passed"));
});
