/** Answers by status. Ranges and `default` cover codes: `200` within `2XX` is a known answer, not a new one. */

import { type JsonValue, type Maybe, member } from "../json.ts";
import { contextOf, impactOf, type Move, type Role } from "./impact.ts";
import { compareContent } from "./openapi-content.ts";
import { compareHeaders } from "./openapi-headers.ts";
import { keyed, matched, type Pair } from "./pair.ts";
import type { SchemaRules } from "./schema.ts";
import type { Sides } from "./sides.ts";

type Answers = ReadonlyMap<string, JsonValue>;
type Answer = [status: string, node: JsonValue];
type Compared = [status: string, old: Maybe, fresh: Maybe];

/** What the rules for one operation need of its answers. */
interface Statuses {
  readonly sides: Sides;
  readonly role: Role;
  readonly where: string;
  readonly old: Answers;
  readonly fresh: Answers;
  readonly gone: readonly Answer[];
  readonly added: readonly Answer[];
  readonly both: readonly (readonly [status: string, old: JsonValue, fresh: JsonValue])[];
}

export function compareResponses(rules: SchemaRules, pair: Pair, role: Role, where: string): void {
  const { sides } = rules;
  const [old, fresh] = [keyed(pair.old, plain), keyed(pair.new, plain)];
  const statuses: Statuses = { sides, role, where, old, fresh, ...matched({ old, new: fresh }) };
  const pairs = [
    ...statuses.both.map(([status, a, b]): Compared => [status, a, b]),
    ...statuses.added.flatMap((answer) => compareAdded(statuses, answer)),
    ...statuses.gone.flatMap((answer) => compareGone(statuses, answer)),
  ];
  for (const [status, a, b] of pairs) {
    const response = sides.resolved({ old: a, new: b });
    const of = (name: string): Pair => ({ old: member(response.old, name), new: member(response.new, name) });
    const at = `${where}, ${status}`;
    compareContent(rules, of("content"), role, at);
    compareHeaders(rules, of("headers"), role, at);
    sides.rest(response, { content: "object", headers: "object" }, at);
  }
}

const plain = (status: string): string => status.toUpperCase();
const isFailure = (status: string): boolean => !/^[123]/.test(status);

/** Reports a status that is new; returns what it is compared with, if another one stood for it. */
function compareAdded(statuses: Statuses, [status, node]: Answer): Compared[] {
  const { sides, role, where, old, fresh, gone } = statuses;
  const cover = coverOf(status, old);
  if (cover === undefined) {
    if (!gone.some(([one]) => coverOf(one, fresh) === status))
      add(statuses, "status.added", `The status ${status} is new, ${contextOf(role)}.`, "wider", isFailure(status));
    return [];
  }
  if (gone.some(([one]) => one === cover)) {
    const what = `${status} is stated where it was ${cover}, ${contextOf(role)}.`;
    add(statuses, "status.stated", what, "narrower", isFailure(status));
  } else
    sides.add({
      kind: "status.added",
      where,
      what: `${status} is described apart from ${cover}, ${contextOf(role)}.`,
      effects: { generatedClients: "Once regenerated, the code tells them apart." },
    });
  return [[status, old.get(cover), node]];
}

/** Reports a status that is gone; returns what it is compared with, if another one stands for it now. */
function compareGone(statuses: Statuses, [status, node]: Answer): Compared[] {
  const { sides, role, where, old, fresh, added, both } = statuses;
  if (added.some(([one]) => coverOf(one, old) === status)) return [];
  const cover = coverOf(status, fresh);
  if (cover === undefined) {
    // Callers miss a success only where no other can come instead.
    const isMissed = role === "response" && ![...fresh.keys()].some((one) => one.startsWith("2"));
    const what = `The status ${status} is gone, ${contextOf(role)}.`;
    add(statuses, "status.removed", what, isMissed ? "wider" : "narrower", isFailure(status));
    return [];
  }
  if (both.some(([one]) => one === cover))
    sides.add({
      kind: "status.removed",
      where,
      what: `${status} is no longer described apart from ${cover}, ${contextOf(role)}.`,
      effects: { generatedClients: "Once regenerated, the code does not tell them apart." },
    });
  else {
    const what = `It may be any of ${cover} where it was ${status}, ${contextOf(role)}.`;
    add(statuses, "status.opened", what, "wider", isFailure(status));
  }
  return [[status, node, fresh.get(cover)]];
}

/** Callers distinguish failures by their class, so an additional status breaks no one. */
function add({ sides, role, where }: Statuses, kind: string, what: string, move: Move, isError: boolean): void {
  if (!isError || role !== "response") return void sides.add({ kind, where, what, ...impactOf(role, move) });
  sides.add({
    kind,
    where,
    what,
    verdict: "not breaking",
    effects: {
      senders: "They tell a failure by its class, as before.",
      generatedClients: "Once regenerated, the code knows it.",
    },
  });
}

/** Returns the key among these that stands for the status as well: its range, or `default` for failures. */
function coverOf(status: string, among: Answers): string | undefined {
  if (among.has(status)) return status;
  const range = `${status[0]}XX`;
  if (status !== range && status !== "DEFAULT" && among.has(range)) return range;
  return among.has("DEFAULT") && status !== "DEFAULT" && isFailure(status) ? "DEFAULT" : undefined;
}
