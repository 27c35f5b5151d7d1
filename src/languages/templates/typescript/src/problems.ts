/** What a receiver without `onProblem` writes to standard error. */

const QUIET_MS = 60_000;

const ADVICE: Readonly<Record<string, string>> = {
  body_not_received:
    "A framework read the body before the receiver, or a proxy kept it. Pass the request on unread, or behind express.raw().",
  event_busy: "The same payment is being handled. The service was asked to retry.",
  handler_deadline: "The handler did not end in time, and goes on. The service was asked to retry.",
  handler_failed: "The payment counts as not handled. The service was asked to retry.",
  secrets_unavailable: "The function that finds the secrets failed. The service was asked to retry.",
  signature_mismatch:
    "None of the secrets makes this signature. Check that the secret belongs to this webhook and is used unchanged, " +
    "and that nothing changes the body before the receiver gets it.",
  store_failed: "The store failed, so the payment counts as not handled. The service was asked to retry.",
};

/**
 * Makes a function that writes problems to standard error: those with a 5xx always and with the stack of the error,
 * others once a minute for each code, because anyone can send what is refused. 405 is not told: it answers checks of health.
 */
export function problemLog(): (status: number, code: string, error?: unknown) => void {
  const told = new Map<string, number>();
  return (status, code, error) => {
    const now = performance.now();
    if (status === 405 || (status < 500 && now - (told.get(code) ?? Number.NEGATIVE_INFINITY) < QUIET_MS)) return;
    told.set(code, now);
    console.error(...[`collections-contract: ${code}. ${ADVICE[code] ?? ""}`.trim(), error].filter(Boolean));
  };
}

/** Writes that duplicates are not known to other processes. */
export function warnOfOneProcess(): void {
  console.warn(
    "collections-contract: Duplicates are kept in this process alone: give the receiver a store that lasts if there are several.",
  );
}
