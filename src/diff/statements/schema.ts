/** Schemas: what each keyword states. Keywords that only an evaluator could decide have no reader. */

import { canonical, nameOf } from "../../documents/json.ts";
import {
  asObject,
  entriesOf,
  isObject,
  itemsOf,
  type JsonObject,
  type JsonValue,
  type Maybe,
  member,
} from "../../values/json.ts";
import { asChoices, CHOICES, readChoice, readParts } from "./choices.ts";
import { findSurroundings } from "./neighbours.ts";
import { hasDirection, isSent } from "./outcomes.ts";
import type { Pair } from "./pair.ts";
import { flag, number, readForm, text } from "./readers.ts";
import type { Side } from "./sides.ts";
import type { Comparison, Context, Form, Reader, Statement, Task } from "./statement.ts";
import { isWithin, LEAST, MOST, typesIn } from "./words.ts";

/** A bound that is not the one of a schema that says nothing. */
const bounds = (names: Iterable<string>): Record<string, Reader> =>
  Object.fromEntries([...names].map((name) => [name, number(name)]));

const limit = (keyword: string, sign: string): Reader =>
  readForm("number", (value) => [{ keyword, value: sign === "" ? value : `${sign} ${value}` }]);

const closed: Reader = readForm("list", (value, { node }) => {
  const names = itemsOf(node["x-enum-varnames"]);
  const values = new Map(
    itemsOf(value)
      .map((one, i) => [canonical(one), names[i]] as const)
      .reverse(),
  );
  return [
    { keyword: "enum", value },
    ...[...values]
      .reverse()
      .map(([item, name]): Statement => ({ keyword: "value", item, value: name ?? null, within: "enum" })),
  ];
});

/** Names of values are told with the values; names without one as what they are. */
const names: Reader = readForm("list", (value, { node }) =>
  itemsOf(value).length <= itemsOf(node["enum"]).length ? [] : [{ keyword: "valueNames", value }],
);

const each = (keyword: string, within?: string): Reader =>
  readForm("list", (value) =>
    [...new Map(itemsOf(value).map((one) => [typeof one === "string" ? one : canonical(one), one]))].map(
      ([item, one]): Statement => ({
        keyword,
        item,
        value: one,
        ...(within !== undefined && { within: `${within} ${item}` }),
      }),
    ),
  );

/** The members that this side sees: a read-only one is not part of a request, a write-only one not of an answer. */
const isHidden = (node: JsonValue, { role, side }: Context): boolean =>
  hasDirection(role) && member(side.value(node), isSent(role) ? "readOnly" : "writeOnly") === true;

const members: Reader = readForm("object", (value, context) =>
  entriesOf(value).map(
    ([item, node]): Statement =>
      isHidden(node, context)
        ? { keyword: "hidden", item, value: node, child: { kind: "hidden", at: `.${item}`, isLate: true } }
        : { keyword: "member", item, value: node, child: { kind: "schema", at: `.${item}` } },
  ),
);

const required: Reader = (value, context) =>
  readForm("texts", each("required", "member"))(value, context)?.map((one) => {
    const node = member(context.node.properties, one.item ?? "");
    if (node === undefined || !isHidden(node, context)) return one;
    return { ...one, keyword: "hiddenRequired", within: `hidden ${one.item}` };
  });

/** Nothing said, or an empty schema, means that any member is allowed. */
const others: Reader = readForm("schema", (value) =>
  value === true || canonical(value) === "{}"
    ? []
    : [{ keyword: "others", value, ...(isObject(value) && { child: { kind: "schema", at: ".*" } }) }],
);

const choice = (word: string): Reader =>
  readForm("list", (value, context) =>
    // Two choices of one value would need an evaluator.
    itemsOf(value).length === 0 || (word === "anyOf" && itemsOf(context.node["oneOf"]).length > 0)
      ? undefined
      : readChoice(word, itemsOf(value), context),
  );

const discriminator: Reader = readForm("object", (value) => {
  const { propertyName, mapping, defaultMapping, ...more } = asObject(value);
  const targets = [
    ...entriesOf(mapping),
    ...(defaultMapping === undefined ? [] : [["default", defaultMapping] as const]),
  ];
  const within = "discriminator";
  return [
    { keyword: within, value: true },
    { keyword: "decider", value: propertyName ?? null, within },
    ...targets.map(
      ([item, to]): Statement => ({
        keyword: "mapped",
        item,
        value: typeof to === "string" ? nameOf(to) : to,
        within,
      }),
    ),
    ...(mapping === undefined || isObject(mapping) ? [] : [{ keyword: "other", item: "mapping", value: mapping }]),
    ...entriesOf(more).map(([item, one]): Statement => ({ keyword: "other", item, value: one })),
  ];
});

