/** What the functions of a driver take and return, in the bodies of the calls over HTTP (spec/driver.yaml). */

import type { DriverCall } from "../../../generated/driver.ts";
import type { Json } from "../answers.ts";

/** Arguments by their members in the body, where a list names those of one object; and the member that is returned. */
type Form = { readonly takes?: readonly (string | readonly string[])[]; readonly gives?: string };

const PAYMENT: Form = { takes: [["paidTo", "client"]] };
const FORMS: Partial<Record<DriverCall, Form>> = {
  accessToken: { gives: "accessToken" },
  requestHeaders: { takes: ["token"], gives: "headers" },
  refresh: { takes: ["refreshToken"] },
  confirmPayment: PAYMENT,
  recordPayment: PAYMENT,
  setClientWebhookActive: { takes: [["request", "response"], "active"] },
  dispatchAppEvent: { takes: ["app", "event"] },
  emitEvent: { takes: ["client", "event"] },
  processed: { gives: "events" },
};

/** What a call takes, and the member of its answer that its function returns; without one, the whole answer. */
export const formOf = (name: DriverCall) => ({ takes: [], gives: undefined, ...FORMS[name] });

/** The body of a call with these arguments. */
export function bodyOf(name: DriverCall, given: readonly unknown[]): Json {
  const members = formOf(name).takes.flatMap((one, place) =>
    typeof one === "string"
      ? [[one, given[place] ?? null]]
      : one.map((member) => [member, (given[place] as Json)[member] ?? null]),
  );
  return Object.fromEntries(members);
}

/** The arguments in the body of a call. */
export function argumentsIn(name: DriverCall, body: Json): unknown[] {
  return formOf(name).takes.map((one) =>
    typeof one === "string"
      ? (body[one] ?? undefined)
      : Object.fromEntries(one.map((member) => [member, body[member] ?? null])),
  );
}
