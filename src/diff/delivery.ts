/**
 * `x-delivery`: who receives, what is retried, how often, how long. `null` means not stated, so a new value breaks no
 * one.
 */

import { canonical, isSameText } from "../documents/json.ts";
import { isObject, itemsOf, type JsonValue, type Maybe, member } from "../json.ts";
import type { Finding } from "./change.ts";
import { namesOf, type Pair, shown } from "./pair.ts";
import type { Sides } from "./sides.ts";

type Ruling = { isBreaking: boolean; receivers: string } | undefined;
type Rule = (old: JsonValue, fresh: JsonValue) => Ruling;

const total = (list: Maybe) => itemsOf(list).reduce((sum: number, one) => sum + Number(one), 0);
const lost = (old: Maybe, fresh: Maybe) => {
  const kept = new Set(itemsOf(fresh).map(canonical));
  return itemsOf(old).filter((one) => !kept.has(canonical(one)));
};
const fine = (receivers: string): Ruling => ({ isBreaking: false, receivers });
const broken = (receivers: string): Ruling => ({ isBreaking: true, receivers });
const areNumbers = (...values: JsonValue[]) => values.every((value) => typeof value === "number");
const areLists = (...values: JsonValue[]) => values.every(Array.isArray);

/**
 * What a change from one stated value to another means. Members that are missing here, and values of another form,
 * need a review.
 */
const RULES: Readonly<Record<string, Rule>> = {
  acknowledgement: (old, fresh) =>
    covers(fresh, old)
      ? fine("What they answer today still counts.")
      : broken("Answers that they give today count as failures and are retried."),
  retryOn: (old, fresh) =>
    !areLists(old, fresh)
      ? undefined
      : lost(old, fresh).length > 0
        ? broken("A delivery that fails this way is not retried: it is lost unless they notice.")
        : fine("A delivery that fails this way is retried; they treat duplicates as one."),
  recipients: (old, fresh) =>
    !areLists(old, fresh)
      ? undefined
      : lost(fresh, old).length > 0
        ? broken("Webhooks that do not meet the new condition no longer receive anything.")
        : broken("Webhooks receive deliveries that they did not receive before."),
  maxAttempts: (old, fresh) =>
    !areNumbers(old, fresh)
      ? undefined
      : Number(fresh) < Number(old)
        ? broken("Retries end sooner: an outage that was survived loses deliveries.")
        : fine("A delivery is tried more often."),
  timeoutSeconds: (old, fresh) =>
    !areNumbers(old, fresh)
      ? undefined
      : Number(fresh) < Number(old)
        ? broken("Answers that came in time count as failures now, and are retried.")
        : fine("They have more time to answer."),
  backoff: (old, fresh) =>
    !areLists(old, fresh)
      ? undefined
      : total(fresh) < total(old)
        ? broken("The retries end sooner: an outage that was survived loses deliveries.")
        : fine("The retries are spread in another way, over no less time."),
  duplicates: (_, fresh) =>
    fresh === "possible"
      ? broken("Duplicates may arrive; code that does not expect them acts twice.")
      : fine("Duplicates no longer arrive."),
  ordering: (_, fresh) =>
    fresh === "none" ? broken("Code that relies on the order gets another one.") : fine("An order is kept now."),
  redirects: (_, fresh) =>
    /^(?:false|not-followed|ignored)$/.test(String(fresh))
      ? broken("Receivers that redirect no longer get their deliveries.")
      : undefined,
  status: (_, fresh) =>
    fresh === "observed"
      ? broken("Their status decides now whether a delivery is retried.")
      : broken("Their status no longer causes a retry."),
  name: () => broken("The name of the behaviour changes."),
};

export function compareDelivery(sides: Sides, pair: Pair, where: string): void {
  if (!isObject(pair.old) && !isObject(pair.new)) return;
  sides.sawAll(pair);
  for (const name of namesOf(pair)) {
    const [old, fresh] = [member(pair.old, name) ?? null, member(pair.new, name) ?? null];
    if (sameValue(name, old, fresh)) continue;
    if (name === "byResponseHandlingType" && (isObject(old) || old === null) && (isObject(fresh) || fresh === null)) {
      for (const type of namesOf({ old, new: fresh })) {
        const rules = { old: member(old, type) ?? {}, new: member(fresh, type) ?? {} };
        if (isObject(rules.old) && isObject(rules.new))
          compareDelivery(sides, rules, `${where}, responseHandlingType ${type}`);
        else compareRule(sides, name, old, fresh, where);
      }
    } else compareRule(sides, name, old, fresh, where);
  }
}

