/** What every guide has, so that it reads well on a code host and in the site alike. */

import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { findAnchors } from "../support/anchors.ts";
import { files, read, trackedFiles } from "../support/repository.ts";

const guides = ["docs/hosts.md", ...files("docs/guides", /\.md$/)];
const tracked = new Set(trackedFiles());
const facts = new Set([...read("spec/facts.yaml").matchAll(/^ {2}(F-[\d.-]+):$/gm)].map(([, id]) => id));

describe.each(guides)("%s", (guide) => {
  const text = read(guide);
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, "");

  it("begins with a title and one sentence that says what it is about", () => {
    const [title, blank, summary = "", after] = text.split("\n");
    expect(title).toMatch(/^# \S/);
    expect(blank).toBe("");
    // One sentence, which may run over a second line.
    expect(`${summary} ${after}`.trim()).toMatch(/^[A-Z].{20,300}[.?]$/);
  });

  it("has one title, and no headings left out", () => {
    const levels = [...prose.matchAll(/^(#+) /gm)].map(([, marks]) => (marks as string).length);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  });

  it("links only to files and headings that are there", () => {
    const dead = [...prose.matchAll(/\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)/g)].flatMap(([link, target = "", hash]) => {
      const file = target === "" ? guide : posix.join(posix.dirname(guide), target);
      if (!tracked.has(file)) return [link];
      return hash === undefined || findAnchors(read(file)).has(hash.slice(1)) ? [] : [link];
    });
    expect(dead).toEqual([]);
  });

  it("cites only facts that exist", () => {
    const cited = [...text.matchAll(/\bF-\d[\d.]*-\d+/g)].map(([id]) => id);
    expect(cited.filter((id) => !facts.has(id))).toEqual([]);
  });

  it("names facts only where a paragraph, an item or a cell ends", () => {
    const passages = prose.replaceAll(/`[^`]*`/g, "").split(/\n\n|\n(?=[-*|] |\d+\. )| \| /);
    const rest = passages.map((passage) => passage.slice(passage.search(/\bF-\d|$/)));
    expect(rest.filter((text) => !/^(?:F-\d[\d.]*-\d+|to|and|[\s(),.:|])*$/.test(text))).toEqual([]);
  });

  it("links every gap that it names", () => {
    expect(prose.replaceAll(/\[[NUA]-[\d.-]+\]/g, "").match(/\b[NUA]-\d[\d.]*(?:-\d+)?\b/g) ?? []).toEqual([]);
  });

  it("uses nothing that only the site understands", () => {
    expect(prose).not.toMatch(/^:::|^import |<(?!https?:|code|\/)[A-Z]/m);
    expect(
      text.split("\n").filter((line) => line.length > 400 && !line.startsWith("![") && !line.startsWith("|")),
    ).toEqual([]);
  });
});

it("are short enough to read: 20,000 words, their code included", () => {
  const words = files("docs/guides", /\.md$/).flatMap((guide) => read(guide).split(/\s+/).filter(Boolean));
  expect(words.length).toBeLessThanOrEqual(20_000);
});
