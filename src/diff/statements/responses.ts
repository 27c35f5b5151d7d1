/** Answers by status. Ranges and `default` cover codes: `200` within `2XX` is a known answer, not a new one. */

import type { JsonObject, JsonValue } from "../../values/json.ts";
import { byKey, matchKeys, type Pair } from "./pair.ts";
import type { Comparison, Move, Task } from "./statement.ts";

type Answers = ReadonlyMap<string, JsonValue>;
type Answer = readonly [status: string, node: JsonValue];

const plain = (status: string): string => (/^\dxx$/i.test(status) ? status.toUpperCase() : status.toLowerCase());
const isFailure = (status: string): boolean => !/^[123]/.test(status);

/** Compares two maps of answers; nothing else is in them but extensions. */
export function compareResponses(views: Pair<JsonObject>, task: Task, comparison: Comparison): false {
  const [old, fresh] = [byKey(views.old, plain), byKey(views.new, plain)];
  const { gone, added, both } = matchKeys({ old, new: fresh });
  const pairs = both.map(([status, a, b]) => [status, a, b] as const);
  // Callers distinguish failures by their class, so an additional status breaks no one.
  const tell = (keyword: string, move: Move, item: string, cover?: string) =>
    comparison.tell(task.role === "response" && isFailure(item) ? `${keyword} of failure` : keyword, move, {
      ...task,
      item,
      old: cover,
      new: cover,
    });
  const has = (list: readonly Answer[], status: string) => list.some(([one]) => one === status);
  for (const [status, node] of added) {
    const cover = findCover(status, old);
    if (cover === undefined) {
      if (!gone.some(([one]) => findCover(one, fresh) === status)) tell("status", "added", status);
      continue;
    }
    tell(has(gone, cover) ? "statusStated" : "statusApart", "added", status, cover);
    pairs.push([status, old.get(cover) ?? null, node]);
  }
  for (const [status, node] of gone) {
    if (added.some(([one]) => findCover(one, old) === status)) continue;
    const cover = findCover(status, fresh);
    if (cover === undefined) {
      const isMissed = task.role === "response" && ![...fresh.keys()].some((one) => one.startsWith("2"));
      tell(isMissed ? "success" : "status", "gone", status);
      continue;
    }
    tell(both.some(([one]) => one === cover) ? "statusApart" : "statusStated", "gone", status, cover);
    pairs.push([status, node, fresh.get(cover) ?? null]);
  }
  for (const [status, a, b] of pairs)
    comparison.compare("response", { old: a, new: b }, task.role, `${task.where}, ${status}`);
  return false;
}

/** Returns the key that also covers a status: its range, or `default` for failures. */
function findCover(status: string, among: Answers): string | undefined {
  if (among.has(status)) return status;
  const range = `${status[0]}XX`;
  if (status !== range && status !== "default" && among.has(range)) return range;
  return among.has("default") && status !== "default" && isFailure(status) ? "default" : undefined;
}
