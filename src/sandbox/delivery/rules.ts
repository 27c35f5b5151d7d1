/** The rules of delivery: what follows an attempt, when the next one is due, which headers it has. */

import { SIGNATURE_PREFIX } from "../../../generated/constants.ts";
import type { Profile } from "../../../generated/profile.ts";
import { signBody } from "../../signature/node.ts";
import type { Needs } from "../parts.ts";
import type { DeliveryFault } from "../store/model.ts";
import type { Target } from "../store/webhooks.ts";

/** Status of the answer, or null when the transport failed. */
export type Answer = { status: number | null };

/**
 * Returns what follows attempt `number` (from 1). Client webhooks are retried on any non-2xx answer and on transport
 * errors (F-6.5-02). For app webhooks the status is ignored with type 1 (F-6.4-03), a non-2xx answer is retried with
 * type 2 (F-6.4-04), and the profile decides on transport errors (U-28) and on the number of attempts (N-6.5-01).
 */
export function next(
  target: Target,
  { status }: Answer,
  number: number,
  profile: Profile,
): "delivered" | "retry" | "failed" {
  const acknowledged = status !== null && status >= 200 && status < 300;
  if (acknowledged) return "delivered";
  if (target.system === "app") {
    const waits = target.webhook.responseHandlingType === 2;
    if (status !== null && !waits) return "delivered";
    const transportRetried =
      profile.appTransportRetry === "always" || (profile.appTransportRetry === "waiting" && waits);
    if (status === null && !transportRetried) return "failed";
  }
  return number < profile.maxAttempts ? "retry" : "failed";
}

/**
 * Returns the pause after attempt `number`. The last one of the schedule repeats (N-6.5-02). `chance`, from 0 to 1, is
 * the share of the jitter that is added.
 */
export function pauseMs(number: number, profile: Profile, chance: number): number {
  const { retryScheduleSeconds: schedule, retryJitter } = profile;
  const seconds = schedule[Math.min(number, schedule.length) - 1] ?? 0;
  return Math.round(seconds * 1000 * (1 + retryJitter * chance));
}

/** Returns the headers of an attempt: the stated ones and no other (F-6.3-02, F-6.3-03, F-6.4-02, U-21). */
export function makeHeaders(
  { profile, signatureHeader }: Needs<"profile" | "signatureHeader">,
  target: Target,
  body: Buffer,
  fault: DeliveryFault | null,
): Record<string, string> {
  if (target.system === "app") return { "Content-Type": profile.appDeliveryMediaType };
  const { secret } = target.webhook;
  const signature = signBody(body, fault?.kind === "wrong-signature" ? `${secret} and more` : secret);
  return { "Content-Type": profile.clientDeliveryMediaType, [signatureHeader]: inHexCase(signature, profile) };
}

/** Returns the signature with its hexadecimal digits in the case of the profile (U-19). */
export function inHexCase(signature: string, { hexCase }: Profile): string {
  const digits = signature.slice(SIGNATURE_PREFIX.length);
  return SIGNATURE_PREFIX + (hexCase === "upper" ? digits.toUpperCase() : digits);
}
