/** The rules of delivery, as functions without a world: what follows an attempt, when the next one is, what the headers are. */

import { SIGNATURE_PREFIX } from "../../generated/constants.ts";
import type { Profile } from "../../generated/profile.ts";
import { signBody } from "../signature.ts";
import type { AppWebhook, ClientWebhook, DeliveryFault } from "./model.ts";

/** A webhook of either system, as deliveries see it. */
export type Target = { system: "client"; webhook: ClientWebhook } | { system: "app"; webhook: AppWebhook };

/** Status of the answer, or null when the transport failed. */
export type Answer = { status: number | null };

/**
 * What follows attempt `number` (from 1): client webhooks are retried on any non-2xx answer and on transport errors (F-6.5-02); for app
 * webhooks the status is ignored with type 1 (F-6.4-03) and a non-2xx answer is retried with type 2 (F-6.4-04), transport errors as the
 * profile says (U-28). How often is the profile's (N-6.5-01).
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

/** The pause after attempt `number`; the last of the schedule repeats (N-6.5-02). `chance` from 0 to 1 lengthens it by the jitter. */
export function pauseMs(number: number, profile: Profile, chance: number): number {
  const { retryScheduleSeconds: schedule, retryJitter } = profile;
  const seconds = schedule[Math.min(number, schedule.length) - 1] ?? 0;
  return Math.round(seconds * 1000 * (1 + retryJitter * chance));
}

/** The headers of an attempt: the stated ones and no other (F-6.3-02, F-6.3-03, F-6.4-02, U-21). `header` is the one of the signature. */
export function headersOf(
  target: Target,
  body: Buffer,
  profile: Profile,
  fault: DeliveryFault | null,
  header: string,
): Record<string, string> {
  if (target.system === "app") return { "Content-Type": profile.appDeliveryMediaType };
  const { secret } = target.webhook;
  const signature = signBody(body, fault?.kind === "wrong-signature" ? `${secret} and more` : secret);
  return { "Content-Type": profile.clientDeliveryMediaType, [header]: spelled(signature, profile) };
}

/** U-19. */
export function spelled(signature: string, { hexCase }: Profile): string {
  const digits = signature.slice(SIGNATURE_PREFIX.length);
  return SIGNATURE_PREFIX + (hexCase === "upper" ? digits.toUpperCase() : digits);
}
