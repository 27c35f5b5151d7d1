import { describe, expect, it } from "vitest";
import { bundles } from "../../scripts/bench/receiver-cost.ts";
import { TARGETS } from "../../scripts/bench/targets.ts";
import { read } from "../support/repository.ts";

type Target = (typeof TARGETS)[keyof typeof TARGETS];
const sections = read("docs/benchmarks.md").split(/^## /m).slice(1);
const readHeading = (section: string) => section.split("\n")[0] ?? "";
/** The targets that a section of the page states: in a column of that name, and after the word. */
function statedTargets(section: string): string[] {
  const lines = section.split("\n");
  const tables = lines.flatMap((line, at) => {
    const column = line.split(" | ").findIndex((cell) => /^target( \|)?$/.test(cell));
    if (column < 0) return [];
    const rows = lines.slice(at + 2, lines.indexOf("", at));
    return rows.map((row) => (row.split(" | ")[column] ?? "").replace(/ ?\|$/, ""));
  });
  const words = [...section.matchAll(/target (?:is )?([\d.]+(?: ms| B)?)/g)].map(([, text = ""]) => text);
  const pairs = /targets are (.*?) and (.*?), and/.exec(section)?.slice(1) ?? [];
  return [...tables, ...words, ...pairs].filter((text) => text !== "" && text !== "none");
}

describe("docs/benchmarks.md", () => {
  it.each(Object.entries<Target>(TARGETS))("states the target %s", (_name, { section, told, value }) => {
    const text = sections.find((one) => one.startsWith(section)) ?? "";
    expect(text).toContain(told);
    const [number = ""] = /[\d.,]+/.exec(told) ?? [];
    const plain = Number(number.replaceAll(",", ""));
    expect([plain, 1 / plain]).toContain(value);
  });

  it.each(sections.map((section) => [readHeading(section), section] as const))(
    "states no other in %s",
    (heading, section) => {
      const known = Object.values<Target>(TARGETS).filter((target) => heading.startsWith(target.section));
      expect(known.map(({ told }) => told)).toEqual(expect.arrayContaining(statedTargets(section)));
    },
  );

  it.each(
    sections.filter((section) => /^\|/m.test(section)).map((section) => [readHeading(section), section] as const),
  )("says at which commit the figures of %s were taken", (_heading, section) => {
    expect(section).toMatch(/^Taken at commit `[0-9a-f]{8}`\.$/m);
  });
});

it("the edge bundles are within their targets, and need nothing of Node", async () => {
  const built = new Map((await bundles()).map((bundle) => [bundle.name, bundle]));
  expect(built.get("edge verify")?.gzipped).toBeLessThanOrEqual(TARGETS.verifyBytes.value);
  expect(built.get("edge receiver")?.gzipped).toBeLessThanOrEqual(TARGETS.receiverBytes.value);
  expect([...built.values()].flatMap(({ imports }) => imports)).toEqual([]);
});