function compareRule(sides: Sides, name: string, old: JsonValue, fresh: JsonValue, where: string): void {
  const kind = `delivery.${name}`;
  const generatedClients = "Constants of the delivery rules change.";
  if (old === null)
    return void sides.add({
      kind,
      where,
      what: `${name} is stated now: ${shown(fresh)}.`,
      effects: { receivers: "What was open is known; nothing that was stated changes.", generatedClients },
    });
  const what =
    fresh === null
      ? `${name} is no longer stated; it was ${shown(old)}.`
      : `${name} is ${shown(fresh)} instead of ${shown(old)}.`;
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
  const ruling = fresh === null ? broken("What they rely on is no longer promised.") : rule?.(old, fresh);
  if (!ruling)
    return void sides.add({
      kind,
      where,
      what,
      verdict: "unclassified",
      effects: { receivers: "No rule can decide this: check what they rely on.", generatedClients },
    });
  sides.add({
    kind,
    where,
    what,
    breaks: ruling.isBreaking ? ["receivers"] : [],
    effects: { receivers: ruling.receivers, generatedClients },
  });
}

/** Lists of conditions are sets; the order of pauses counts. */
function sameValue(name: string, old: JsonValue, fresh: JsonValue): boolean {
  if (!Array.isArray(old) || !Array.isArray(fresh) || name === "backoff") return isSameText(old, fresh);
  return lost(old, fresh).length === 0 && lost(fresh, old).length === 0;
}

/** `2XX` covers 204. */
function covers(range: JsonValue, status: JsonValue): boolean {
  const [a, b] = [String(range).toUpperCase(), String(status).toUpperCase()];
  return a === b || (/^\dXX$/.test(a) && a[0] === b[0]);
}

/** The finding that deliveries use another method. */
export function anotherMethod(where: string, old: Maybe, fresh: Maybe): Finding {
  const name = (method: Maybe) => (typeof method === "string" ? shown(method.toUpperCase()) : shown(method));
  return {
    kind: "delivery.method",
    where,
    what: `The method is ${name(fresh)} instead of ${name(old)}.`,
    breaks: ["receivers", "generatedClients"],
    effects: {
      receivers: "Receivers that expect the old method refuse every delivery.",
      generatedClients: "Regenerate: routes are bound to a method.",
    },
  };
}

/** `x-status: not-emitted`: described, and not sent today. */
export function compareStatus(sides: Sides, pair: Pair, where: string): void {
  const [old, fresh] = [member(pair.old, "x-status"), member(pair.new, "x-status")];
  if (isSameText(old, fresh)) return;
  const isGone = fresh === "not-emitted";
  const isKnown = isGone || (old === "not-emitted" && fresh === undefined);
  sides.add({
    kind: "delivery.status",
    where,
    what: isGone
      ? "It is no longer sent."
      : isKnown
        ? "It is sent now."
        : `x-status is ${shown(fresh)} instead of ${shown(old)}.`,
    ...(isKnown ? {} : { verdict: "unclassified" as const }),
    breaks: isGone ? ["receivers"] : [],
    effects: {
      receivers: isGone ? "It no longer arrives." : "They may receive what they registered for.",
    },
  });
}

/** `x-idempotency-key`: what makes two deliveries the same. */
export function compareIdempotencyKey(sides: Sides, pair: Pair, where: string): void {
  const [old, fresh] = [member(pair.old, "x-idempotency-key"), member(pair.new, "x-idempotency-key")];
  if (lost(old, fresh).length === 0 && lost(fresh, old).length === 0) return;
  const isNew = old === undefined;
  sides.add({
    kind: "delivery.idempotency-key",
    where,
    what: isNew
      ? `The key for duplicates is stated: ${shown(fresh)}.`
      : `The key for duplicates is ${shown(fresh)} instead of ${shown(old)}.`,
    breaks: isNew ? [] : ["receivers", "generatedClients"],
    effects: {
      receivers: isNew
        ? "They can recognise duplicates by it."
        : "By the old key they take duplicates for new deliveries, or new ones for duplicates.",
      generatedClients: "The constant of the key changes.",
    },
  });
}
