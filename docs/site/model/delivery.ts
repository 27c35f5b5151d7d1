import type { Json } from "./source.ts";

/** One row of the table that says how a delivery behaves. `open`: the description does not state it. */
export type DeliveryRow = { question: string; stated: string; open: boolean };

const WORDS: Record<string, string> = {
  active: "the webhook is active",
  "event-listed": "its `events` list the event",
  "non-2xx": "an answer that is not 2xx",
  "transport-error": "an error in transport",
  possible: "possible",
  ignored: "ignored",
  observed: "observed",
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
  const rows = QUESTIONS.filter(([key]) => key in rules).map(([key, question]) => row(question, rules[key]));
  const types = Object.entries<Json>(rules.byResponseHandlingType ?? {}).flatMap(
    ([value, { name, status, retryOn, transportError }]) => {
      const type = `With \`responseHandlingType\` ${value} (${name})`;
      return [
        row(`${type}: the status`, status),
        row(`${type}: retried after`, retryOn.length > 0 ? retryOn : "no answer"),
        row(`${type}: an error in transport`, transportError),
      ];
    },
  );
  return [...rows, ...types];
}

function row(question: string, value: Json): DeliveryRow {
  const words = (one: Json) => WORDS[one] ?? String(one);
  const stated = Array.isArray(value) ? value.map(words).join(", or ") : value === null ? "" : words(value);
  return {
    question,
    stated: Array.isArray(value) && question === "Sent if" ? value.map(words).join(" and ") : stated,
    open: value === null,
  };
}
