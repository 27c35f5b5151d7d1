/** Samples in guides: the languages of the reference beside the code of the guide. */

import { cutExcerpts } from "./excerpts.ts";
import { messages } from "./messages.ts";
import { operations } from "./operations.ts";
import { ownSample } from "./own-samples.ts";
import { receiverSamples, type Sample, transactionSamples, writeSamples } from "./samples.ts";

/**
 * A passage whose code the site shows with tabs. The comment names what it does: `receive`, `transaction`, or the
 * operations that it calls. A code host shows the passage as it is.
 */
const PASSAGE = /<!-- samples ([\w ]+) -->([\s\S]*?)<!-- \/samples -->/;
/** A code block of the guide, once rendered. */
const BLOCK = /<div class="expressive-code">[\s\S]*?<\/figure><\/div>/g;

/** Part of a guide: HTML, or samples in several languages. */
export type GuidePart = string | Sample[];

/** Returns whether a text has passages with samples. */
export const hasSamples = (text: string): boolean => PASSAGE.test(text);

/** Removes the marks of the passages, which say nothing to a reader of Markdown. */
export const withoutMarks = (text: string): string => text.replaceAll(/^<!-- \/?samples\b.*-->\n/gm, "");

/**
 * Splits a rendered guide into HTML and samples. The code of the guide takes the place of the sample in its language:
 * it is the one that the text talks about. TypeScript comes first, because the text is about it.
 * @throws if a passage names something else than the documents have, or has no code for its tabs.
 */
export function guideParts(html: string): GuidePart[] {
  const found = PASSAGE.exec(html);
  if (!found) return [html];
  const [all, names = "", passage = ""] = found;
  const samples = withOwnCode(nameSamples(names.split(" ")), passage);
  return [html.slice(0, found.index), samples, ...guideParts(html.slice(found.index + all.length))];
}

function nameSamples(names: readonly string[]): Sample[] {
  const [name] = names;
  if (name === "receive") {
    const [payment] = messages().filter(({ emitted, security }) => emitted && security.length > 0);
    return payment ? receiverSamples(payment).filter(({ label }) => label !== "openssl") : [];
  }
  if (name === "transaction") return [TYPESCRIPT, ...transactionSamples()];
  if (names.length > 1) return [TYPESCRIPT, ...cutExcerpts(...names).map(ownSample)];
  const operation = operations().find(({ id }) => id === name);
  if (!operation) throw new Error(`A guide has samples of ${name}, which the documents do not have.`);
  return writeSamples(operation);
}

/** The place of the guide's own code. */
const TYPESCRIPT: Sample = { label: "TypeScript", language: "ts", title: "", code: "" };

function withOwnCode(samples: readonly Sample[], passage: string): Sample[] {
  const blocks = passage.match(BLOCK) ?? [];
  const own = (language: string) => blocks.find((block) => block.includes(`data-language="${language}"`));
  const all = samples.map((sample) => ({ ...sample, html: own(sample.language) }));
  const isFirst = ({ language }: Sample) => language === "ts";
  if (!all.some((sample) => isFirst(sample) && sample.html))
    throw new Error("A guide has a passage for samples without code of its own.");
  return [...all.filter(isFirst), ...all.filter((sample) => !isFirst(sample))];
}
