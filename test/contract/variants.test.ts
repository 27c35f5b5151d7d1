/** No service that keeps every stated fact is accused, whatever it chooses where there is a choice. */

import { expect, it } from "vitest";
import { exitCodeOf } from "../../src/contract/index.ts";
import { VARIANTS } from "../services/variants.ts";
import { accusationsIn, eachOf, judgeService } from "./judged.ts";

/** What a variant keeps from being seen: it refuses what may be refused. */
const UNSEEN: Record<string, RegExp> = {
  "unknown-events-refused": /events|unsubscribed|patterns|app-deliver\.shared-url/,
  "only-known-events-once": /events|unsubscribed|patterns|app-deliver\.shared-url/,
  "unknown-members-refused": /^client\.secret\.generated$/,
  "url-probed": /^url\.(client|app)\.legal-tld$/,
};

it("accuses none of them", async () => {
  const subjects = [{ id: "as it stands", gap: "", about: "", switches: {} }, ...VARIANTS];
  const reports = await eachOf(subjects, 8, async ({ id, switches }) => ({ id, report: await judgeService(switches) }));
  const alarms = reports.flatMap(({ id, report }) =>
    accusationsIn(report).map((check) => `${id}: ${check.id}: ${check.actual}`),
  );
  const unseen = reports.flatMap(({ id, report }) =>
    report.checks
      .filter((check) => check.status === "not observed" && check.severity === "demand" && !UNSEEN[id]?.test(check.id))
      .map((check) => `${id}: ${check.id}: ${check.reason}`),
  );
  console.log(`${reports.length} legal services: ${alarms.length} false alarms`);
  expect({ alarms, unseen }).toEqual({ alarms: [], unseen: [] });
  expect(reports.filter(({ report }) => exitCodeOf(report) !== 0).map(({ id }) => id)).toEqual([]);
}, 500_000);
