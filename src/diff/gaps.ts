/** `x-unspecified`: gaps that closed, opened, or are assumed otherwise. A gap that closes breaks nobody, and everybody wants to know. */

import { entriesOf, isObject, itemsOf, type Json, member } from "../documents/json.ts";
import type { Sides } from "./sides.ts";

interface Marks {
  readonly assume: ReadonlySet<string>;
  readonly places: number;
}

/** Every gap that is marked in the document: what is assumed, and at how many places. */
function gapsOf(root: Json): Map<string, Marks> {
  const gaps = new Map<string, Marks>();
  const walk = (node: Json): void => {
    if (Array.isArray(node)) node.forEach(walk);
    if (!isObject(node)) return;
    for (const mark of itemsOf(member(node, "x-unspecified"))) {
      if (typeof mark?.id !== "string") continue;
      const { assume = [], places = 0 } = gaps.get(mark.id) ?? {};
      gaps.set(mark.id, { assume: new Set([...assume, String(mark.assume)]), places: places + 1 });
    }
    for (const [, value] of entriesOf(node)) walk(value);
  };
  walk(root);
  return gaps;
}

export function compareGaps(sides: Sides, documents: { old: Json[]; new: Json[] }): void {
  const [old, fresh] = [gapsOf(documents.old), gapsOf(documents.new)];
  for (const [id, { assume, places }] of old) {
    const now = fresh.get(id);
    const told = (kind: string, what: string) => sides.add({ kind, where: id, what, documentationOnly: true });
    if (!now) {
      const word = "What was open is stated now; nothing that was stated changes.";
      const effects = { senders: word, receivers: word };
      sides.add({ kind: "gap.closed", where: id, what: "The gap is closed.", effects });
    } else if ([...now.assume].join() !== [...assume].join())
      told("gap.assumption", `What the tools assume has changed: ${[...now.assume].join(" ")}`);
    else if (now.places !== places) told("gap.marks", `It is marked at ${now.places} places instead of ${places}.`);
  }
  for (const [id] of fresh) {
    if (old.has(id)) continue;
    const word = "What they may have taken as stated is marked as open now: look at it.";
    sides.add({
      kind: "gap.opened",
      where: id,
      what: "A gap is marked that was not.",
      verdict: "unclassified",
      effects: { senders: word, receivers: word },
    });
  }
}
