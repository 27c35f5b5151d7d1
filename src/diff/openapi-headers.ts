/** What has to be there, and the headers of answers. */

import { entriesOf, type Json } from "../documents/json.ts";
import { contextOf, isWritten, type Role, sideOf } from "./impact.ts";
import type { SchemaRules } from "./schema.ts";
import { matched, type Pair, type Sides } from "./sides.ts";

const HEADER = ["required", "schema"];

/** Whether something has to be there: a parameter, a body, a header. */
export function compareNeed(
  sides: Sides,
  { old, new: fresh }: { old: boolean; new: boolean },
  role: Role,
  where: string,
): void {
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
    what: fresh ? `It is required now, ${contextOf(role)}.` : `It need not be there any more, ${contextOf(role)}.`,
    breaks: isBreaking ? [side, "generatedClients"] : [],
    effects: {
      [side]: own,
      generatedClients: isBreaking
        ? "Old code follows the old rule until it is generated again."
        : "Old code works on.",
    },
  });
}

/** Headers of an answer. */
export function compareHeaders(rules: SchemaRules, pair: Pair, role: Role, where: string): void {
  const { sides } = rules;
  const of = (node: Json) => new Map(entriesOf(node).map(([name, header]) => [name.toLowerCase(), header]));
  const { gone, added, both } = matched(of(pair.old), of(pair.new));
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
    compareNeed(
      sides,
      { old: header.old.required === true, new: header.new.required === true },
      role,
      `${where}, header ${name}`,
    );
    rules.compare({ old: header.old.schema, new: header.new.schema }, role, `${where}, header ${name}`);
    sides.rest(header, HEADER, `${where}, header ${name}`);
  }
}
