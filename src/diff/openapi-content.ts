/** Bodies of requests and deliveries, and of answers. */

import { entriesOf, type Maybe, member } from "../json.ts";
import { contextOf, impactOf, isWritten, type Move, type Role, sideOf } from "./impact.ts";
import { compareNeed } from "./openapi-headers.ts";
import type { SchemaRules } from "./schema.ts";
import { keyed, matched, type Pair, type Sides } from "./sides.ts";

export function compareBody(rules: SchemaRules, nodes: Pair, role: Role, where: string): void {
  const { sides } = rules;
  const pair = sides.resolved(nodes);
  if (pair.old === undefined && pair.new === undefined) return;
  if (pair.old === undefined || pair.new === undefined) return void bodyMoved(sides, pair, role, where);
  const need = { old: member(pair.old, "required") === true, new: member(pair.new, "required") === true };
  compareNeed(sides, need, role, `${where}, body`);
  compareContent(rules, { old: member(pair.old, "content"), new: member(pair.new, "content") }, role, where);
  sides.rest(pair, { required: "flag", content: "object" }, `${where}, body`);
}

function bodyMoved(sides: Sides, pair: Pair, role: Role, where: string): void {
  const side = sideOf(role);
  const isNew = pair.old === undefined;
  const isBreaking = isNew ? isWritten(role) && member(pair.new, "required") === true : true;
  sides.add({
    kind: isNew ? "body.added" : "body.removed",
    where,
    what: `The body is ${isNew ? "new" : "gone"}, ${contextOf(role)}.`,
    breaks: isBreaking ? [side, "generatedClients"] : [],
    effects: {
      [side]: isBreaking ? "What they do today with the body no longer works." : "What they do today still works.",
      generatedClients: "The generated function changes.",
    },
  });
}

type Contents = [type: string, old: Maybe, fresh: Maybe];

/** Compares the media types of a body. One that takes the place of another is compared with it. */
export function compareContent(rules: SchemaRules, pair: Pair, role: Role, where: string): void {
  const { sides } = rules;
  const { gone, added, both } = matched({ old: keyed(pair.old, plain), new: keyed(pair.new, plain) });
  const pairs = both.map(([type, a, b]): Contents => [type, a, b]);
  const add = (what: string, move: Move) =>
    sides.add({ kind: "media-type", where, what: `${what}, ${contextOf(role)}.`, ...impactOf(role, move) });
  const [[oldType, oldBody] = [], [newType, newBody] = []] = [gone[0], added[0]];
  if (gone.length === 1 && added.length === 1 && both.length === 0) {
    pairs.push([String(newType), oldBody, newBody]);
    add(`The media type is ${newType} instead of ${oldType}`, "other");
  } else {
    // Nothing said about content promises nothing, so content that is described then takes nothing away.
    const wasSilent = entriesOf(pair.old).length === 0;
    const isSilent = both.length + added.length === 0;
    for (const [type] of gone)
      add(`The media type ${type} is gone`, isSilent && role !== "request" ? "wider" : "narrower");
    for (const [type] of added) {
      const what = `The media type ${type} is ${wasSilent ? "stated" : "new"}`;
      add(what, wasSilent && role !== "request" ? "narrower" : "wider");
    }
  }
  const name = role === "request" || role === "delivery" ? "body" : "answer";
  for (const [type, a, b] of pairs) {
    rules.compare({ old: member(a, "schema"), new: member(b, "schema") }, role, `${where}, ${name}`);
    sides.rest({ old: a, new: b }, { schema: "schema" }, `${where}, ${name} as ${type}`);
  }
}

/** A media type in lower case and without blanks. */
const plain = (type: string): string => type.toLowerCase().replaceAll(" ", "");
