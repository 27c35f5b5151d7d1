/** Findings that rest on what the driver did, beyond what the judge sees: the driver may be their cause. */

/** What the driver may have done otherwise, and how to tell. */
const CALLS = {
  agency: "confirmPayment() may not pass paidTo on. To tell, look in the service to whom the payment went.",
  recorded: "recordPayment() may confirm the payment. To tell, look at its state in the service.",
  client:
    "confirmPayment() may not pass client on, or the token may be of one client alone. To tell, look in the service " +
    "to which clients the payment and the webhooks belong.",
  app: "dispatchAppEvent() may not pass its App on. To tell, log what the service dispatches, and to which App.",
  event: "dispatchAppEvent() may not pass its event on. To tell, log the name that the service dispatches.",
  switched:
    "setClientWebhookActive() may find the webhook by a URL or a name that others have, too, or return before it is " +
    "switched. To tell, look which webhooks are active in the service when it returns; find them by the id in it.",
} as const;

/** What a finding shows that rests on a call of the driver: its id, or a step of its history; the first that fits. */
const SIGNS: readonly (readonly [sign: RegExp, call: keyof typeof CALLS])[] = [
  [/^(?:deliver\.agency|deliver\.unheard-later|app-deliver\.no-payment) /, "agency"],
  [/^deliver\.recorded /, "recorded"],
  [/^deliver\.(?:(?:to-)?other-client|shared-url-clients|beside-newer) /, "client"],
  [/^app-deliver\.(?:to-)?other-app /, "app"],
  [/^app-deliver\.other-event /, "event"],
  [
    /^(?:deliver\.(?:inactive(?:-again)?|reactivated|others-stay-active|dormant)|\S*beside-inactive-client) /,
    "switched",
  ],
  [/paid to the agency/, "agency"],
  [/\) record /, "recorded"],
  [/\) switch \S+ off/, "switched"],
  [/of the other client|of each of the two clients/, "client"],
  [/to the other App/, "app"],
];

/** Returns what the driver may have done to cause a finding, and how to tell; null if it had no part in it. */
export function doubtOf(id: string, actual: string): string | null {
  const found = SIGNS.find(([sign]) => sign.test(`${id} ${actual}`));
  return found ? CALLS[found[1]] : null;
}
