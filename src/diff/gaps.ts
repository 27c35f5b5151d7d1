/**
 * `x-unspecified`: gaps that closed, opened, or have a different assumption. A closed gap breaks no one, but everyone
 * should know.
 */

import { canonical } from "../documents/json.ts";
import { isObject, type JsonValue, type Maybe, member } from "../json.ts";
import type { Sides } from "./sides.ts";

/** Every mark of one gap, in the order of their texts. */
interface Marks {
  readonly assume: readonly string[];
  readonly all: readonly string[];
}

/** Collects what is marked in the documents, by the id of the gap; marks without an id under an empty one. */
function gapsOf(documents: Iterable<JsonValue>): Map<string, Marks> {
  const marks: Map<string, JsonValue[]> = new Map();
  const walk = (node: Maybe): void => {
    if (Array.isArray(node)) return void node.forEach(walk);
    if (!isObject(node)) return;
    for (const [name, value] of Object.entries(node)) {
      if (name !== "x-unspecified") walk(value);
      for (const mark of name === "x-unspecified" && value !== undefined ? [value].flat() : []) {
        const id = member(mark, "id");
        const key = typeof id === "string" ? id : "";
        const known = marks.get(key);
        if (known) known.push(mark);
        else marks.set(key, [mark]);
      }
    }
  };
  for (const document of documents) walk(document);
  return new Map(
    [...marks].map(([id, list]) => {
      const assume = new Set(list.map((mark) => String(member(mark, "assume"))));
      return [id, { assume: [...assume].sort(), all: list.map(canonical).sort() }];
    }),
  );
}

export function compareGaps(sides: Sides): void {
  const [old, fresh] = [gapsOf(sides.files.old.values()), gapsOf(sides.files.new.values())];
  for (const [id, { assume, all }] of old) {
    const now = fresh.get(id);
    const report = (kind: string, what: string) => sides.add({ kind, where: id, what, documentationOnly: true });
    if (id === "") continue;
    if (!now) {
      const effect = "What was open is stated now; nothing that was stated changes.";
      const effects = { senders: effect, receivers: effect };
      sides.add({ kind: "gap.closed", where: id, what: "The gap is closed.", effects });
    } else if (now.assume.join() !== assume.join())
      report("gap.assumption", `What the tools assume has changed: ${now.assume.join(" ")}`);
    else if (now.all.length !== all.length)
      report("gap.marks", `It is marked at ${now.all.length} places instead of ${all.length}.`);
    else if (now.all.join() !== all.join()) report("gap.marks", "What its marks say has changed.");
  }
  for (const [id] of fresh) {
    if (old.has(id) || id === "") continue;
    const effect = "What they may have taken as stated is marked as open now: check it.";
    sides.add({
      kind: "gap.opened",
      where: id,
      what: "A gap is marked that was not.",
      verdict: "unclassified",
      effects: { senders: effect, receivers: effect },
    });
  }
  const odd = (marks: Map<string, Marks>) => marks.get("")?.all.join() ?? "";
  if (odd(old) !== odd(fresh)) sides.unclassified("x-unspecified", "Marks without an id have changed.");
}
