/**
 * Choices between schemas, `anyOf` and `oneOf`. Their order does not count, and a schema alone is a choice of one.
 * Alternatives are matched by their names, then by the constants that tell them apart, then by what they say.
 */

import { canonical } from "../documents/json.ts";
import { entriesOf, isObject, itemsOf, type JsonObject, type JsonValue, member } from "../json.ts";
import { contextOf, impactOf, type Move, type Role } from "./impact.ts";
import type { Pair } from "./pair.ts";
import type { SchemaContext } from "./schema-context.ts";
import { areApart } from "./schema-overlap.ts";
import { typeList, typesOf } from "./schema-types.ts";

const WORDS = ["anyOf", "oneOf"] as const;
type Word = (typeof WORDS)[number];
/** What may stand beside a choice that is the whole schema. */
const BESIDE = /^(?:x-.*|title|description|examples?|default|deprecated|readOnly|writeOnly|discriminator|\$comment)$/;

type Alternatives = readonly JsonValue[];
interface Matched {
  readonly both: readonly (readonly [old: JsonValue, fresh: JsonValue])[];
  readonly gone: Alternatives;
  readonly added: Alternatives;
}

const wordsIn = (view: JsonObject): Word[] => WORDS.filter((word) => itemsOf(view[word]).length > 0);

/** Returns the views, with a schema alone as a choice of one where the other side is a choice and nothing else. */
export function asChoices(views: Pair<JsonObject>, nodes: Pair): Pair<JsonObject> {
  const lifted = (plain: JsonObject, node: JsonValue | undefined, choice: JsonObject): JsonObject => {
    const [word, ...more] = wordsIn(choice);
    const names = Object.keys(choice).filter((name) => choice[name] !== undefined && !BESIDE.test(name));
    const isPure = names.every((name) => name === word || name === "type") && more.length === 0;
    const isPlain = wordsIn(plain).length === 0 && Object.keys(plain).some((name) => !BESIDE.test(name));
    if (!word || !isPure || !isPlain || node === undefined) return plain;
    const types = typeList(plain.type);
    const beside = entriesOf(plain).filter(([name]) => BESIDE.test(name));
    const kept = {
      ...Object.fromEntries(beside),
      ...(choice.type !== undefined && plain.type && { type: plain.type }),
    };
    const some = types.filter((type) => type !== "null");
    if (some.length === types.length || some.length === 0) return { ...kept, [word]: [node] };
    return { ...kept, [word]: [{ ...plain, type: some }, { type: "null" }] };
  };
  return { old: lifted(views.old, nodes.old, views.new), new: lifted(views.new, nodes.new, views.old) };
}

/** Compares what may be chosen, in each word that one of the two views has. */
export function compareChoices(rules: SchemaContext, views: Pair<JsonObject>, role: Role, where: string): void {
  const [old, fresh] = [wordsIn(views.old), wordsIn(views.new)];
  const [was, is] = [old[0], fresh[0]];
  if (was && is && was !== is && old.length === 1 && fresh.length === 1) {
    reportWord(rules, views, was, role, where);
    compareAlternatives(rules, { old: itemsOf(views.old[was]), new: itemsOf(views.new[is]) }, "oneOf", role, where);
  } else
    for (const word of WORDS)
      compareAlternatives(rules, { old: itemsOf(views.old[word]), new: itemsOf(views.new[word]) }, word, role, where);
}

/** What fits two alternatives fits `anyOf`, and not `oneOf`. */
function reportWord(rules: SchemaContext, views: Pair<JsonObject>, was: Word, role: Role, where: string): void {
  const areAllApart = [
    areApart(rules.views.old, itemsOf(views.old[was]), itemsOf(views.old[was])),
    ...WORDS.map((word) => areApart(rules.views.new, itemsOf(views.new[word]), itemsOf(views.new[word]))),
  ].every(Boolean);
  const what = `It is ${was === "anyOf" ? "oneOf instead of anyOf" : "anyOf instead of oneOf"}, ${contextOf(role)}.`;
  const move = was === "anyOf" ? "narrower" : "wider";
  const impact = areAllApart ? {} : impactOf(role, move);
  rules.sides.add({ kind: "choice", where, what, ...impact });
}

