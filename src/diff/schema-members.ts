/** Members of objects: which there are, which have to be there, and whether others may be. */

import { canonical, entriesOf, itemsOf, type Json, member } from "../documents/json.ts";
import type { Affected } from "./change.ts";
import { contextOf, impactOf, isWritten, type Role, sideOf } from "./impact.ts";
import { matched, type Pair, type Sides } from "./sides.ts";

export const MEMBERS = ["properties", "required", "additionalProperties", "x-tolerant-required"];

export interface MemberRules {
  readonly sides: Sides;
  compare(pair: Pair, role: Role, where: string): void;
}

/** The key of the HMAC (F-2.2-12): who loses it cannot verify a delivery any more. */
const SECRET = "secret";

export function compareMembers(rules: MemberRules, pair: Pair, role: Role, where: string): void {
  const { sides } = rules;
  const members = {
    old: shownTo(role, pair.old, (node) => sides.resolveOld(node).value),
    new: shownTo(role, pair.new, (node) => sides.resolveNew(node).value),
  };
  const needed = (view: Json, shown: Map<string, Json>) =>
    new Set(itemsOf(view.required).filter((name) => shown.has(name) || member(view.properties, name) === undefined));
  const required = { old: needed(pair.old, members.old), new: needed(pair.new, members.new) };
  const { gone, added, both } = matched(members.old, members.new);
  const context = contextOf(role);
  const side = sideOf(role);

  for (const [name] of gone) {
    const own = isWritten(role)
      ? "What they send there is no longer heard, or refused."
      : "Code that reads it finds nothing.";
    sides.add({
      kind: "member.removed",
      where: `${where}.${name}`,
      what: `The member is gone, ${context}.`,
      breaks: breaksOf(name, side),
      effects: { [side]: own, ...secretEffect(name, side), generatedClients: "The member vanishes from the types." },
    });
  }
  for (const [name] of added) {
    const isNeeded = isWritten(role) && required.new.has(name);
    const isClosed = !isWritten(role) && pair.old.additionalProperties === false;
    const own = isNeeded
      ? "What they send today lacks it and is refused."
      : isWritten(role)
        ? "They may send it; what they send today is still accepted."
        : isClosed
          ? "Code that refuses unknown members, as the schema said, refuses it."
          : "They get a member more, which tolerant code passes over.";
    sides.add({
      kind: isNeeded ? "member.added.required" : "member.added",
      where: `${where}.${name}`,
      what: `The member is new${required.new.has(name) ? " and required" : ""}, ${context}.`,
      breaks: isNeeded || isClosed ? [side, "generatedClients"] : [],
      effects: {
        [side]: own,
        generatedClients: isNeeded ? "The types demand it." : "Generated again, the types have it.",
      },
    });
  }
  for (const [name, old, fresh] of both) rules.compare({ old, new: fresh }, role, `${where}.${name}`);
  compareRequired(rules, required, new Set([...gone, ...added].map(([name]) => name)), role, where);
  compareOpenness(rules, pair, role, where);
  compareTolerance(sides, pair, where);
}

/** The members that this side sees: what is read-only is no part of a request, what is write-only none of an answer. */
function shownTo(role: Role, view: Json, resolve: (node: Json) => Json): Map<string, Json> {
  const hidden = isWritten(role) ? "readOnly" : "writeOnly";
  return new Map(entriesOf(view.properties).filter(([, node]) => member(resolve(node), hidden) !== true));
}

function compareRequired(
  { sides }: MemberRules,
  required: { old: ReadonlySet<string>; new: ReadonlySet<string> },
  told: ReadonlySet<string>,
  role: Role,
  where: string,
): void {
  const side = sideOf(role);
  for (const name of required.new) {
    if (required.old.has(name) || told.has(name)) continue;
    const own = isWritten(role) ? "What they send without it is refused." : "They can rely on it.";
    sides.add({
      kind: "member.required",
      where: `${where}.${name}`,
      what: `The member is required now, ${contextOf(role)}.`,
      ...impactOf(role, "narrower", { [side]: own }),
    });
  }
  for (const name of required.old) {
    if (required.new.has(name) || told.has(name)) continue;
    const own = isWritten(role) ? "They may leave it out." : "Code that reads it may find nothing.";
    const impact = impactOf(role, "wider", { [side]: own, ...(isWritten(role) ? {} : secretEffect(name, side)) });
    sides.add({
      kind: "member.optional",
      where: `${where}.${name}`,
      what: `The member need not be there any more, ${contextOf(role)}.`,
      ...impact,
      breaks: isWritten(role) ? [] : breaksOf(name, side),
    });
  }
}

/** `additionalProperties`: nothing said, or an empty schema, means that any member may be there. */
function compareOpenness(rules: MemberRules, pair: Pair, role: Role, where: string): void {
  const said = ({ additionalProperties = true }: Json) =>
    canonical(additionalProperties) === "{}" || additionalProperties;
  const [a, b] = [said(pair.old), said(pair.new)];
  if (typeof a === "object" && typeof b === "object") return void rules.compare({ old: a, new: b }, role, `${where}.*`);
  if (a === b) return;
  const isNarrower = b === false || a === true;
  const what = isNarrower
    ? "Members of other names are refused or restricted now"
    : "Members of other names may be there now";
  // Tolerant readers pass over what they do not know; whether all readers are tolerant, nobody here can tell.
  const move = isNarrower ? "narrower" : isWritten(role) ? "wider" : "unknown";
  rules.sides.add({ kind: "members.others", where, what: `${what}, ${contextOf(role)}.`, ...impactOf(role, move) });
}

/** What a receiver that is generated from the documents demands of a delivery (U-30). */
function compareTolerance(sides: Sides, pair: Pair, where: string): void {
  const [a, b] = [itemsOf(pair.old["x-tolerant-required"]), itemsOf(pair.new["x-tolerant-required"])];
  for (const name of b.filter((one) => !a.includes(one)))
    sides.add({
      kind: "tolerance",
      where: `${where}.${name}`,
      what: "The validators for receiving demand the member now.",
      breaks: ["generatedClients"],
      effects: { generatedClients: "A receiver with these validators refuses a delivery without it." },
    });
  for (const name of a.filter((one) => !b.includes(one)))
    sides.add({
      kind: "tolerance",
      where: `${where}.${name}`,
      what: "The validators for receiving do not demand the member any more.",
      effects: { generatedClients: "A receiver with these validators takes a delivery without it." },
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
