/** What templates say about a gap: one text while it is open, another one where a deployment closes it. */

import type { Stated } from "./contract.ts";

/** Returns the text of a file with the passages that hold. */
export type Speak = (path: string, text: string) => string;

/** `{{N-5-03?words while the gap is open|words where it is closed}}`; the latter hold names of values in braces. */
const PASSAGE = /\{\{([NUA]-[\d.-]+)\?([^|]*?)\|((?:[^{}]|\{\w+\})*)\}\}/g;
/** Ends no comment and no text of any language. */
const PLAIN = /^[\w.:@/-]*$/;

/**
 * `{answer}` is what the deployment answers in words, any other name a setting, with `none` for null. A passage whose
 * value is not stated says nothing. Code says no value that might end its comment.
 */
export function speakerFor({ closed, settings, answers = {} }: Stated = { closed: [], settings: {} }): Speak {
  const values = (gap: string): Readonly<Record<string, unknown>> => ({ ...settings, answer: answers[gap] });
  return (path, text) =>
    text.replaceAll(PASSAGE, (_, gap: string, open: string, said: string) =>
      closed.includes(gap) ? filledIn(said, values(gap), path.endsWith(".md")) : open,
    );
}

function filledIn(said: string, values: Readonly<Record<string, unknown>>, isProse: boolean): string {
  const named = [...said.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => inWords(values[name]));
  if (named.some((value) => value === undefined || !(isProse || PLAIN.test(value)))) return "";
  return said.replaceAll(/\{\w+\}/g, () => named.shift() ?? "");
}

function inWords(value: unknown): string | undefined {
  return value === null ? "none" : value === undefined ? undefined : String(value).replaceAll(/\s+/g, " ");
}
