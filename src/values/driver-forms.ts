/** What the functions of a driver take and return, in the bodies of the calls over HTTP (spec/driver.yaml). */

import type { DriverCall } from "../../generated/driver.ts";

type Body = Readonly<Record<string, unknown>>;

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
export function bodyOf(name: DriverCall, given: readonly unknown[]): Body {
  const members = formOf(name).takes.flatMap((one, place) =>
    typeof one === "string"
      ? [[one, given[place] ?? null]]
      : one.map((member) => [member, (given[place] as Body)[member] ?? null]),
  );
  return Object.fromEntries(members);
}

/** The arguments in the body of a call. */
const argumentsIn = (name: DriverCall, body: Body): unknown[] =>
  formOf(name).takes.map((one) =>
    typeof one === "string"
      ? (body[one] ?? undefined)
      : Object.fromEntries(one.map((member) => [member, body[member] ?? null])),
  );

/** The functions of a driver, by the names of the calls. */
type Functions = { readonly [N in DriverCall]?: ((...given: never[]) => unknown) | undefined };

/** Calls the function of a driver with what a body holds, and resolves to the body of the answer. */
export async function answerBy(driver: Functions, name: DriverCall, body: Body): Promise<unknown> {
  const call = driver[name] as (...given: unknown[]) => unknown;
  const result = await call.apply(driver, argumentsIn(name, body));
  const { gives } = formOf(name);
  return gives === undefined ? result : { [gives]: result };
}
