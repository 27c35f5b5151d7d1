/** Changes that a team has agreed to: each entry names what it accepts, why, and until when. */

import { documentError } from "../documents/errors.ts";
import { isObject, type Maybe, textIn } from "../values/json.ts";
import { isNameIn, typedKeys } from "../values/names.ts";
import { type Change, NOT_AFFECTED } from "./change.ts";
import { misspelling } from "./statements/table.ts";

/** One entry of a file for `--accept`. */
export interface Acceptance {
  /** The kind of the change, such as `member.removed`. */
  readonly kind: string;
  /** The place of the change, as the report names it. */
  readonly where: string;
  readonly reason: string;
  /** The last day, in UTC, on which it holds: `2027-01-31`. */
  readonly until: string;
}

/** An entry that no longer does what it is there for. */
export interface Faulty {
  readonly entry: Acceptance;
  /** `unused`: it matches nothing, or nothing that needs to be accepted. */
  readonly why: "expired" | "unused";
}

const MEMBERS = ["kind", "where", "reason", "until"] as const;
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * Takes what a file for `--accept` holds: `accept`, a list of entries.
 *
 * @throws DocumentError `acceptance_invalid`
 */
export function readAcceptances(data: Maybe, file: string): Acceptance[] {
  const fail = (why: string): never => {
    throw documentError("acceptance_invalid", `${file}${why}`);
  };
  const { accept, ...others } = isObject(data) ? data : {};
  const [other] = Object.keys(others);
  if (!Array.isArray(accept)) return fail(": it has no list called accept");
  if (other !== undefined) return fail(`: the member ${other} is not known`);
  return accept.map((entry, i) => {
    const at = `, entry ${i + 1}: `;
    const [unknown] = isObject(entry) ? Object.keys(entry).filter((name) => !MEMBERS.some((one) => one === name)) : [];
    if (unknown !== undefined) fail(`${at}the member ${unknown} is not known`);
    const of = (name: (typeof MEMBERS)[number]): string => {
      const text = textIn(isObject(entry) ? entry[name] : undefined)?.trim() ?? "";
      return text === "" ? fail(`${at}${name} is missing or not a text`) : text;
    };
    const until = of("until");
    if (!isDay(until)) fail(`${at}until is not a day such as 2027-01-31`);
    const wrong = misspelling(of("kind"));
    if (wrong !== undefined) fail(`${at}${wrong}`);
    return { kind: of("kind"), where: of("where"), reason: of("reason"), until };
  });
}

/** Whether the calendar has the day. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Returns the changes, the accepted ones with their entries, and the entries that expired or that nothing uses. */
export function applyAcceptances(
  changes: readonly Change[],
  entries: readonly Acceptance[],
  today: string,
): { changes: Change[]; faulty: Faulty[] } {
  const used = new Set<Acceptance>();
  const marked = changes.map((change): Change => {
    const fitting = entries.filter(({ kind, where }) => kind === change.kind && where === change.where);
    if (change.verdict === "not breaking" || fitting.length === 0) return change;
    for (const entry of fitting) used.add(entry);
    const entry = fitting.find(({ until }) => until >= today);
    return entry ? { ...change, accepted: { reason: entry.reason, until: entry.until } } : change;
  });
  const faulty = entries.flatMap((entry): Faulty[] =>
    entry.until < today ? [{ entry, why: "expired" }] : used.has(entry) ? [] : [{ entry, why: "unused" }],
  );
  return { changes: marked, faulty };
}

const VERDICTS = { breaking: "breaking", unclassified: "unclassified", "not-breaking": "not breaking" } as const;

/**
 * Takes texts such as `enum.added=not-breaking`: the verdict of every change of a kind.
 *
 * @throws DocumentError `severity_invalid`
 */
export function readSeverities(texts: readonly string[]): ReadonlyMap<string, Change["verdict"]> {
  return new Map(
    texts.map((text): [string, Change["verdict"]] => {
      const [kind = "", level = ""] = text.split("=");
      if (kind === "" || !isNameIn(VERDICTS, level)) throw documentError("severity_invalid", text.slice(0, 80));
      const wrong = misspelling(kind);
      if (wrong !== undefined) throw documentError("severity_invalid", wrong);
      return [kind, VERDICTS[level]];
    }),
  );
}

/** Returns the changes with the verdicts that their kinds are given; documentation stays what it is. */
export function withSeverities(
  changes: readonly Change[],
  severities: ReadonlyMap<string, Change["verdict"]>,
): Change[] {
  return changes.map((change) => {
    const verdict = severities.get(change.kind);
    if (verdict === undefined || verdict === change.verdict || change.documentationOnly) return change;
    const affected = typedKeys(change.effects).filter((side) => change.effects[side] !== NOT_AFFECTED);
    const breaks = verdict === "breaking" ? affected : [];
    return { ...change, verdict, breaks };
  });
}
