/** `x-delivery`: who receives, what is retried, how often, how long. A value for `null`, not stated, breaks no one. */

import { canonical, isSameText } from "../../documents/json.ts";
import { isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../../values/json.ts";
import { FINE, REVIEW, type Says, SIDE } from "./outcomes.ts";
import { memberNames, type Pair } from "./pair.ts";
import { row } from "./rows.ts";
import type { Comparison, Judge, Row, Task } from "./statement.ts";

const total = (list: Maybe) => itemsOf(list).reduce((sum: number, one) => sum + Number(one), 0);
/** Items that the other list lacks. */
const missingItems = (old: Maybe, fresh: Maybe) => {
  const kept = new Set(itemsOf(fresh).map(canonical));
  return itemsOf(old).filter((one) => !kept.has(canonical(one)));
};

type Is = (old: Maybe, fresh: Maybe) => boolean | undefined;
const ofLists =
  (is: (old: Maybe, fresh: Maybe) => boolean): Is =>
  (old, fresh) =>
    Array.isArray(old) && Array.isArray(fresh) ? is(old, fresh) : undefined;
const less: Is = (old, fresh) => (typeof old === "number" && typeof fresh === "number" ? fresh < old : undefined);

/** A rule: whether a change from one stated value to another breaks receivers; undefined needs a review. */
const rule = (isBroken: Is, broken: string, fine = "What they do today still works."): Row => {
  const judge: Judge = ({ old, new: fresh }) => {
    const is = isBroken(old, fresh);
    return is === undefined ? REVIEW : is ? SIDE : FINE;
  };
  return deliveryRow(judge, { broken, fine });
};
const deliveryRow = (changed: Row["changed"], says: Says): Row =>
  row(SIDE, FINE, changed, {
    isCode: true,
    hasNoRole: true,
    side: "receivers",
    tells: ["{} is no longer stated; it was {old}", "{} is stated now: {new}", "{} is {new} instead of {old}"],
    generated: "Constants of the delivery rules change.",
    ...says,
  });

/** `2XX` covers 204. */
function covers(range: Maybe, status: Maybe): boolean {
  const [a, b] = [String(range).toUpperCase(), String(status).toUpperCase()];
  return a === b || (/^\dXX$/.test(a) && a[0] === b[0]);
}

/** Rows of the table for what deliveries promise. */
export const DELIVERY_ROWS: Readonly<Record<string, Row>> = {
  "delivery.": deliveryRow(REVIEW, { broken: "What they rely on is no longer promised." }),
  "delivery.acknowledgement": rule(
    (old, fresh) => !covers(fresh, old),
    "Answers that they give today count as failures and are retried.",
  ),
  "delivery.retryOn": rule(
    ofLists((old, fresh) => missingItems(old, fresh).length > 0),
    "A delivery that fails this way is not retried: it is lost unless they notice.",
    "A delivery that fails this way is retried; they treat duplicates as one.",
  ),
  "delivery.recipients": rule(
    ofLists(() => true),
    "Other webhooks receive than before.",
  ),
  "delivery.maxAttempts": rule(less, "Retries end sooner: an outage that was survived loses deliveries."),
  "delivery.timeoutSeconds": rule(less, "Answers that came in time count as failures now, and are retried."),
  "delivery.backoff": rule(
    ofLists((old, fresh) => total(fresh) < total(old)),
    "The retries end sooner: an outage that was survived loses deliveries.",
  ),
  "delivery.duplicates": rule(
    (_, fresh) => fresh === "possible",
    "Duplicates may arrive; code that does not expect them acts twice.",
  ),
  "delivery.ordering": rule((_, fresh) => fresh === "none", "Code that relies on the order gets another one."),
  "delivery.redirects": rule(
    (_, fresh) => (/^(?:false|not-followed|ignored)$/.test(String(fresh)) ? true : undefined),
    "Receivers that redirect no longer get their deliveries.",
  ),
  "delivery.status": rule(() => true, "Whether their status causes a retry changes."),
  "delivery.name": rule(() => true, "The name of the behaviour changes."),
};

/** Compares what is stated; nothing and `null` are the same. */
export function compareDelivery(views: Pair<JsonObject>, task: Task, comparison: Comparison): false {
  for (const name of memberNames(views)) {
    const [old, fresh] = [member(views.old, name) ?? null, member(views.new, name) ?? null];
    const isByType = name === "byResponseHandlingType" && [old, fresh].every((one) => one === null || isObject(one));
    if (isByType)
      for (const type of memberNames({ old, new: fresh })) {
        const rules = { old: member(old, type) ?? {}, new: member(fresh, type) ?? {} };
        const where = `${task.where}, responseHandlingType ${type}`;
        if (isObject(rules.old) && isObject(rules.new)) comparison.compare("delivery", rules, task.role, where);
        else if (!isSameText(rules.old, rules.new)) tell(name, rules.old, rules.new, task, comparison);
      }
    else if (!isSameValue(name, old, fresh)) tell(name, old, fresh, task, comparison);
  }
  return false;
}

function tell(item: string, old: JsonValue, fresh: JsonValue, task: Task, comparison: Comparison): void {
  const move = old === null ? "added" : fresh === null ? "gone" : "changed";
  comparison.tell(`delivery.${item}`, move, { ...task, item, old, new: fresh });
}

/** Lists of conditions are sets; the order of pauses counts. */
function isSameValue(name: string, old: JsonValue, fresh: JsonValue): boolean {
  if (!Array.isArray(old) || !Array.isArray(fresh) || name === "backoff") return isSameText(old, fresh);
  return missingItems(old, fresh).length === 0 && missingItems(fresh, old).length === 0;
}
