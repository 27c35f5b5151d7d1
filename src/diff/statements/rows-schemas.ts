/** The rows of the table for schemas. */

import { isSameText, nameOf } from "../../documents/json.ts";
import { isObject, itemsOf, type JsonObject, type Maybe, member } from "../../values/json.ts";
import { atLeast, atMost, isFormatWithin, isMultiple, limitMove } from "./bounds.ts";
import { areApart, CHOICES, SCHEMA_KEYS } from "./choices.ts";
import { type Cell, FINE, NAMES, NARROWER, OTHER, REVIEW, WIDER } from "./outcomes.ts";
import { all, as, BELOW, row, three, whether } from "./rows.ts";
import type { Judge, Row } from "./statement.ts";
import { isWithin, typesIn } from "./words.ts";

const bound = (move: (old: Maybe, fresh: Maybe) => Cell | undefined): Row =>
  all(({ old, new: fresh }) => move(old, fresh));
const containmentRow = (isIn: (one: Maybe, other: Maybe) => boolean): Row =>
  row(WIDER, NARROWER, ({ old, new: fresh }) => (isIn(fresh, old) ? NARROWER : isIn(old, fresh) ? WIDER : OTHER));

const [TEXTS, LISTS, OBJECTS, NUMBERS] = [["string"], ["array"], ["object"], ["integer", "number"]];

/** A keyword that restricts values of these types alone: where no value has one, it restricts nothing. */
function only(types: readonly string[], { gone, added, changed, ...told }: Row): Row {
  const judged =
    (judge: Cell | Judge): Judge =>
    (one, comparison) => {
      const cell = typeof judge === "function" ? judge(one, comparison) : judge;
      const has = (view: JsonObject) => typesIn(view).some((type) => type === "any" || types.includes(type));
      return cell && (has(one.views.old) || has(one.views.new) ? cell : FINE);
    };
  return row(judged(gone), judged(added), judged(changed), told);
}

/** An alternative that comes or goes is told as that. */
const unlessListed =
  (cell: Cell): Judge =>
  ({ old, new: fresh, views }) => {
    const isIn = (view: JsonObject) =>
      CHOICES.some((word) =>
        itemsOf(view[word]).some((one) => nameOf(String(member(one, "$ref"))) === String(old ?? fresh)),
      );
    return whether(isIn(views.old) === isIn(views.new), cell);
  };

/** A member that this side sees on the other side is told as gone or new. */
const unlessThere =
  (at: "old" | "new"): Judge =>
  ({ views, item }) =>
    whether(member(views[at]["properties"], item) === undefined, FINE);
const unlessSameNames: Judge = ({ views: { old, new: fresh } }) =>
  whether(!isSameText(old["x-enum-varnames"], fresh["x-enum-varnames"]), NAMES);

const byTypes: Judge = ({ old, new: fresh }) => {
  const [a, b] = [String(old).split(" or "), String(fresh).split(" or ")];
  return isWithin(b, a) ? NARROWER : isWithin(a, b) ? WIDER : OTHER;
};
/** A new member: whether those who send it have to, and whether those who receive it were told to expect none. */
const byNeed: Judge = ({ item, views }) => [
  itemsOf(views.new["required"]).includes(item) ? "breaks" : "fine",
  views.old["additionalProperties"] === false ? "breaks" : "fine",
];
/** Tolerant readers ignore what they do not know; whether all readers are tolerant is not known here. */
const OPENED: Cell = ["fine", "review"];
const byOpenness: Judge = ({ old, new: fresh }) =>
  isObject(old) && isObject(fresh) ? undefined : fresh === false ? NARROWER : OPENED;
/** What fits two alternatives fits `anyOf`, and not `oneOf`. */
const byWord: Judge = ({ old, new: fresh, views }, { sides }) => {
  const isApart =
    areApart(sides.old, itemsOf(views.old[String(old)])) && areApart(sides.new, itemsOf(views.new[String(fresh)]));
  return isApart ? FINE : old === "anyOf" ? NARROWER : WIDER;
};
const unlessSame: Judge = ({ old, new: fresh }, { sides }) => whether(!sides.isSameButTexts("", old, fresh), REVIEW);

