/**
 * No legal service is accused, and what can be seen of it is seen. Then each is walked through with many seeds; an
 * alarm names its seed, which repeats it. The short form takes every twelfth service, and walks through every twelfth
 * of those.
 */

import { expect, it } from "vitest";
import { exitCodeOf } from "../../../src/judge/index.ts";
import { describeAccusations, eachOf, judgeService, QUICK } from "../../judge/judged.ts";
import { LOOKING_ALIKE, VARIANTS } from "../../services/variants.ts";
import { rounds } from "../../support/proof.ts";

const AT_ONCE = 8;
const step = rounds(12, 1);
const every = [{ id: "as it stands", switches: {} }, ...VARIANTS];
const subjects = every.filter((_, index) => index % step === 0);

/** Seeds of walks through every service. */
const SEEDS = rounds(1, 100);
const FIRST_SEED = 1000;

const NEEDS_UNKNOWN_EVENTS = /events|unsubscribed|patterns|other-event|shared-url|list\.same-url/;

/** What a variant keeps from being seen: it refuses what may be refused. */
const UNSEEN: Record<string, RegExp> = {
  "unknown-events-refused": NEEDS_UNKNOWN_EVENTS,
  "only-known-events-once": NEEDS_UNKNOWN_EVENTS,
  "unknown-members-refused": /^client\.secret\.generated$/,
  "token-lives-a-second": /^token\.lives$/,
  "url-probed": /^url\.(client|app)\.legal-tld$/,
};

it("accuses no legal service, and sees it in full", async () => {
  const reports = await eachOf(subjects, AT_ONCE, async ({ id, switches }, index) => ({
    id,
    report: await judgeService(switches, index % step === 0 ? {} : { only: QUICK }),
  }));
  const alarms = reports.flatMap(({ id, report }) => describeAccusations(report).map((alarm) => `${id}: ${alarm}`));
  const plain = new Set(["as it stands", ...LOOKING_ALIKE.map(({ id }) => id)]);
  const unseen = reports.flatMap(({ id, report }) =>
    report.checks
      .filter(({ status, severity }) => status === "not observed" && severity === "demand" && plain.has(id))
      .filter((check) => !UNSEEN[id]?.test(check.id))
      .map((check) => `${id}: ${check.id}: ${check.reason}`),
  );
  console.log([`${reports.length} legal services: ${alarms.length} false alarms`, ...alarms, ...unseen].join("\n"));
  expect({ alarms, unseen }).toEqual({ alarms: [], unseen: [] });
  expect(reports.filter(({ report }) => exitCodeOf(report) !== 0).map(({ id }) => id)).toEqual([]);
}, 1_800_000);

it("accuses no legal service in a random history", async () => {
  const runs = Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index).flatMap((seed) =>
    subjects.map((subject) => ({ ...subject, seed })),
  );
  const alarms = await eachOf(runs, AT_ONCE, async ({ id, switches, seed }) =>
    describeAccusations(await judgeService(switches, { only: ["walk"], seed })).map(
      (alarm) => `seed ${seed}: ${id}: ${alarm}`,
    ),
  );
  console.log(
    [`${runs.length} runs, seeds from ${FIRST_SEED}: ${alarms.flat().length} false alarms`, ...alarms.flat()].join(
      "\n",
    ),
  );
  expect(alarms.flat()).toEqual([]);
}, 7_200_000);
