/** Answers in words: each becomes a sentence where its gap is marked, and replaces what said that it is open. */

import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import { asObject, entriesOf, isObject, itemsOf, type JsonObject, type JsonValue, member } from "../values/json.ts";
import { marksIn } from "./gaps.ts";

/** By gap: what a deployment says about it, in whole sentences. */
export type Answers = Readonly<Record<string, string>>;

const GAPS: Readonly<Record<string, { question: string; says?: readonly string[] }>> = ASSUMPTIONS;
/** About all marks of a document at once. */
const MARKS_ARE =
  "What the specification leaves open is marked `x-unspecified`, with the id of the gap and what " +
  "the tools of this project assume.";

/** Returns a copy whose descriptions have each answer where its gap is marked. The marks stay. */
export function withAnswers(document: JsonObject, answers: Answers): JsonObject {
  return asObject(placeAnswers(document, answers).node);
}

/** `left`: the sentences that found no description yet, neither here nor below. */
function placeAnswers(node: JsonValue, answers: Answers): { node: JsonValue; left: string[] } {
  if (Array.isArray(node)) {
    const items = node.map((item) => placeAnswers(item, answers));
    return { node: items.map((item) => item.node), left: items.flatMap(({ left }) => left) };
  }
  if (!isObject(node)) return { node, left: [] };
  const own = itemsOf(node["x-unspecified"]).flatMap((mark) => answers[String(member(mark, "id"))] ?? []);
  const members = entriesOf(node).map(([name, value]) => ({ name, ...placeAnswers(value, answers) }));
  const copy: JsonObject = Object.fromEntries(members.map((one) => [one.name, one.node]));
  const left = [...new Set([...own, ...members.flatMap((one) => one.left)])];
  if (left.length === 0 || typeof copy.description !== "string") return { node: copy, left };
  return { node: { ...copy, description: [copy.description, ...left].join(" ") }, left: [] };
}

/**
 * Returns a copy whose descriptions no longer say that closed gaps are open. A sentence about several goes with the
 * last of them.
 */
export function withoutOpenWords(document: JsonObject, closed: ReadonlySet<string>): JsonObject {
  const rows = Object.entries(GAPS).flatMap(([gap, { says = [] }]) => says.map((sentence) => ({ gap, sentence })));
  const kept = new Set(rows.filter(({ gap }) => !closed.has(gap)).map(({ sentence }) => sentence));
  const all = [...rows.map(({ sentence }) => sentence), ...(marksIn(document).size === 0 ? [MARKS_ARE] : [])];
  return withoutSentences(
    document,
    all.filter((sentence) => !kept.has(sentence)),
  );
}

/** Returns a copy whose descriptions do not have these sentences; one that is nothing else stays. */
export function withoutSentences(document: JsonObject, sentences: readonly string[]): JsonObject {
  const walk = (node: JsonValue): JsonValue => {
    if (Array.isArray(node)) return node.map(walk);
    if (!isObject(node)) return node;
    return Object.fromEntries(
      entriesOf(node).map(([name, value]) => [
        name,
        name === "description" && typeof value === "string" ? removeSentences(value, sentences) : walk(value),
      ]),
    );
  };
  return asObject(walk(document));
}

/** The text without the sentences, unless nothing would be left. */
function removeSentences(text: string, sentences: readonly string[]): string {
  const left = sentences.reduce((rest, sentence) => rest.replace(sentence, ""), text);
  if (left === text) return text;
  return (
    left
      .replaceAll(/ {2,}/g, " ")
      .replaceAll(/^ +| +$/gm, "")
      .trim() || text
  );
}
