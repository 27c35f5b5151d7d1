/** Warnings for a person; the call continues (U-09, N-9-02). */

import { EVENT_NAMES } from "../../generated/constants.ts";
import type { ClientWarning, OperationId } from "./options.ts";

/** Warning about an event that is not delivered today. */
export function unknownEvent(operationId: OperationId, event: string): ClientWarning | undefined {
  const known = EVENT_NAMES.some((name) => name === event);
  return known ? undefined : { kind: "unknown_event", operationId, event };
}

/** Warning about an answer with `Deprecation` or `Sunset` (N-9-02). */
export function findDeprecation(headers: Headers, operationId: OperationId): ClientWarning | undefined {
  const deprecation = headers.get("deprecation") ?? undefined;
  const sunset = headers.get("sunset") ?? undefined;
  return deprecation || sunset ? { kind: "deprecation", operationId, deprecation, sunset } : undefined;
}

/** Warning about an answer with a number beyond 2^53, such as an id: JavaScript may have rounded it. */
export function findRounded(value: unknown, operationId: OperationId): ClientWarning | undefined {
  let isRounded = false;
  JSON.stringify(value, (_, one) => {
    isRounded ||= typeof one === "number" && Math.abs(one) > Number.MAX_SAFE_INTEGER;
    return one;
  });
  return isRounded ? { kind: "rounded_number", operationId } : undefined;
}

/** Nothing that the service sent may go into a log. */
export function describeWarning(warning: ClientWarning): string {
  if (warning.kind === "rounded_number")
    return `${warning.operationId}: the answer has a number beyond 2^53, which JavaScript may round. raw reads it as text.`;
  if (warning.kind === "deprecation")
    return `${warning.operationId} is deprecated or ends: see the headers Deprecation and Sunset of its answers.`;
  const event = JSON.stringify(warning.event.slice(0, 100));
  return `${warning.operationId}: no event ${event} is known; check its spelling.`;
}

/** Reports each distinct warning once; deprecations once per operation. */
export function once(tell: (warning: ClientWarning) => void): (warning: ClientWarning | undefined) => void {
  const told = new Set<string>();
  return (warning) => {
    if (!warning) return;
    const key = `${warning.kind} ${warning.operationId} ${warning.kind === "unknown_event" ? warning.event : ""}`;
    if (!told.has(key)) tell(warning);
    told.add(key);
  };
}
