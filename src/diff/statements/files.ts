/** What is compared file by file: marks of gaps, and numbers that JavaScript cannot tell apart. */

import { canonical } from "../../documents/json.ts";
import { differsInSource, hasSources } from "../../documents/sources.ts";
import { isObject, type JsonObject, type JsonValue, type Maybe, member } from "../../values/json.ts";
import { memberNames } from "./pair.ts";
import type { Comparison } from "./statement.ts";

/** Every mark of one gap, in the order of their texts. */
interface Marks {
  readonly assume: readonly string[];
  readonly all: readonly string[];
}

/** Collects what is marked in the documents, by the id of the gap; marks without an id under an empty one. */
function findGaps(documents: Iterable<JsonValue>): Map<string, Marks> {
  const marks: Map<string, JsonValue[]> = new Map();
  const walk = (node: Maybe): void => {
    if (Array.isArray(node)) return void node.forEach(walk);
    if (!isObject(node)) return;
    for (const [name, value] of Object.entries(node)) {
      if (name !== "x-unspecified") walk(value);
      for (const mark of name === "x-unspecified" && value !== undefined ? [value].flat() : []) {
        const id = member(mark, "id");
        const key = typeof id === "string" ? id : "";
        marks.set(key, marks.get(key) ?? []);
        marks.get(key)?.push(mark);
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

/** Compares gaps (`x-unspecified`): one that closes breaks no one, but everyone should know. */
function compareGaps(comparison: Comparison, old: Map<string, Marks>, fresh: Map<string, Marks>): void {
  for (const id of new Set([...old.keys(), ...fresh.keys()])) {
    const [a, b] = [old.get(id), fresh.get(id)];
    const tell = (keyword: string, move: "gone" | "added" | "changed") =>
      comparison.tell(keyword, move, {
        role: "either",
        where: id || "x-unspecified",
        old: [...(a?.all ?? [])],
        new: [...(b?.all ?? [])],
      });
    if (id === "") {
      if (a?.all.join() !== b?.all.join()) tell("marks without an id", "changed");
    } else if (!b) tell("gap", "gone");
    else if (!a) tell("gap", "added");
    else if (a.assume.join() !== b.assume.join()) tell("gap", "changed");
    else if (a.all.join() !== b.all.join()) tell("gapMarks", "changed");
  }
}

/** Tells numbers that are the same in JavaScript and different in their files. */
function compareNumbers(comparison: Comparison, a: Maybe, b: Maybe, where: string): void {
  if (!isHolder(a) || !isHolder(b)) return;
  comparison.sides.budget.spend();
  for (const name of Array.isArray(a) ? a.keys() : memberNames({ old: a, new: b })) {
    const [old, fresh] = [a, b].map((one) => (one as JsonObject)[name]);
    const at = where === "" ? String(name) : `${where}, ${name}`;
    if (differsInSource(a, b, String(name)) && canonical(old) === canonical(fresh))
      comparison.tell("digits", "changed", { role: "either", where: at });
    compareNumbers(comparison, old, fresh, at);
  }
}

const isHolder = (value: Maybe): value is JsonObject | JsonValue[] => value !== null && typeof value === "object";

/** Compares what does not depend on what operations lead to. */
export function compareFiles(comparison: Comparison): void {
  const { old, new: fresh } = comparison.sides;
  const [a, b] = [old.document.references.files, fresh.document.references.files];
  compareGaps(comparison, findGaps(a.values()), findGaps(b.values()));
  // Most documents have none: their members need no look one by one.
  if ([...a.values(), ...b.values()].some(hasSources))
    for (const [file, data] of a) compareNumbers(comparison, data, b.get(file), file);
}
