import type { Json } from "./source.ts";

/** One row of the table that says how a delivery behaves. `open`: the description does not state it. */
export type DeliveryRow = { question: string; stated: string; open: boolean };

/** Values of `x-delivery` in words; those of one rule alone have its name before them. */
const WORDS: Record<string, string> = {
  active: "the webhook is active",
  "event-listed": "its `events` list the event",
  "non-2xx": "an answer that is not 2xx",
  "transport-error": "an error in transport",
  possible: "possible",
  ignored: "ignored",
  observed: "observed",
  none: "not kept",
  webhook: "that of the events, at each webhook",
  "redirects true": "followed",
  "redirects false": "not followed",
  "transportError true": "retried",
  "transportError false": "not retried",
  "afterLastAttempt keep": "the webhook stays active",
  deactivate: "the webhook is switched off",
  drop: "dropped",
  "pendingOnDeactivation keep": "sent",
};

const QUESTIONS: readonly (readonly [key: string, question: string])[] = [
  ["recipients", "Sent if"],
  ["acknowledgement", "Taken over when the answer is"],
  ["retryOn", "Retried after"],
  ["duplicates", "Repeated deliveries"],
  ["maxAttempts", "Number of attempts"],
  ["backoff", "Time between attempts"],
  ["timeoutSeconds", "Time the service waits for an answer"],
  ["ordering", "Order"],
  ["redirects", "Redirects"],
  ["afterLastAttempt", "After the last failed attempt"],
  ["pendingOnDeactivation", "Pending attempts of a webhook that is switched off"],
];

/** `x-delivery` in words. A `null` means that the point is open. */
export function deliveryRows(rules: Json): DeliveryRow[] {
  const rows = QUESTIONS.filter(([key]) => key in rules).map(([key, question]) => row(question, key, rules[key]));
  const types = Object.entries<Json>(rules.byResponseHandlingType ?? {}).flatMap(
    ([value, { name, status, retryOn, transportError }]) => {
      const type = `With \`responseHandlingType\` ${value} (${name})`;
      return [
        row(`${type}: the status`, "status", status),
        row(`${type}: retried after`, "retryOn", retryOn.length > 0 ? retryOn : "no answer"),
        row(`${type}: an error in transport`, "transportError", transportError),
      ];
    },
  );
  return [...rows, ...types];
}

const JOINED: Record<string, string> = { recipients: " and ", backoff: ", then " };
const SECONDS = new Set(["backoff", "timeoutSeconds"]);

function row(question: string, key: string, value: Json): DeliveryRow {
  const words = (one: Json) => (SECONDS.has(key) ? `${one} s` : (WORDS[`${key} ${one}`] ?? WORDS[one] ?? String(one)));
  const stated = [value]
    .flat()
    .map(words)
    .join(JOINED[key] ?? ", or ");
  return { question, stated: value === null ? "" : stated, open: value === null };
}
