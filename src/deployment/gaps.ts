/** Which gaps a deployment closes: those whose marks it takes away, and those whose every setting it states. */

import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import { PROFILE_KEYS, type Profile } from "../../generated/profile.ts";
import { documentError } from "../documents/errors.ts";
import { isObject, itemsOf, type Json, member } from "../documents/json.ts";
import { type Pair, READERS } from "./settings.ts";

type Key = keyof Profile;
const KEYS = Object.keys(PROFILE_KEYS) as Key[];
const GAPS: Readonly<Record<string, { assume: string }>> = ASSUMPTIONS;

/** The keys that a gap leaves to the service. */
const keysOf = (gap: string): Key[] => KEYS.filter((key) => PROFILE_KEYS[key].gap === gap);

/** A gap that only repeats another ("As for U-37: active.") is closed with it. */
function repeated(gap: string): string | undefined {
  return /\b(?:as|same as) for ([NUA]-[\d.-]+\d)/i.exec(GAPS[gap]?.assume ?? "")?.[1];
}

export function marksIn(document: Json): Set<string> {
  const found = new Set<string>();
  const walk = (node: Json): void => {
    if (Array.isArray(node)) node.forEach(walk);
    if (!isObject(node)) return;
    for (const mark of itemsOf(member(node, "x-unspecified"))) if (typeof mark?.id === "string") found.add(mark.id);
    Object.values(node).forEach(walk);
  };
  walk(document);
  return found;
}

/**
 * What the documents of a deployment state, and which gaps that closes.
 *
 * @param given settings that no place of a document holds
 * @throws DocumentError `overlay_setting` where a gap is closed and its settings are open; `overlay_result` where one document closes it
 *   and the other does not
 */
export function stateOf(
  base: Pair,
  made: Pair,
  given: Readonly<Partial<Profile>>,
): { settings: Partial<Profile>; closed: string[] } {
  const open = { openapi: marksIn(made.openapi), asyncapi: marksIn(made.asyncapi) };
  const were = { openapi: marksIn(base.openapi), asyncapi: marksIn(base.asyncapi) };
  const settings: Record<string, unknown> = { ...given };
  for (const key of KEYS) {
    const gap = PROFILE_KEYS[key].gap;
    const [value, before] = [READERS[key]?.(made), READERS[key]?.(base)];
    const isClosed = !open.openapi.has(gap) && !open.asyncapi.has(gap);
    if (value === undefined || (!isClosed && JSON.stringify(value) === JSON.stringify(before))) continue;
    if (key in given && JSON.stringify(given[key]) !== JSON.stringify(value))
      throw documentError(
        "overlay_result",
        `x-settings says ${key} is ${JSON.stringify(given[key])}, the documents say ${JSON.stringify(value)}`,
      );
    settings[key] = value;
  }
  const closed = new Set<string>();
  for (const gap of Object.keys(GAPS)) {
    const keys = keysOf(gap);
    const marked = (["openapi", "asyncapi"] as const).filter((kind) => open[kind].has(gap));
    const gone = (["openapi", "asyncapi"] as const).filter((kind) => were[kind].has(gap) && !open[kind].has(gap));
    const missing = keys.filter((key) => !(key in settings));
    if (keys.length > 0 && missing.length === 0) closed.add(gap);
    else if (gone.length > 0 && marked.length > 0)
      throw documentError("overlay_result", `${gap} is closed in ${gone.join()} and open in ${marked.join()}`);
    else if (gone.length > 0 && missing.length > 0)
      throw documentError("overlay_setting", `${gap} is closed, and nothing says ${missing.join(", ")}`);
    else if (gone.length > 0) closed.add(gap);
  }
  for (const gap of Object.keys(GAPS)) if (closed.has(repeated(gap) ?? "")) closed.add(gap);
  return { settings: settings as Partial<Profile>, closed: Object.keys(GAPS).filter((gap) => closed.has(gap)) };
}

/** A copy without the marks of closed gaps. */
export function withoutMarks(document: Json, closed: ReadonlySet<string>): Json {
  if (Array.isArray(document)) return document.map((item) => withoutMarks(item, closed));
  if (!isObject(document)) return document;
  const members = Object.entries(document).flatMap(([name, value]): [string, Json][] => {
    if (name !== "x-unspecified") return [[name, withoutMarks(value, closed)]];
    const left = itemsOf(value).filter((mark) => !closed.has(mark?.id));
    return left.length > 0 ? [[name, left]] : [];
  });
  return Object.fromEntries(members);
}
