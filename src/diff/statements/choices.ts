/**
 * Choices between schemas, `anyOf` and `oneOf`. Their order does not count, and a schema alone is a choice of one.
 * Alternatives are matched by their names, then by the discriminator or the constants that tell them apart, then by
 * form.
 */

import { canonical, nameOf } from "../../documents/json.ts";
import { entriesOf, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../../values/json.ts";
import { canonicalSet, type Pair } from "./pair.ts";
import type { Side } from "./sides.ts";
import type { Context, Key, Statement, Task } from "./statement.ts";
import { isWithin, typeList, typesIn } from "./words.ts";

export const CHOICES = ["oneOf", "anyOf"] as const;
/** What may stand beside a choice that is the whole schema. */
const BESIDE = /^(?:x-.*|title|description|examples?|default|deprecated|readOnly|writeOnly|discriminator|\$comment)$/;
/** More pairs of alternatives than this are not looked at. */
const PAIRS_MAX = 20_000;

const wordsIn = (view: JsonObject) => CHOICES.filter((word) => itemsOf(view[word]).length > 0);

/** Returns the views, with a schema alone as a choice of one where the other side is a choice and nothing else. */
export function asChoices(views: Pair<JsonObject>, { pair }: Task): Pair<JsonObject> {
  return { old: liftChoice(views.old, pair.old, views.new), new: liftChoice(views.new, pair.new, views.old) };
}

function liftChoice(plain: JsonObject, node: Maybe, choice: JsonObject): JsonObject {
  const [word, ...more] = wordsIn(choice);
  const names = Object.keys(choice).filter((name) => choice[name] !== undefined && !BESIDE.test(name));
  const isPure = names.every((name) => name === word || name === "type") && more.length === 0;
  const isPlain = wordsIn(plain).length === 0 && Object.keys(plain).some((name) => !BESIDE.test(name));
  if (!word || !isPure || !isPlain || node === undefined) return plain;
  const types = typeList(plain.type);
  const areTypesAlone = Object.keys(plain).every((name) => name === "type" || BESIDE.test(name));
  const beside = Object.fromEntries(entriesOf(plain).filter(([name]) => BESIDE.test(name)));
  const kept = { ...beside, ...(choice.type !== undefined && plain.type && { type: plain.type }) };
  if (areTypesAlone && types.length > 1 && choice.type === undefined)
    return { ...kept, [word]: typesIn(plain).map((type) => ({ type })) };
  const some = types.filter((type) => type !== "null");
  if (some.length === types.length || some.length === 0) return { ...kept, [word]: [node] };
  return { ...kept, [word]: [{ ...plain, type: some }, { type: "null" }] };
}

/** The statements of a choice: its word, its alternatives, and whether a value may fit two of `oneOf`. */
export function readChoice(word: string, all: readonly JsonValue[], { node, side }: Context): Statement[] {
  const within = "choice";
  const mapped = entriesOf(member(node["discriminator"], "mapping"));
  const tags = new Map(mapped.map(([tag, to]) => [nameOf(String(to)), tag]));
  const tagged = readParts("alternative", word, all, side, within).map((one): Statement => {
    const tag = tags.get(nameOf(String(member(one.value, "$ref"))));
    return tag === undefined ? one : { ...one, tag };
  });
  const overlap = {
    keyword: "overlap",
    value: [...all].sort((a, b) => (canonicalSet(a) < canonicalSet(b) ? -1 : 1)),
    within,
  };
  return [{ keyword: within, value: word }, ...tagged, ...(word === "oneOf" && !areApart(side, all) ? [overlap] : [])];
}

/** Reads the schemas of a list whose order does not count. */
export const readParts = (
  keyword: string,
  word: string,
  all: readonly JsonValue[],
  side: Side,
  within?: string,
): Statement[] =>
  all.map((value, i) => ({
    keyword,
    item: nameIn(side, value) ?? String(i),
    value,
    child: { kind: "schema", at: `.${word}[${i}]` },
    ...(within !== undefined && { within }),
  }));

function nameIn(side: Side, node: Maybe): string | undefined {
  const { name, value } = side.resolve(node);
  const title = member(value, "title");
  return name ?? (typeof title === "string" ? title : undefined);
}

/** The constants that an alternative requires, which tell it apart, by the names of their members. */
function readTags({ views }: Side, node: Maybe): Map<string, string> {
  const view = views.of(node);
  return new Map(
    itemsOf(view.required).flatMap((name) => {
      const { enum: values } = views.of(member(view.properties, String(name)));
      return Array.isArray(values) && values.length === 1 ? [[String(name), canonical(values)] as const] : [];
    }),
  );
}

/** Keys that match schemas of two lists, the surest first. */
export const SCHEMA_KEYS: readonly Key[] = [
  ({ value }, side) => nameIn(side, value),
  ({ tag }) => tag,
  ({ value }, side) => [...readTags(side, value)].sort().join() || undefined,
  ({ value }, side) => canonicalSet(side.views.of(value)),
  ({ value }, side) => {
    const view = side.views.of(value);
    return canonical([typesIn(view), Object.keys(Object(view.properties)).sort()]);
  },
  ({ value }, side) => typesIn(side.views.of(value)).join(),
  () => "",
];

/** Whether it is certain that no value fits two of the schemas. */
export function areApart(side: Side, all: readonly JsonValue[]): boolean {
  if (all.length ** 2 > PAIRS_MAX) return false;
  const known = all.map((one) => ({ view: side.views.of(one), tags: readTags(side, one) }));
  return known.every((a, i) => known.slice(i + 1).every((b) => isDisjoint(a, b)));
}

interface Known {
  readonly view: JsonObject;
  readonly tags: ReadonlyMap<string, string>;
}

function isDisjoint(a: Known, b: Known): boolean {
  const values = new Set(itemsOf(b.view.enum).map(canonical));
  if (a.view.enum && b.view.enum && !itemsOf(a.view.enum).some((one) => values.has(canonical(one)))) return true;
  const [one, two] = [typesIn(a.view), typesIn(b.view)];
  if (
    ![...one, ...two].includes("any") &&
    ![...one].some((type) => isWithin([type], two) || two.some((that) => isWithin([that], [type])))
  )
    return true;
  const areObjects = [one, two].some((types) => types.join() === "object");
  return areObjects && [...a.tags].some(([name, value]) => b.tags.has(name) && b.tags.get(name) !== value);
}
