/** One cause is one finding in a report, and in it alone; what a finding names as its reproduction shows it again. */

import { describe, expect, it } from "vitest";
import { baselineOf, type CheckVerdict, exitCodeOf, listChecks, type Report } from "../../src/judge/index.ts";
import { causesOf } from "../../src/judge/report/causes.ts";
import { formatGithub, formatJunit, formatSummary } from "../../src/judge/report/ci.ts";
import { followsFrom } from "../../src/judge/report/follows.ts";
import { formatHtml } from "../../src/judge/report/html.ts";
import { formatText } from "../../src/judge/report/text.ts";
import { hears } from "../services/flaws/flaw.ts";
import { EVENT, type Switches } from "../services/service.ts";
import { accusationsIn, judgeService } from "./judged.ts";

/** The checks that head the findings, in their order. */
const heads = (report: Report) => causesOf(report, "demand").map(({ checks }) => checks[0].id);

/** Each fault is seen by several checks: which ones are judged, and what heads its finding, the only one. */
const CAUSES: readonly (readonly [what: string, only: string, heads: string, switches: Partial<Switches>])[] = [
  [
    "payments to the agency are delivered",
    "deliver.agency, deliver.paid-to, deliver.unheard-later, app-deliver.no-payment",
    "deliver.agency",
    { emits: ({ confirmed }) => (confirmed ? [EVENT] : []) },
  ],
  ["the body is not JSON", "every delivery", "deliver.body", { encode: () => "paid" }],
  [
    "the whole snapshot lacks members",
    "deliver.snapshot, deliver.amount, deliver.case-file, deliver.case-file-id",
    "deliver.snapshot",
    { payload: ({ amount: _, caseFile: __, ...rest }) => rest },
  ],
  [
    "inactive webhooks receive",
    "deliver.inactive, deliver.inactive-again, app-deliver.inactive",
    "deliver.inactive",
    { receives: (hook, event, owner) => hears({ ...hook, active: true }, event, owner) },
  ],
  [
    "hosts of the own network are taken, for both kinds",
    "url.client.loopback, url.client.private, url.app.loopback, url.app.private",
    "url.client.loopback",
    { urlHole: () => true },
  ],
  [
    "an answer to an exchange without members",
    "token.members, token.type, token.expires-in, token.refresh-token",
    "token.members",
    { tokenAnswer: ({ access_token }) => ({ access_token }) },
  ],
  [
    "two causes are two findings, the more harmful one first",
    "deliver.agency, deliver.paid-to, client.name.missing",
    "deliver.agency, client.name.missing",
    { emits: ({ confirmed }) => (confirmed ? [EVENT] : []), overlooks: ["client: name-missing"] },
  ],
];

describe.concurrent("a cause that several checks see", () => {
  it.concurrent.each(CAUSES)("is one finding: %s", async (_, only, heading, switches) => {
    const told = heading.split(", ");
    const report = await judgeService(switches, { only: only.split(", ") });
    const failed = accusationsIn(report).map(({ id }) => id);
    expect(heads(report)).toEqual(told);
    expect(failed.length).toBeGreaterThan(told.length);
    expect(formatText(report).match(/^✗/gm)).toHaveLength(told.length);
    const [first] = causesOf(report, "demand");
    expect(formatText(report)).toContain(`${first?.heading} [${told[0]}]`);
  });
});

it.concurrent.each([
  ["retry.client.500", "retry.client.404"],
  ["retry.client.later", "retry.client.503"],
  ["retry.app-2.404", "retry.client.404"],
  ["retry.app-1.next-event", "retry.app-1.500"],
  ["url.app.private", "url.client.private"],
  ["app.active.shown", "app.active.type"],
  ["token.lasts", "token.works"],
])("%s follows from %s, and not the reverse", (id, cause) => {
  const all = listChecks("api").map((check) => ({ ...check, actual: null }) as unknown as CheckVerdict);
  const [finding, first] = [id, cause].map((name) => all.find((check) => check.id === name));
  if (!finding || !first) throw new Error("there is no such check");
  expect([followsFrom(finding, first), followsFrom(first, finding)]).toEqual([true, /^retry\.client\.\d/.test(id)]);
});

it.concurrent("is folded in what a person reads, and counts one by one in everything else", async () => {
  const only = ["deliver.agency", "deliver.paid-to", "deliver.unheard-later"];
  const switches: Partial<Switches> = { emits: ({ confirmed }) => (confirmed ? [EVENT] : []) };
  const report = await judgeService(switches, { only });
  const failed = accusationsIn(report).map(({ id }) => id);
  expect([heads(report), [...failed].sort()]).toEqual([["deliver.agency"], [...only].sort()]);
  expect(formatText(report)).toMatch(/^ {4}also .*\[deliver\.unheard-later\]$/m);
  expect(formatHtml(report).match(/<details class="demand"/g)).toHaveLength(1);
  expect(formatSummary(report).match(/^\| .*deliver\.agency .*deliver\.unheard-later/gm)).toHaveLength(1);
  expect([exitCodeOf(report), report.summary.failed]).toEqual([1, only.length]);
  expect(formatJunit(report).match(/<failure /g)).toHaveLength(only.length);
  expect(formatGithub(report).match(/^::error/gm)).toHaveLength(only.length);

  const { known } = baselineOf(report);
  expect(known.map(({ check }) => check)).toEqual([...only].sort());
  const same = await judgeService(switches, { only, baseline: { schema: 1, known } });
  expect(exitCodeOf(same)).toBe(0);
  // What was folded is a finding of its own where the baseline knows its cause alone.
  const rest = known.filter(({ check }) => check === "deliver.agency");
  const worse = await judgeService(switches, { only, baseline: { schema: 1, known: rest } });
  expect([exitCodeOf(worse), worse.baseline?.new, heads(worse)]).toEqual([
    1,
    only.slice(1).sort((a, b) => failed.indexOf(a) - failed.indexOf(b)),
    expect.arrayContaining(["deliver.paid-to"]),
  ]);
  const alone = await judgeService(switches, { only: ["deliver.unheard-later"] });
  expect([exitCodeOf(alone), heads(alone)]).toEqual([1, ["deliver.unheard-later"]]);
});

describe.concurrent("the reproduction of a finding", () => {
  it.concurrent.each([
    { id: "retry.client.404", switches: { retries: () => false } },
    { id: "deliver.agency", switches: { emits: () => [EVENT] } },
  ])("that waits for deliveries, $id, is a run that shows it again", async ({ id, switches }) => {
    const [found] = accusationsIn(await judgeService(switches, { only: [id, "client.create"], seed: 7 }));
    expect(found?.reproduce).toBe(`collections-contract test api --only ${id} --seed 7 --driver "$DRIVER"`);
    const [again] = accusationsIn(await judgeService(switches, { only: [id], seed: 7 }));
    expect([again?.id, again?.actual]).toEqual([id, found?.actual]);
  });

  it.concurrent("of a request alone is that request, without its token", async () => {
    const [found] = accusationsIn(
      await judgeService({ overlooks: ["client: name-missing"] }, { only: ["client.name.missing"] }),
    );
    expect(found?.reproduce).toMatch(
      /^curl -sS -i -X POST 'http\S+\/api\/client_webhooks' .* --data-binary '\{"client":[^}]+\}'$/,
    );
    expect(found?.reproduce).toContain('-H "Authorization: Bearer $ACCESS_TOKEN"');
  });
});