export const SCHEMA_ROWS: Readonly<Record<string, Row>> = {
  schemaName: all(NAMES, as("schema.renamed", "The schema was called {old}")),
  type: all(byTypes, { codes: three("type"), tells: three("The type is {new} instead of {old}") }),
  enum: row(WIDER, NARROWER, BELOW, {
    codes: ["enum.opened", "enum.closed"],
    tells: ["Other values than {old} are valid now", "Only {new} is valid now"],
  }),
  value: row(NARROWER, WIDER, NAMES, {
    codes: ["enum.removed", "enum.added", "enum.renamed"],
    tells: ["The value {} is gone", "The value {} is new", "The value {} is called {new} instead of {old}"],
  }),
  valueNames: row(unlessSameNames, unlessSameNames, NAMES, { label: "x-enum-varnames" }),
  knownValue: row(OTHER, FINE, BELOW, {
    codes: ["known-value.removed", "known-value.added"],
    label: "The known value {}",
    broken: "Code that expects it, or sends it, meets something that is no longer there.",
    fine: "They may meet it, and ignore what they do not know.",
  }),
  minItems: only(LISTS, bound(atLeast(0))),
  minLength: only(TEXTS, bound(atLeast(0))),
  minProperties: only(OBJECTS, bound(atLeast(0))),
  minContains: bound(atLeast(1)),
  maxItems: only(LISTS, bound(atMost)),
  maxLength: only(TEXTS, bound(atMost)),
  maxProperties: only(OBJECTS, bound(atMost)),
  maxContains: bound(atMost),
  minimum: only(NUMBERS, bound(limitMove(1))),
  maximum: only(NUMBERS, bound(limitMove(-1))),
  multipleOf: only(NUMBERS, containmentRow(isMultiple)),
  uniqueItems: only(LISTS, row(WIDER, NARROWER, BELOW)),
  // Whether one regular expression accepts what another does needs an evaluator.
  pattern: only(TEXTS, row(WIDER, NARROWER, REVIEW)),
  format: containmentRow(isFormatWithin),
  contentEncoding: row(WIDER, NARROWER, OTHER),
  default: row(NARROWER, FINE, NARROWER, {
    broken: "Leaving it out no longer means the same.",
    generated: "Code that fills in the old default keeps sending it.",
  }),
  member: row(OTHER, byNeed, BELOW, {
    isMember: true,
    label: "The member",
    generated: "The types change with the member.",
  }),
  hidden: row(unlessThere("new"), unlessThere("old"), BELOW, {
    isMember: true,
    codes: ["member.hidden", "member.hidden"],
    tells: ["The member is gone; it is not used", "The member is new; it is not used"],
    generated: "The types change.",
  }),
  hiddenMember: all(FINE, { codes: three("member.hidden"), tells: three("The member has changed; it is not used") }),
  hiddenRequired: row(FINE, FINE, BELOW, {
    isMember: true,
    codes: ["member.hidden", "member.hidden"],
    tells: ["The member is no longer required; it is not used", "The member is required now; it is not used"],
  }),
  required: row(WIDER, NARROWER, BELOW, {
    isMember: true,
    codes: ["member.optional", "member.required"],
    tells: ["The member is no longer required", "The member is required now"],
  }),
  others: row(OPENED, NARROWER, byOpenness, {
    codes: three("members.others"),
    tells: [
      "Members of other names are allowed now",
      "Members of other names are refused or restricted now",
      "What members of other names may be has changed",
    ],
  }),
  tolerance: row(FINE, NAMES, BELOW, {
    isMember: true,
    codes: three("tolerance"),
    tells: [
      "The validators for receiving no longer require the member",
      "The validators for receiving require the member now",
    ],
    generated: "A receiver with these validators decides otherwise about a delivery without it.",
    hasNoRole: true,
  }),
  mark: row(FINE, FINE, BELOW, {
    tells: ["It is no longer marked {}", "It is now marked {}"],
    fine: "The value itself is as before.",
  }),
  choice: row(WIDER, NARROWER, byWord, {
    tells: ["{old} no longer restricts the value", "{new} restricts the value now", "It is {new} instead of {old}"],
  }),
  alternative: row(NARROWER, WIDER, BELOW, {
    keys: SCHEMA_KEYS,
    tells: ["The alternative {} is gone", "The alternative {} is new"],
  }),
  // Which values fit more than one alternative needs an evaluator.
  overlap: row(REVIEW, REVIEW, unlessSame, {
    isNode: true,
    tells: three("Values may fit more or fewer alternatives of oneOf than one"),
  }),
  part: row(WIDER, NARROWER, BELOW, {
    keys: SCHEMA_KEYS,
    tells: ["The part {} of allOf is gone", "The part {} of allOf is new"],
  }),
  discriminator: row(REVIEW, REVIEW, BELOW),
  decider: all(OTHER, { tells: three("The member that decides is {new} instead of {old}") }),
  mapped: row(unlessListed(NARROWER), unlessListed(WIDER), REVIEW, {
    tells: [
      "The value {} no longer decides",
      "The value {} decides now, too",
      "The value {} stands for {new} instead of {old}",
    ],
  }),
  heir: row(NARROWER, WIDER, BELOW, { tells: ["It is no longer any {}", "It may be any {} now"] }),
  // Only an evaluator of JSON Schema could tell which members are evaluated.
  unevaluated: all(REVIEW, as("other", "What unevaluatedProperties or unevaluatedItems applies to may have changed")),
  definition: row(NAMES, FINE, BELOW, { hasNoRole: true }),
};
