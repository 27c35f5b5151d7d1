/** Members of objects: which there are, which are required, and whether others are allowed. */

import { canonical } from "../documents/json.ts";
import { entriesOf, isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../json.ts";
import type { Affected } from "./change.ts";
import { contextOf, impactOf, isWritten, type Role, sideOf } from "./impact.ts";
import { byName, matched, type Pair } from "./pair.ts";
import type { Shapes } from "./shapes.ts";
import type { Sides } from "./sides.ts";

export const MEMBERS: Shapes = {
  properties: "object",
  required: "texts",
  additionalProperties: "schema",
  "x-tolerant-required": "texts",
};

interface MemberRules {
  readonly sides: Sides;
  compare(pair: Pair, role: Role, where: string): void;
}

/** The key of the HMAC (F-2.2-12): without it no delivery can be verified. */
const SECRET = "secret";

type Named = readonly (readonly [name: string, node: JsonValue])[];
type Required = Pair<ReadonlySet<string>>;

export function compareMembers(rules: MemberRules, pair: Pair<JsonObject>, role: Role, where: string): void {
  const { sides } = rules;
  const members = {
    old: shownTo(role, pair.old, (node) => sides.resolveOld(node).value),
    new: shownTo(role, pair.new, (node) => sides.resolveNew(node).value),
  };
  const required = { old: neededIn(pair.old, members.old), new: neededIn(pair.new, members.new) };
  const { gone, added, both } = matched(members);
  // One that is hidden from this side now, or was, is reported as gone or new, and is not compared.
  for (const [name] of [...gone, ...added])
    sides.sawAll({ old: member(pair.old.properties, name), new: member(pair.new.properties, name) });
  reportHidden(sides, pair, members, role, where);
  reportGone(sides, gone, role, where);
  reportAdded(sides, added, pair.old.additionalProperties === false, required.new, role, where);
  for (const [name, old, fresh] of both) rules.compare({ old, new: fresh }, role, `${where}.${name}`);
  compareRequired(sides, required, new Set([...gone, ...added].map(([name]) => name)), role, where);
  compareOpenness(rules, pair, role, where);
  compareTolerance(sides, pair, where);
}

/** The members that this side sees: a read-only one is not part of a request, a write-only one not of an answer. */
function shownTo(role: Role, view: JsonObject, resolve: (node: JsonValue) => Maybe): Map<string, JsonValue> {
  const hidden = isWritten(role) ? "readOnly" : "writeOnly";
  return new Map(entriesOf(view.properties).filter(([, node]) => member(resolve(node), hidden) !== true));
}

/** The required members that this side sees, or that are not declared. */
function neededIn(view: JsonObject, shown: ReadonlyMap<string, JsonValue>): ReadonlySet<string> {
  const names = itemsOf(view.required).map(String);
  return new Set(names.filter((name) => shown.has(name) || member(view.properties, name) === undefined));
}

function reportGone(sides: Sides, gone: Named, role: Role, where: string): void {
  const side = sideOf(role);
  const own = isWritten(role) ? "The service ignores or refuses it." : "Code that reads it finds nothing.";
  for (const [name] of gone)
    sides.add({
      kind: "member.removed",
      where: `${where}.${name}`,
      what: `The member is gone, ${contextOf(role)}.`,
      breaks: breaksOf(name, side),
      effects: { [side]: own, ...secretEffect(name, side), generatedClients: "The types no longer have the member." },
    });
}

function reportAdded(
  sides: Sides,
  added: Named,
  wasClosed: boolean,
  required: ReadonlySet<string>,
  role: Role,
  where: string,
): void {
  const side = sideOf(role);
  for (const [name] of added) {
    const isNeeded = isWritten(role) && required.has(name);
    const isRefused = !isWritten(role) && wasClosed;
    const own = isNeeded
      ? "What they send today lacks it and is refused."
      : isWritten(role)
        ? "They may send it; what they send today is still accepted."
        : isRefused
          ? "Code that refuses unknown members, as the schema said, refuses it."
          : "They get one more member; tolerant code ignores it.";
    sides.add({
      kind: isNeeded ? "member.added.required" : "member.added",
      where: `${where}.${name}`,
      what: `The member is new${required.has(name) ? " and required" : ""}, ${contextOf(role)}.`,
      breaks: isNeeded || isRefused ? [side, "generatedClients"] : [],
      effects: {
        [side]: own,
        generatedClients: isNeeded ? "The types require it." : "Once regenerated, the types have it.",
      },
    });
  }
}

/** A member that this side never sees comes or goes: only generated code notices. */
function reportHidden(
  sides: Sides,
  pair: Pair<JsonObject>,
  members: Pair<ReadonlyMap<string, JsonValue>>,
  role: Role,
  where: string,
): void {
  const { gone, added } = matched(byName({ old: pair.old.properties, new: pair.new.properties }));
  for (const [name] of [...gone, ...added])
    if (!members.old.has(name) && !members.new.has(name))
      sides.add({
        kind: "member.hidden",
        where: `${where}.${name}`,
        what: `The member ${gone.some(([one]) => one === name) ? "is gone" : "is new"}; it is not used ${contextOf(role)}.`,
        effects: { generatedClients: "The types change." },
      });
}

function compareRequired(
  sides: Sides,
  required: Required,
  reported: ReadonlySet<string>,
  role: Role,
  where: string,
): void {
  const side = sideOf(role);
  for (const name of required.new) {
    if (required.old.has(name) || reported.has(name)) continue;
    const own = isWritten(role) ? "What they send without it is refused." : "They can rely on it.";
    sides.add({
      kind: "member.required",
      where: `${where}.${name}`,
      what: `The member is required now, ${contextOf(role)}.`,
      ...impactOf(role, "narrower", { [side]: own }),
    });
  }
  for (const name of required.old) {
    if (required.new.has(name) || reported.has(name)) continue;
    const own = isWritten(role) ? "They may leave it out." : "Code that reads it may find nothing.";
    const impact = impactOf(role, "wider", { [side]: own, ...(isWritten(role) ? {} : secretEffect(name, side)) });
    sides.add({
      kind: "member.optional",
      where: `${where}.${name}`,
      what: `The member is no longer required, ${contextOf(role)}.`,
      ...impact,
      breaks: isWritten(role) ? [] : breaksOf(name, side),
    });
  }
}

/** `additionalProperties`: nothing said, or an empty schema, means that any member is allowed. */
function compareOpenness(rules: MemberRules, pair: Pair<JsonObject>, role: Role, where: string): void {
  const said = ({ additionalProperties: one = true }: JsonObject): Maybe => (canonical(one) === "{}" ? true : one);
  const [a, b] = [said(pair.old), said(pair.new)];
  if (isObject(a) && isObject(b)) return void rules.compare({ old: a, new: b }, role, `${where}.*`);
  if (a === b) return;
  const isNarrower = b === false || a === true;
  const what = isNarrower
    ? "Members of other names are refused or restricted now"
    : "Members of other names are allowed now";
  // Tolerant readers ignore what they do not know; whether all readers are tolerant is not known here.
  const move = isNarrower ? "narrower" : isWritten(role) ? "wider" : "unknown";
  rules.sides.add({ kind: "members.others", where, what: `${what}, ${contextOf(role)}.`, ...impactOf(role, move) });
}

/** What a receiver that is generated from the documents requires of a delivery (U-30). */
function compareTolerance(sides: Sides, pair: Pair<JsonObject>, where: string): void {
  const [a, b] = [pair.old, pair.new].map((view) => itemsOf(view["x-tolerant-required"]).map(String));
  for (const name of b?.filter((one) => !a?.includes(one)) ?? [])
    sides.add({
      kind: "tolerance",
      where: `${where}.${name}`,
      what: "The validators for receiving require the member now.",
      breaks: ["generatedClients"],
      effects: { generatedClients: "A receiver with these validators refuses a delivery without it." },
    });
  for (const name of a?.filter((one) => !b?.includes(one)) ?? [])
    sides.add({
      kind: "tolerance",
      where: `${where}.${name}`,
      what: "The validators for receiving no longer require the member.",
      effects: { generatedClients: "A receiver with these validators accepts a delivery without it." },
    });
}

function breaksOf(name: string, side: Affected): Affected[] {
  return name === SECRET && side === "senders"
    ? ["senders", "receivers", "generatedClients"]
    : [side, "generatedClients"];
}

function secretEffect(name: string, side: Affected): { receivers?: string } {
  return name === SECRET && side === "senders" ? { receivers: "Without the secret no delivery can be verified." } : {};
}
