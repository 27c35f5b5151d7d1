/** The table of checks against the contract: every fact that can be seen is looked at, and nothing rests on air. */

import { describe, expect, it } from "vitest";
import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import { FACTS } from "../../generated/facts.ts";
import { type CheckResult, listChecks } from "../../src/judge/index.ts";
import { formatHtml } from "../../src/judge/report/html.ts";
import { coverageOf, unseenOf } from "../../src/judge/report/report.ts";
import { formatText } from "../../src/judge/report/text.ts";
import { BARE, EMPTY } from "./reports.ts";

const all = { api: listChecks("api"), receiver: listChecks("receiver") };
const observable = (by: string) => Object.entries(FACTS).flatMap(([id, fact]) => (fact.observable === by ? [id] : []));

describe.each([
  ["api", "service"],
  ["receiver", "receiver"],
] as const)("test %s", (verb, by) => {
  it.each(observable(by))("has a demand that rests on %s", (fact) => {
    expect(
      all[verb].filter(({ severity, rests }) => severity === "demand" && rests.includes(fact)).map(({ id }) => id),
    ).not.toEqual([]);
  });

  it("has no id twice", () => {
    const ids = all[verb].map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([]);
  });

  it("rests every demand on observable facts, and every practice on gaps", () => {
    const wrong = all[verb].filter(({ severity, rests }) =>
      severity === "demand"
        ? !rests.every((id) => observable(by).includes(id))
        : !rests.every((id) => id in ASSUMPTIONS),
    );
    expect(wrong.map(({ id, rests }) => `${id}: ${rests}`)).toEqual([]);
  });
});

describe("a fact that a run shows in part", () => {
  const PARTS = Object.entries(FACTS).flatMap(([id, fact]) => ("unseen" in fact ? [[id, fact.unseen] as const] : []));
  const checks = (status: "passed" | "not observed") =>
    [...all.api, ...all.receiver].map((check): CheckResult => ({ ...BARE, ...check, status }));
  const inPart = unseenOf(Object.keys(coverageOf(checks("passed"))));
  const summary = { ...EMPTY.summary, passed: 1 };
  const report = { ...EMPTY, summary, checks: checks("passed"), coverage: coverageOf(checks("passed")), inPart };

  it("is told so in every form that tells of facts, with what no run shows", () => {
    expect(PARTS.map(([, unseen]) => unseen)).toContain("that the comparison takes constant time");
    expect(Object.entries(inPart).sort()).toEqual([...PARTS].sort());
    const [html, text] = [formatHtml(report), formatText(report)];
    for (const [id, unseen] of PARTS) {
      expect(html).toContain(`<tr id="fact-${id}"><td>${id}</td><td><span class="word passed">◐ in part</span>`);
      expect(html).toContain(`No run shows ${unseen.replace("'", "&#39;")}.`);
      expect(text).toContain(`${id} (${unseen})`);
    }
    expect(html.match(/✓ proven/g)?.length).toBe(Object.keys(report.coverage).length - PARTS.length);
  });

  it("is not told of where the run showed nothing", () => {
    expect(unseenOf(Object.keys(coverageOf(checks("not observed"))))).toEqual({});
  });
});

it.each(["client", "app"])("checks of URLs of %s webhooks say so in their titles", (kind) => {
  const titles = all.api.filter(({ id }) => id.startsWith(`url.${kind}.`)).map(({ title }) => title);
  expect(titles.length).toBeGreaterThan(3);
  expect(titles.filter((title) => !title.includes(`${kind} webhook`))).toEqual([]);
});
