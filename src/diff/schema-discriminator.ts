/** Discriminators: values of one member that name the schema which the whole value has to fit. */

import { nameOf } from "../documents/json.ts";
import { entriesOf, isObject, itemsOf, type JsonObject, type Maybe, member } from "../json.ts";
import { contextOf, impactOf, type Move, type Role } from "./impact.ts";
import { matched, type Pair, shown } from "./pair.ts";
import type { SchemaContext } from "./schema-context.ts";

const CHOICES = ["anyOf", "oneOf"];
const isChoice = (schema: Maybe) => CHOICES.some((name) => member(schema, name) !== undefined);

/** Compares the schemas that a discriminator leads to, which no reference need name. */
export function compareHeirs(rules: SchemaContext, pair: Pair, role: Role, where: string): void {
  const { roles } = rules.sides;
  const [a, b] = [baseOf(rules, pair.old, "old"), baseOf(rules, pair.new, "new")];
  const { gone, added, both } = matched({ old: roles.old.heirsOf(a), new: roles.new.heirsOf(b) });
  for (const [name, old, fresh] of both) rules.compare({ old, new: fresh }, role, name);
  // What a choice leads to is compared with its alternatives; a discriminator that comes or goes is told as that.
  if (isChoice(a) || isChoice(b) || !hasDiscriminator(a) || !hasDiscriminator(b)) return;
  const add = (what: string, move: Move) =>
    rules.sides.add({ kind: "discriminator", where, what: `${what}, ${contextOf(role)}.`, ...impactOf(role, move) });
  for (const [name] of gone) add(`It is no longer any ${name}`, "narrower");
  for (const [name] of added) add(`It may be any ${name} now`, "wider");
}

const hasDiscriminator = (schema: Maybe) => isObject(member(schema, "discriminator"));

/** The schema that has the discriminator: this one, or the only one that it wraps. */
function baseOf(rules: SchemaContext, node: Maybe, side: keyof Pair): Maybe {
  const { value, name } = side === "old" ? rules.sides.resolveOld(node) : rules.sides.resolveNew(node);
  if (hasDiscriminator(value) || name !== undefined) return value;
  const parts = ["allOf", ...CHOICES].flatMap((one) => itemsOf(member(value, one)));
  const some = parts.filter((part) => member(part, "type") !== "null");
  const isWrapped = some.length === 1 && member(some[0], "$ref") !== undefined;
  return isWrapped ? baseOf(rules, some[0], side) : value;
}

/** Compares what the discriminators of two views say themselves. */
export function compareDiscriminator(rules: SchemaContext, views: Pair<JsonObject>, role: Role, where: string): void {
  const { sides } = rules;
  const pair = { old: views.old["discriminator"], new: views.new["discriminator"] };
  if (!isObject(pair.old) || !isObject(pair.new))
    return void sides.rest({ old: pick(pair.old), new: pick(pair.new) }, {}, where);
  const add = (what: string, move: Move) =>
    sides.add({ kind: "discriminator", where, what: `${what}, ${contextOf(role)}.`, ...impactOf(role, move) });
  const [was, is] = [pair.old["propertyName"], pair.new["propertyName"]];
  if (was !== is) add(`The member that decides is ${shown(is)} instead of ${shown(was)}`, "other");
  const [old, fresh] = [targetsOf(pair.old), targetsOf(pair.new)];
  const listed = { old: namesIn(views.old), new: namesIn(views.new) };
  /** An alternative that comes or goes is told as that. */
  const isTold = (name: string) => listed.old.has(name) !== listed.new.has(name);
  const { gone, added, both } = matched({ old, new: fresh });
  for (const [value, name] of gone) if (!isTold(name)) add(`The value ${shown(value)} no longer decides`, "narrower");
  for (const [value, name] of added) if (!isTold(name)) add(`The value ${shown(value)} decides now, too`, "wider");
  for (const [value, a, b] of both)
    if (a !== b) add(`The value ${shown(value)} stands for ${b} instead of ${a}`, "unknown");
  const known = { propertyName: "text", mapping: "object", defaultMapping: "text" } as const;
  sides.rest(pair, known, `${where}, discriminator`);
}

const pick = (discriminator: Maybe): JsonObject => (discriminator === undefined ? {} : { discriminator });

/** The names of schemas that values stand for; `default` for those that no other does. */
function targetsOf(discriminator: JsonObject): Map<string, string> {
  const { defaultMapping } = discriminator;
  const all = [
    ...entriesOf(discriminator["mapping"]),
    ...(defaultMapping === undefined ? [] : [["default", defaultMapping] as const]),
  ];
  return new Map(all.map(([value, text]) => [value, typeof text === "string" ? nameOf(text) : shown(text)]));
}

const namesIn = (view: JsonObject): ReadonlySet<string> =>
  new Set(CHOICES.flatMap((word) => itemsOf(view[word]).map((one) => nameOf(String(member(one, "$ref"))))));
