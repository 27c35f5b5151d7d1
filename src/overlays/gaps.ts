/** Which gaps a deployment closes: those whose marks it takes away, and those whose every setting it states. */

import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import { PROFILE_KEYS, type Profile } from "../../generated/profile.ts";
import { documentError } from "../documents/errors.ts";
import { entriesOf, isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../values/json.ts";
import { SETTING_KEYS } from "../values/profile.ts";
import { type Pair, READERS } from "./settings.ts";

type Key = keyof Profile;
type Kind = keyof Pair;
type Settings = Readonly<Record<string, unknown>>;

const KEYS = SETTING_KEYS;
const KINDS: readonly Kind[] = ["openapi", "asyncapi"];
const GAPS: Readonly<Record<string, { assume: string }>> = ASSUMPTIONS;

/** The keys that a gap leaves to the service. */
const settingKeys = (gap: string): Key[] => KEYS.filter((key) => PROFILE_KEYS[key].gap === gap);

/** A gap that only repeats another ("As for U-37: active.") is closed with it. */
function repeatedGap(gap: string): string | undefined {
  return /\b(?:as|same as) for ([NUA]-[\d.-]+\d)/i.exec(GAPS[gap]?.assume ?? "")?.[1];
}

/** Returns the ids of the gaps that a document marks. */
export function marksIn(document: Maybe): Set<string> {
  const found = new Set<string>();
  const walk = (node: Maybe): void => {
    if (Array.isArray(node)) return void node.forEach(walk);
    if (!isObject(node)) return;
    for (const mark of itemsOf(node["x-unspecified"])) {
      const id = member(mark, "id");
      if (typeof id === "string") found.add(id);
    }
    Object.values(node).forEach(walk);
  };
  walk(document);
  return found;
}

/**
 * Returns what the documents of a deployment state, and which gaps that closes.
 *
 * @param given settings that no place of a document holds
 * @throws DocumentError `overlay_setting` with each gap that is closed and whose settings are open; `overlay_result`
 *   where one document closes it and the other does not, or where settings and documents contradict each other
 */
export function findClosedGaps(
  base: Pair,
  made: Pair,
  given: Readonly<Partial<Profile>>,
): { settings: Partial<Profile>; closed: string[] } {
  const open = { openapi: marksIn(made.openapi), asyncapi: marksIn(made.asyncapi) };
  const were = { openapi: marksIn(base.openapi), asyncapi: marksIn(base.asyncapi) };
  const settings = readSettings(base, made, given, (gap) => KINDS.every((kind) => !open[kind].has(gap)));
  const unsaid: string[] = [];
  const closed = new Set(
    Object.keys(GAPS).filter((gap) => {
      const marked = KINDS.filter((kind) => open[kind].has(gap));
      const gone = KINDS.filter((kind) => were[kind].has(gap) && !open[kind].has(gap));
      const missing = settingKeys(gap).filter((key) => !(key in settings));
      const isClosed = closes(gap, marked, gone, missing);
      if (isClosed && missing.length > 0) unsaid.push(`${gap} is closed, and nothing says ${missing.join(", ")}`);
      return isClosed;
    }),
  );
  if (unsaid.length > 0) throw documentError("overlay_setting", unsaid.join("; "));
  for (const gap of Object.keys(GAPS)) if (closed.has(repeatedGap(gap) ?? "")) closed.add(gap);
  return { settings: settings, closed: Object.keys(GAPS).filter((gap) => closed.has(gap)) };
}

/** The settings that are given, and those that the documents state otherwise than the base, or whose gap is closed. */
function readSettings(base: Pair, made: Pair, given: Settings, isGone: (gap: string) => boolean): Settings {
  const settings: Record<string, unknown> = { ...given };
  for (const key of KEYS) {
    const [value, before] = [READERS[key]?.(made), READERS[key]?.(base)];
    const isNews = isGone(PROFILE_KEYS[key].gap) || JSON.stringify(value) !== JSON.stringify(before);
    if (value === undefined || !isNews) continue;
    if (key in given && JSON.stringify(given[key]) !== JSON.stringify(value))
      throw documentError(
        "overlay_result",
        `x-settings says ${key} is ${JSON.stringify(given[key])}, the documents say ${JSON.stringify(value)}`,
      );
    settings[key] = value;
  }
  return settings;
}

/**
 * `marked`: the documents that still mark the gap; `gone`: those that no longer do; `missing`: settings that nothing
 * states. @throws DocumentError
 */
function closes(gap: string, marked: readonly Kind[], gone: readonly Kind[], missing: readonly Key[]): boolean {
  if (missing.length === 0 && settingKeys(gap).length > 0) return true;
  if (gone.length === 0) return false;
  if (marked.length > 0)
    throw documentError("overlay_result", `${gap} is closed in ${gone.join()} and open in ${marked.join()}`);
  return true;
}

/** Returns a copy without the marks of closed gaps. */
export function withoutMarks(document: JsonObject, closed: ReadonlySet<string>): JsonObject {
  const walk = (node: JsonValue): JsonValue =>
    Array.isArray(node) ? node.map(walk) : isObject(node) ? withoutMarks(node, closed) : node;
  const members = entriesOf(document).flatMap(([name, value]): [string, JsonValue][] => {
    if (name !== "x-unspecified") return [[name, walk(value)]];
    const left = itemsOf(value).filter((mark) => !closed.has(String(member(mark, "id"))));
    return left.length > 0 ? [[name, left]] : [];
  });
  return Object.fromEntries(members);
}