const definitions: Reader = readForm("object", (value) =>
  entriesOf(value).map(
    ([item, node]): Statement => ({
      keyword: "definition",
      item,
      value: node,
      child: { kind: "schema", at: `, $defs ${item}`, role: "either", isLate: true },
    }),
  ),
);

export const SCHEMA: Form = {
  view: (node, { side }) => side.views.of(node),
  alike: asChoices,
  first: compareWhole,
  words: {
    ...bounds([...LEAST, ...MOST, "multipleOf"]),
    minimum: limit("minimum", ""),
    exclusiveMinimum: limit("minimum", ">"),
    maximum: limit("maximum", ""),
    exclusiveMaximum: limit("maximum", "<"),
    type: readForm("types", () => []),
    enum: closed,
    "x-enum-varnames": names,
    "x-extensible-enum": each("knownValue"),
    uniqueItems: flag("uniqueItems"),
    pattern: text("pattern"),
    format: text("format"),
    contentEncoding: text("contentEncoding"),
    default: (value) => [{ keyword: "default", value }],
    properties: members,
    required,
    additionalProperties: others,
    "x-tolerant-required": readForm("texts", each("tolerance")),
    items: readForm("schema", (value) => [
      { keyword: "items", value, child: { kind: "schema", at: "[]", isAlone: true } },
    ]),
    allOf: readForm("list", (value, { side }) => readParts("part", "allOf", itemsOf(value), side)),
    ...Object.fromEntries(CHOICES.map((word) => [word, choice(word)])),
    discriminator,
    ...Object.fromEntries(
      ["deprecated", "readOnly", "writeOnly"].map((name): [string, Reader] => [name, flag("mark", name)]),
    ),
    $defs: definitions,
    definitions,
  },
};

/** A member that this direction never has: whatever changes in it, nobody sends or reads it. */
export const HIDDEN: Form = {
  words: {},
  first: (views, task, comparison) => {
    const isText = comparison.sides.isSameButTexts("", views.old, views.new);
    if (!isText) comparison.tell("hiddenMember", "changed", task);
    return isText;
  },
};

/** Types, heirs, and what unevaluated members see. Returns false where the types have nothing in common. */
function compareWhole(views: Pair<JsonObject>, task: Task, comparison: Comparison): boolean {
  compareHeirs(task, comparison);
  const [a, b] = [findSurroundings(views.old), findSurroundings(views.new)];
  if (a && b && !comparison.sides.isSameButTexts("", a, b)) comparison.tell("unevaluated", "changed", task);
  if (views.old.type === undefined && views.new.type === undefined) return true;
  const [old, fresh] = [typesIn(views.old), typesIn(views.new)];
  if (!isWithin(old, fresh) || !isWithin(fresh, old))
    comparison.tell("type", "changed", { ...task, old: old.join(" or "), new: fresh.join(" or ") });
  return isWithin(old, fresh) || isWithin(fresh, old);
}

const hasDiscriminator = (schema: Maybe) => isObject(member(schema, "discriminator"));

/** Compares the schemas that a discriminator leads to, which no reference need name. */
function compareHeirs(task: Task, comparison: Comparison): void {
  const { old, new: fresh } = comparison.sides;
  const [a, b] = [findBase(old, task.pair.old), findBase(fresh, task.pair.new)];
  const heirs = (side: Side, base: Maybe): Statement[] =>
    [...side.roles.findHeirs(base)].map(([item, value]) => ({ keyword: "heir", item, value }));
  const { gone, added, both } = comparison.matched({ old: heirs(old, a), new: heirs(fresh, b) });
  for (const [one, other] of both)
    comparison.compare("schema", { old: one.value, new: other.value }, task.role, one.item ?? "");
  // What a choice leads to is compared with its alternatives; a discriminator that comes or goes is told as that.
  const isChoice = [a, b].some((base) => CHOICES.some((word) => member(base, word) !== undefined));
  if (isChoice || !hasDiscriminator(a) || !hasDiscriminator(b)) return;
  for (const { item = "" } of gone) comparison.tell("heir", "gone", { ...task, item });
  for (const { item = "" } of added) comparison.tell("heir", "added", { ...task, item });
}

/** The schema that has the discriminator: this one, or the only one that it wraps. */
function findBase(side: Side, node: Maybe): Maybe {
  const { value, name } = side.resolve(node);
  if (hasDiscriminator(value) || name !== undefined) return value;
  const parts = ["allOf", ...CHOICES].flatMap((one) => itemsOf(member(value, one)));
  const some = parts.filter((part) => member(part, "type") !== "null");
  const isWrapped = some.length === 1 && member(some[0], "$ref") !== undefined;
  return isWrapped ? findBase(side, some[0]) : value;
}