function compareAlternatives(
  rules: SchemaContext,
  all: Pair<Alternatives>,
  word: Word,
  role: Role,
  where: string,
): void {
  const { old: a, new: b } = all;
  if (a.length === 0 && b.length === 0) return;
  const add = (what: string, move: Move) =>
    rules.sides.add({ kind: word, where, what: `${what}, ${contextOf(role)}.`, ...impactOf(role, move) });
  const { both, gone, added } = matchedAlternatives(rules, all);
  for (const one of gone) rules.sides.sawBelow("", { old: one, new: undefined });
  for (const one of added) rules.sides.sawBelow("", { old: undefined, new: one });
  if (a.length === 0) return void add(`${word} restricts the value now`, "narrower");
  if (b.length === 0) return void add(`${word} no longer restricts the value`, "wider");
  for (const [old, fresh] of both) rules.compare({ old, new: fresh }, role, `${where}.${word}[${a.indexOf(old)}]`);
  if (gone.length > 0)
    add(`${namesOf(rules, "old", gone)} of ${word} ${gone.length > 1 ? "are" : "is"} gone`, "narrower");
  if (added.length > 0)
    add(`${namesOf(rules, "new", added)} of ${word} ${added.length > 1 ? "are" : "is"} new`, "wider");
  if (word !== "oneOf") return;
  const changed = both.filter(([old, fresh]) => !rules.sameness.of(old, fresh));
  const moved = {
    old: [...gone, ...changed.map(([old]) => old)],
    new: [...added, ...changed.map(([, fresh]) => fresh)],
  };
  if (!areApart(rules.views.old, moved.old, a) || !areApart(rules.views.new, moved.new, b))
    add("Values may fit more or fewer alternatives of oneOf than one", "unknown");
}

/** So many alternatives are named in a message. */
const NAMED_MAX = 5;

function namesOf(rules: SchemaContext, side: keyof Pair, some: Alternatives): string {
  const names = some.flatMap((one) => nameOf(rules, side, one) ?? []);
  const shown = names.length === some.length && names.length <= NAMED_MAX ? ` (${names.join(", ")})` : "";
  return `${some.length} ${some.length > 1 ? "alternatives" : "alternative"}${shown}`;
}

function nameOf({ sides }: SchemaContext, side: keyof Pair, node: JsonValue): string | undefined {
  const { name, value } = side === "old" ? sides.resolveOld(node) : sides.resolveNew(node);
  const title = member(value, "title");
  return name ?? (typeof title === "string" ? title : undefined);
}

/** The constants that an alternative requires, which tell it apart; undefined if there are none. */
function tagOf({ views }: SchemaContext, side: keyof Pair, node: JsonValue): string | undefined {
  const view = views[side].of(node);
  const constants = itemsOf(view.required).flatMap((name) => {
    const { enum: values } = views[side].of(member(view.properties, String(name)));
    return Array.isArray(values) && values.length === 1 ? [[String(name), ...values]] : [];
  });
  return constants.length > 0 ? canonical(constants.sort()) : undefined;
}

/** The types of an alternative and the names of its members. */
function formOf({ views }: SchemaContext, side: keyof Pair, node: JsonValue): string {
  const view = views[side].of(node);
  return canonical([typesOf(view), Object.keys(isObject(view.properties) ? view.properties : {}).sort()]);
}

const saidBy = ({ sides }: SchemaContext, side: keyof Pair, node: JsonValue): string =>
  canonical((side === "old" ? sides.resolveOld(node) : sides.resolveNew(node)).value);
const typesBy = ({ views }: SchemaContext, side: keyof Pair, node: JsonValue): string =>
  typesOf(views[side].of(node)).join();

/** More pairs than this are not compared with each other. */
const PAIRS_MAX = 10_000;

/** Matches the alternatives of both sides; where as many are left on both sides, by their order. */
export function matchedAlternatives(rules: SchemaContext, all: Pair<Alternatives>): Matched {
  const both: (readonly [JsonValue, JsonValue])[] = [];
  let [gone, added] = [[...all.old], [...all.new]];
  const pair = (old: JsonValue, fresh: JsonValue) => {
    both.push([old, fresh]);
    [gone, added] = [without(gone, old), without(added, fresh)];
  };
  const byKey = (
    keyOf: (rules: SchemaContext, side: keyof Pair, node: JsonValue) => string | undefined,
    isSet = false,
  ) => {
    const old = Map.groupBy(gone, (one) => keyOf(rules, "old", one));
    const fresh = Map.groupBy(added, (one) => keyOf(rules, "new", one));
    for (const [key, [first, ...more]] of old) {
      const twins = fresh.get(key) ?? [];
      const isOnly = more.length === 0 && twins.length === 1;
      if (key === undefined || first === undefined || !(isOnly || isSet)) continue;
      for (const [i, one] of [first, ...more].entries()) if (twins[i] !== undefined) pair(one, twins[i]);
    }
  };
  byKey(nameOf);
  byKey(tagOf);
  byKey(saidBy, true);
  if (gone.length * added.length <= PAIRS_MAX)
    for (const old of gone) {
      const twin = added.find((fresh) => rules.sameness.of(old, fresh));
      if (twin !== undefined) pair(old, twin);
    }
  byKey(formOf);
  byKey(typesBy);
  if (gone.length === added.length) for (const [i, old] of gone.entries()) pair(old, added[i] as JsonValue);
  return { both, gone, added };
}

/** A copy of the list without one of the item. */
function without<T>(list: readonly T[], item: T): T[] {
  const at = list.indexOf(item);
  return list.filter((_, i) => i !== at);
}
