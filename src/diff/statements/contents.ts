/**
 * Media types of a body. Callers choose among those of a request and, by Accept, among those of an answer; receivers
 * take what is delivered. One that takes the place of another is compared with it.
 */

import type { JsonObject, JsonValue } from "../../values/json.ts";
import { areMediaTypesRelated, isMediaTypeWithin, plainMediaType } from "./media-types.ts";
import { isSent } from "./outcomes.ts";
import { byKey, matchKeys, type Pair } from "./pair.ts";
import type { Comparison, Task } from "./statement.ts";

type Contents = Pair<ReadonlyMap<string, JsonValue>>;

/** Compares two maps of media types; nothing else is in them. */
export function compareContents(views: Pair<JsonObject>, task: Task, comparison: Comparison): false {
  const contents = { old: byKey(views.old, plainMediaType), new: byKey(views.new, plainMediaType) };
  const moved = matchKeys(contents);
  const pairs = [...moved.both.map(([type]) => [type, type] as const), ...relatedIn(contents, moved)];
  const isReplaced = moved.gone.length === 1 && moved.added.length === 1 && moved.both.length === 0;
  if (isReplaced && pairs.length === 0) pairs.push([moved.gone[0]?.[0] ?? "", moved.added[0]?.[0] ?? ""]);
  tellTypes(contents, task, comparison);
  for (const [old, fresh] of pairs)
    comparison.compare("media", { old: contents.old.get(old), new: contents.new.get(fresh) }, task.role, task.where);
  return false;
}

/** Returns pairs of media types in which one contains the other, and at least one is not on both sides. */
function relatedIn(contents: Contents, { gone, added }: ReturnType<typeof matchKeys<JsonValue>>): [string, string][] {
  const [old, fresh] = [[...contents.old.keys()], [...contents.new.keys()]];
  const pairs = [
    ...gone.flatMap(([a]) => fresh.filter((b) => areMediaTypesRelated(a, b)).map((b): [string, string] => [a, b])),
    ...added.flatMap(([b]) => old.filter((a) => areMediaTypesRelated(a, b)).map((a): [string, string] => [a, b])),
  ];
  return [...new Map(pairs.map((one) => [one.join(" "), one])).values()];
}

function tellTypes(contents: Contents, task: Task, comparison: Comparison): void {
  const { role } = task;
  const [old, fresh] = [[...contents.old.keys()], [...contents.new.keys()]];
  const { gone, added } = matchKeys(contents);
  const stands = new Set<string>();
  const is = (keyword: string, move: "gone" | "added" | "changed", item: string, stand?: string) =>
    comparison.tell(keyword, move, { ...task, item, old: item, new: stand });
  for (const [type] of gone) {
    // What callers send has to be accepted still; of what they read, something of the same type has to be offered.
    const stand = fresh.find((one) => (isSent(role) ? isMediaTypeWithin(type, one) : isMediaTypeWithin(one, type)));
    if (stand !== undefined) {
      stands.add(stand);
      is("media-type", "changed", type, stand);
    } else if (role === "delivery" && fresh.length > 0) is("media-type delivered", "gone", type);
    else is(fresh.length === 0 && role !== "request" ? "media-type stated" : "media-type", "gone", type);
  }
  for (const [type] of added) {
    if (stands.has(type)) continue;
    // Nothing said about content promises nothing, so content that is described then takes nothing away.
    if (old.length === 0 && role !== "request") is("media-type stated", "added", type);
    else if (role === "delivery" && !old.some((one) => isMediaTypeWithin(type, one)))
      is("media-type delivered", "added", type);
    else is("media-type", "added", type);
  }
}
