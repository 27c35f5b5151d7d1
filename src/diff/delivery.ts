/** `x-delivery`: who receives, what is retried, how often, how long. `null` means that nothing is stated, so a value is no news for anyone. */

import { canonical, isObject, itemsOf, type Json, member } from "../documents/json.ts";
import type { Finding } from "./change.ts";
import { namesOf, type Pair, type Sides, shown } from "./sides.ts";

type Ruling = { isBreaking: boolean; receivers: string } | undefined;

const total = (list: Json) => itemsOf(list).reduce((sum: number, one: Json) => sum + Number(one), 0);
const lost = (old: Json, fresh: Json) => itemsOf(old).filter((one) => !itemsOf(fresh).includes(one));
const fine = (receivers: string): Ruling => ({ isBreaking: false, receivers });
const broken = (receivers: string): Ruling => ({ isBreaking: true, receivers });

/** What a change from one stated value to another means. Members that are not here need a word. */
const RULES: Record<string, (old: Json, fresh: Json) => Ruling> = {
  acknowledgement: (old, fresh) =>
    covers(fresh, old)
      ? fine("What they answer today still counts.")
      : broken("Answers that they give today count as failures and are retried."),
  retryOn: (old, fresh) =>
    lost(old, fresh).length > 0
      ? broken("A delivery that fails this way is not sent again: it is lost unless they notice.")
      : fine("A delivery that fails this way comes again; they treat repetitions as one."),
  recipients: (old, fresh) =>
    lost(fresh, old).length > 0
      ? broken("Webhooks that do not meet the new condition receive nothing any more.")
      : broken("Webhooks receive deliveries that they did not receive before."),
  maxAttempts: (old, fresh) =>
    fresh < old
      ? broken("A delivery is given up sooner: an outage that was survived loses deliveries.")
      : fine("A delivery is tried more often."),
  timeoutSeconds: (old, fresh) =>
    fresh < old
      ? broken("Answers that came in time count as failures now, and are retried.")
      : fine("They have more time to answer."),
  backoff: (old, fresh) =>
    total(fresh) < total(old)
      ? broken("The retries end sooner: an outage that was survived loses deliveries.")
      : fine("The retries are spread otherwise, and not over less time."),
  duplicates: (_, fresh) =>
    fresh === "possible"
      ? broken("Repetitions may arrive; who does not expect them acts twice.")
      : fine("Repetitions no longer arrive."),
  ordering: (_, fresh) =>
    fresh === "none" ? broken("Who relies on the order gets another one.") : fine("An order is kept now."),
  redirects: (_, fresh) =>
    /^(?:false|not-followed|ignored)$/.test(String(fresh))
      ? broken("Receivers that redirect do not get their deliveries any more.")
      : undefined,
  status: (_, fresh) =>
    fresh === "observed"
      ? broken("Their status decides now whether a delivery is retried.")
      : broken("Their status no longer brings a delivery back."),
  name: () => broken("The name of the behaviour changes."),
};

export function compareDelivery(sides: Sides, pair: Pair, where: string): void {
  if (!isObject(pair.old) && !isObject(pair.new)) return;
  for (const name of namesOf(pair)) {
    const [old, fresh] = [member(pair.old, name) ?? null, member(pair.new, name) ?? null];
    if (sameValue(name, old, fresh)) continue;
    if (name === "byResponseHandlingType") {
      for (const type of namesOf({ old, new: fresh }))
        compareDelivery(
          sides,
          { old: member(old, type) ?? {}, new: member(fresh, type) ?? {} },
          `${where}, responseHandlingType ${type}`,
        );
    } else compareRule(sides, name, old, fresh, where);
  }
}

function compareRule(sides: Sides, name: string, old: Json, fresh: Json, where: string): void {
  const kind = `delivery.${name}`;
  const generatedClients = "Constants of the rules of delivery change.";
  if (old === null)
    return void sides.add({
      kind,
      where,
      what: `${name} is stated now: ${shown(fresh)}.`,
      effects: { receivers: "What was left open is known; nothing that was stated changes.", generatedClients },
    });
  const what =
    fresh === null
      ? `${name} is no longer stated; it was ${shown(old)}.`
      : `${name} is ${shown(fresh)} instead of ${shown(old)}.`;
  const ruling = fresh === null ? broken("What they rely on is no longer promised.") : RULES[name]?.(old, fresh);
  if (!ruling)
    return void sides.add({
      kind,
      where,
      what,
      verdict: "unclassified",
      effects: { receivers: "No machine can tell: look at what they rely on.", generatedClients },
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
function sameValue(name: string, old: Json, fresh: Json): boolean {
  if (!Array.isArray(old) || !Array.isArray(fresh) || name === "backoff") return canonical(old) === canonical(fresh);
  return lost(old, fresh).length === 0 && lost(fresh, old).length === 0;
}

/** `2XX` covers 204. */
function covers(range: Json, status: Json): boolean {
  const [a, b] = [String(range).toUpperCase(), String(status).toUpperCase()];
  return a === b || (/^\dXX$/.test(a) && a[0] === b[0]);
}

/** Deliveries come by another method. */
export function anotherMethod(where: string, old: Json, fresh: Json): Finding {
  const name = (method: Json) => (typeof method === "string" ? shown(method.toUpperCase()) : shown(method));
  return {
    kind: "delivery.method",
    where,
    what: `The method is ${name(fresh)} instead of ${name(old)}.`,
    breaks: ["receivers", "generatedClients"],
    effects: {
      receivers: "Receivers that wait for the old method refuse every delivery.",
      generatedClients: "Generate again: routes are bound to a method.",
    },
  };
}

/** `x-status: not-emitted`: described, and not sent today. */
export function compareStatus(sides: Sides, pair: Pair, where: string): void {
  const [old, fresh] = [member(pair.old, "x-status"), member(pair.new, "x-status")];
  if (old === fresh) return;
  const isGone = fresh === "not-emitted";
  const isKnown = isGone || (old === "not-emitted" && fresh === undefined);
  sides.add({
    kind: "delivery.status",
    where,
    what: isGone
      ? "It is not sent any more."
      : isKnown
        ? "It is sent now."
        : `x-status is ${shown(fresh)} instead of ${shown(old)}.`,
    ...(isKnown ? {} : { verdict: "unclassified" as const }),
    breaks: isGone ? ["receivers"] : [],
    effects: {
      receivers: isGone ? "Whoever waits for it waits in vain." : "They may receive what they registered for.",
    },
  });
}

/** `x-idempotency-key`: what makes two deliveries the same. */
export function compareIdempotencyKey(sides: Sides, pair: Pair, where: string): void {
  const [old, fresh] = [member(pair.old, "x-idempotency-key"), member(pair.new, "x-idempotency-key")];
  if (canonical([...itemsOf(old)].sort()) === canonical([...itemsOf(fresh)].sort())) return;
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
        : "By the old key they take duplicates for new ones, or new ones for duplicates.",
      generatedClients: "The constant of the key changes.",
    },
  });
}
