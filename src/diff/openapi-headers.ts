/** What is required, and the headers of answers. */

import { member } from "../json.ts";
import { contextOf, isWritten, type Role, sideOf } from "./impact.ts";
import { keyed, matched, type Pair } from "./pair.ts";
import type { SchemaRules } from "./schema.ts";
import type { Sides } from "./sides.ts";

/** Compares whether something is required: a parameter, a body, a header. */
export function compareNeed(sides: Sides, { old, new: fresh }: Pair<boolean>, role: Role, where: string): void {
  if (old === fresh) return;
  const side = sideOf(role);
  const isBreaking = fresh === isWritten(role);
  const own = isWritten(role)
    ? fresh
      ? "What they send without it is refused."
      : "They may leave it out."
    : fresh
      ? "They can rely on it."
      : "Code that reads it may find nothing.";
  sides.add({
    kind: fresh ? "required" : "optional",
    where,
    what: fresh ? `It is required now, ${contextOf(role)}.` : `It is no longer required, ${contextOf(role)}.`,
    breaks: isBreaking ? [side, "generatedClients"] : [],
    effects: {
      [side]: own,
      generatedClients: isBreaking
        ? "Old code follows the old rule until it is regenerated."
        : "Old code keeps working.",
    },
  });
}

const plain = (name: string): string => name.toLowerCase();

/** Compares the headers of an answer, whose names have no letter case. */
export function compareHeaders(rules: SchemaRules, pair: Pair, role: Role, where: string): void {
  const { sides } = rules;
  const { gone, added, both } = matched({ old: keyed(pair.old, plain), new: keyed(pair.new, plain) });
  const side = sideOf(role);
  for (const [name] of gone)
    sides.add({
      kind: "header.removed",
      where,
      what: `The header ${name} is gone.`,
      breaks: [side],
      effects: { [side]: "Code that reads it finds nothing." },
    });
  for (const [name] of added)
    sides.add({
      kind: "header.added",
      where,
      what: `The header ${name} is new.`,
      effects: { [side]: "They may use it." },
    });
  for (const [name, a, b] of both) {
    const header = sides.resolved({ old: a, new: b });
    const at = `${where}, header ${name}`;
    const need = { old: member(header.old, "required") === true, new: member(header.new, "required") === true };
    compareNeed(sides, need, role, at);
    rules.compare({ old: member(header.old, "schema"), new: member(header.new, "schema") }, role, at);
    sides.rest(header, { required: "flag", schema: "schema" }, at);
  }
}
