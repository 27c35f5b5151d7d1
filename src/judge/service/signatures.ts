/** The signatures of a run, which no report may show: a delivery may quote that of another (F-5-05). */

import type { Received } from "../trace.ts";
import { signaturesUnder } from "../wire/signature.ts";
import type { Context } from "./context.ts";

/** Headers whose values may be a signature, whatever a service calls it. */
const SIGNING = /signature|authorization|hmac/i;
/**
 * Of how many deliveries the headers are kept, the newest: what a correct service signs is computed for all of them.
 */
const MOST_DELIVERIES = 2000;

/** Every signature that came, and the right one of every body, whether or not a check looked at the delivery. */
export function* signaturesOf({ hooks, trace, signatureName }: Context): Generator<string> {
  const at = Map.groupBy(
    hooks.filter(({ secret }) => secret !== undefined),
    ({ endpoint }) => endpoint,
  );
  const received = trace.of("arrived");
  for (const [index, { one, endpoint }] of received.entries()) {
    // What came elsewhere may be of any webhook, which would be too many secrets to try.
    const of = (endpoint && at.get(endpoint)) ?? [];
    if (received.length - index <= MOST_DELIVERIES) yield* signingValues(one, signatureName);
    for (const secret of new Set(of.map(({ secret = "" }) => secret))) yield* signaturesUnder(one.body, secret);
  }
}

const signingValues = ({ headers }: Received, signatureName: string): string[] =>
  headers.flatMap(([name, value]) =>
    SIGNING.test(name) || name.toLowerCase() === signatureName.toLowerCase() ? [value] : [],
  );
