/** The events that the sandbox delivers: those of the deployment, otherwise those of the package. */

import { CASE_FILE_PAYMENT_CONFIRMED, EVENT_NAMES } from "../../../generated/constants.ts";
import { EVENT_SAMPLES } from "../../../generated/samples.ts";
import type { Needs } from "../parts.ts";

/** Returns the names of all events. */
export function eventNames({ deployment }: Needs<"deployment">): readonly string[] {
  return deployment?.events?.map(({ name }) => name) ?? EVENT_NAMES;
}

/** Returns the names of the events that only a call of the control makes happen. */
export const otherEvents = (parts: Needs<"deployment">): readonly string[] =>
  eventNames(parts).filter((name) => name !== CASE_FILE_PAYMENT_CONFIRMED);

/** Returns the payload that the documents show for an event; without members if they show none. */
export function shownPayload({ deployment }: Needs<"deployment">, event: string): Readonly<Record<string, unknown>> {
  const stated = deployment?.events?.find(({ name }) => name === event)?.payload;
  return stated ?? (Object.hasOwn(EVENT_SAMPLES, event) ? EVENT_SAMPLES[event] : undefined) ?? {};
}
