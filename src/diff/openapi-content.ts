/** Bodies of requests and deliveries, and of answers. */

import { type JsonValue, member } from "../json.ts";
import { contextOf, impactOf, isWritten, type Move, type Role, sideOf } from "./impact.ts";
import { areMediaTypesRelated, isMediaTypeWithin, plainMediaType } from "./media-types.ts";
import { compareNeed } from "./openapi-headers.ts";
import { keyed, matched, type Pair } from "./pair.ts";
import type { SchemaRules } from "./schema.ts";
import type { Sides } from "./sides.ts";

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

/**
 * Compares the media types of a body. Callers choose among those of a request and, by Accept, among those of an answer;
 * receivers take what is delivered. One that takes the place of another is compared with it.
 */
export function compareContent(rules: SchemaRules, pair: Pair, role: Role, where: string): void {
  const contents = { old: keyed(pair.old, plainMediaType), new: keyed(pair.new, plainMediaType) };
  const moved = matched(contents);
  const pairs = [...moved.both.map(([type]) => [type, type] as const), ...relatedIn(contents, moved)];
  const isReplaced = moved.gone.length === 1 && moved.added.length === 1 && moved.both.length === 0;
  if (isReplaced && pairs.length === 0) pairs.push([moved.gone[0]?.[0] ?? "", moved.added[0]?.[0] ?? ""]);
  reportTypes(rules.sides, contents, role, where);
  const name = role === "request" || role === "delivery" ? "body" : "answer";
  for (const [old, fresh] of pairs) {
    const { old: a, new: b } = rules.sides.resolved({ old: contents.old.get(old), new: contents.new.get(fresh) });
    const at = `${where}, ${name}`;
    rules.compare({ old: member(a, "schema"), new: member(b, "schema") }, role, at);
    if ((member(a, "itemSchema") ?? member(b, "itemSchema")) !== undefined)
      rules.compare({ old: member(a, "itemSchema"), new: member(b, "itemSchema") }, role, `${at}[]`);
    rules.sides.rest({ old: a, new: b }, { schema: "schema", itemSchema: "schema" }, `${at} as ${fresh}`);
  }
}

type Contents = Pair<ReadonlyMap<string, JsonValue>>;

/** Media types of which one contains the other, where at least one is not on both sides. */
function relatedIn(contents: Contents, { gone, added }: ReturnType<typeof matched<JsonValue>>): [string, string][] {
  const [old, fresh] = [[...contents.old.keys()], [...contents.new.keys()]];
  const pairs = [
    ...gone.flatMap(([a]) => fresh.filter((b) => areMediaTypesRelated(a, b)).map((b): [string, string] => [a, b])),
    ...added.flatMap(([b]) => old.filter((a) => areMediaTypesRelated(a, b)).map((a): [string, string] => [a, b])),
  ];
  return [...new Map(pairs.map((one) => [one.join(" "), one])).values()];
}

function reportTypes(sides: Sides, contents: Contents, role: Role, where: string): void {
  const [old, fresh] = [[...contents.old.keys()], [...contents.new.keys()]];
  const { gone, added } = matched(contents);
  const add = (what: string, move: Move) =>
    sides.add({ kind: "media-type", where, what: `${what}, ${contextOf(role)}.`, ...impactOf(role, move) });
  // Nothing said about content promises nothing, so content that is described then takes nothing away.
  const [wasSilent, isSilent] = [old.length === 0, fresh.length === 0];
  const [loss, harmless] = isWritten(role) ? (["narrower", "wider"] as const) : (["wider", "narrower"] as const);
  const stands = new Set<string>();
  for (const [type] of gone) {
    // What callers send has to be accepted still; of what they read, something of the same type has to be offered.
    const stand = fresh.find((one) => (isWritten(role) ? isMediaTypeWithin(type, one) : isMediaTypeWithin(one, type)));
    if (stand !== undefined) {
      stands.add(stand);
      add(`The media type is ${stand} where it was ${type}`, harmless);
    } else if (isSilent && role !== "request") add(`The media type ${type} is gone`, "wider");
    else add(`The media type ${type} is gone`, role === "delivery" ? harmless : loss);
  }
  for (const [type] of added) {
    if (stands.has(type)) continue;
    const isExpected = role !== "delivery" || old.some((one) => isMediaTypeWithin(type, one));
    if (wasSilent && role !== "request") add(`The media type ${type} is stated`, "narrower");
    else add(`The media type ${type} is new`, isExpected ? harmless : loss);
  }
}
