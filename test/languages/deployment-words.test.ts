/** What a deployment states, a package of it neither calls open nor does otherwise. */

import { describe, expect, it } from "vitest";
import { LANGUAGES, type LanguageName } from "../../src/languages/languages.ts";
import { renderPackage } from "../../src/languages/render.ts";
import { applyOverlays, type Contract } from "../../src/overlays/apply.ts";
import { completeFacts, FILE } from "../overlays/complete.ts";

const languages = Object.keys(LANGUAGES) as LanguageName[];
/** Whatever begins the lines of comments may stand between the words. */
const OPEN = /\bnot\s[\s*/#]*stated\b|\bnone is stated|neither is stated/;
const PASSAGE = /\{\{[NUA]-/;

const applied = (facts: object) => applyOverlays([{ file: FILE, data: JSON.parse(JSON.stringify(facts)) }]);
const COMPLETE = applied(completeFacts());
const CARRIED = applied({ title: "Acme", settings: { tokenHeader: "X-Acme-Token", tokenPrefix: "Acme " } });
const ENDING = applied({ title: "Acme", settings: { listEnvelope: '*/"""' } });

/** The texts of a package, by path; vectors are cases and no words about the deployment. */
function textsOf(language: LanguageName, documents?: Contract): [path: string, text: string][] {
  return [...renderPackage(language, documents)].flatMap(([path, bytes]): [string, string][] =>
    path.startsWith("vectors/") ? [] : [[path, bytes.toString("utf8")]],
  );
}
const having = (texts: [path: string, text: string][], what: RegExp) =>
  texts.filter(([, text]) => what.test(text)).map(([path]) => path);

describe.each(languages)("the package for %s", (language) => {
  it("calls nothing open that is stated", () => {
    const texts = textsOf(language, COMPLETE);
    expect([having(texts, OPEN), having(texts, PASSAGE)]).toEqual([[], []]);
    expect(new Map(texts).get("README.md")).toContain("The unit is cents, the currency EUR.");
  });

  it("says what is open while it is", () => {
    const texts = textsOf(language);
    expect([having(texts, OPEN).includes("README.md"), having(texts, PASSAGE)]).toEqual([true, []]);
  });

  it("carries tokens as the deployment states it", () => {
    const lines = textsOf(language, CARRIED).flatMap(([, text]) => text.split("\n"));
    const constants = lines.filter((line) => /^[^#/*]*token_?(header|prefix)\W.*= ?["']/i.test(line));
    expect(constants.filter((line) => /"X-Acme-Token"|'X-Acme-Token'/.test(line))).toHaveLength(1);
    expect(constants.filter((line) => /"Acme "|'Acme '/.test(line))).toHaveLength(1);
  });
});

it("a value that might end a comment is in no code, and its passage says nothing", () => {
  for (const language of languages) {
    const held = textsOf(language, ENDING).filter(([path, text]) => !/model/i.test(path) && text.includes('*/"""'));
    expect(held.map(([path]) => path)).toEqual([]);
  }
});
