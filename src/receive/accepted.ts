/** Reports acknowledged deliveries, after the answer. */

import { DUPLICATE, HANDLED, IGNORED, type Outcome, type Problem, STORED } from "./outcome.ts";

/** The outcome of an acknowledged delivery. Only with `handled` did its handler run for this delivery. */
export type AcceptedAs = "handled" | "duplicate" | "stored" | "ignored";

/** A delivery that was acknowledged, for counting and timing. Holds no payload, no key and no secret. */
export type Accepted = {
  /** What the sender received. */
  readonly status: number;
  readonly as: AcceptedAs;
  /** Whether a secret matched; false for app webhooks, which are not signed (F-6.4-02). */
  readonly verified: boolean;
  /**
   * Name under which the handler is registered; with an inbox, the name of a verified event. Absent if anyone could
   * have chosen the name.
   */
  readonly event?: string;
  /** Label of the secret that matched; absent if it has none. */
  readonly label?: string;
  /** The customer or installation whose payment it is; absent if the secret has no label and no owner. */
  readonly owner?: string;
  /** Milliseconds from the last byte of the body to the answer, with fractions. */
  readonly durationMs: number;
};

/** Counts the answers of receivers. Its functions are called for each answer, and must neither throw nor wait. */
export type Meters = { accepted(accepted: Accepted): void; refused(problem: Problem): void };

/** Who hears of an acknowledged delivery. */
type Hooks = {
  readonly onAccepted?: ((accepted: Accepted) => void) | undefined;
  readonly meters?: Meters | undefined;
};

/** What is known about a delivery while it is processed. */
export type Seen = { event?: string; label?: string; owner?: string };

const ACCEPTED_AS: ReadonlyMap<Outcome, AcceptedAs> = new Map([
  [HANDLED, "handled"],
  [DUPLICATE, "duplicate"],
  [STORED, "stored"],
  [IGNORED, "ignored"],
]);

/**
 * Returns `handle`, which then reports what it acknowledged: to `meters` at once, and to `onAccepted` later. That
 * report waits for a timer, so the answer is sent first, however long the report takes. Its errors are printed.
 */
export function createTell<Request>(
  { onAccepted, meters }: Hooks,
  verified: boolean,
  handle: (body: Uint8Array, request: Request, seen: Seen) => Outcome | Promise<Outcome>,
): (body: Uint8Array, request: Request) => Promise<Outcome> {
  return async (body, request) => {
    const startedAt = performance.now();
    const seen: Seen = {};
    const outcome = await handle(body, request, seen);
    const as = ACCEPTED_AS.get(outcome);
    if (!as) return outcome;
    const accepted: Accepted = {
      status: outcome.status,
      as,
      verified,
      ...seen,
      durationMs: performance.now() - startedAt,
    };
    meters?.accepted(accepted);
    // An async function, so that a hook that is async and rejects is printed as well.
    setTimeout(() => void (async () => onAccepted?.(accepted))().catch(console.error));
    return outcome;
  };
}
