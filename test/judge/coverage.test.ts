/** The table of checks against the contract: every fact that can be seen is looked at, and nothing rests on air. */

import { describe, expect, it } from "vitest";
import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import { FACTS } from "../../generated/facts.ts";
import { listChecks } from "../../src/judge/index.ts";

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

it.each(["client", "app"])("checks of URLs of %s webhooks say so in their titles", (kind) => {
  const titles = all.api.filter(({ id }) => id.startsWith(`url.${kind}.`)).map(({ title }) => title);
  expect(titles.length).toBeGreaterThan(3);
  expect(titles.filter((title) => !title.includes(`${kind} webhook`))).toEqual([]);
});
