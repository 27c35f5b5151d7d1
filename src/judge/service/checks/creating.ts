/**
 * Creating webhooks: what must be accepted and what must be refused, each compared with a webhook that is valid in
 * every member.
 */

import type { Json } from "../../answers.ts";
import { demand, NotObserved } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import { type Context, EVENT, type Kind, unknownEvent } from "../context.ts";
import { mustAccept, mustRefuse, outcomeOf } from "../expect.ts";

export const group = "registration";
const SEVERAL = 3;

/** A webhook with all members valid; everything else is compared with it. */
async function plain(context: Context, kind: Kind): Promise<Exchange> {
  return context.create(kind, context.createRequest(kind));
}
export const plainClient = (context: Context) => plain(context, "client");
export const plainApp = (context: Context) => plain(context, "app");
export const plainOf = (kind: Kind) => (kind === "client" ? plainClient : plainApp);

export async function needsPlain(context: Context, kind: Kind): Promise<void> {
  if (!isAccepted(await context.once(plainOf(kind))))
    throw new NotObserved(`every creation is refused: see ${kind}.create`);
}

/**
 * Demands that a request that the facts allow is accepted. If a plain webhook is now refused, too, the reason is a
 * limit of number or rate (F-8-02 names none, N-8-01), not this request.
 */
export async function mustAcceptBesidePlain(
  context: Context,
  kind: Kind,
  exchange: Exchange,
  expected: string,
): Promise<void> {
  if (isAccepted(exchange)) return;
  if (!isAccepted(await plain(context, kind)))
    throw new NotObserved("webhooks like earlier ones are refused now: there may be a limit of webhooks or requests");
  mustAccept(exchange, expected);
}

/** Two more webhooks of the same owner, unless there are several already. */
export async function acceptsSeveral(context: Context, kind: Kind): Promise<void> {
  if (context.createdSinceReset(kind) === 0) await needsPlain(context, kind);
  while (context.createdSinceReset(kind) < SEVERAL) {
    const exchange = await plain(context, kind);
    if (context.createdSinceReset(kind) < SEVERAL)
      mustAccept(exchange, "Another webhook of the same owner is accepted.");
  }
}

/**
 * Refused although the facts say that it is accepted. If nothing at all is accepted, `instead` shows whether this
 * member is the reason.
 */
export async function accepts(
  context: Context,
  kind: Kind,
  change: Json,
  expected: string,
  instead: Json[] = [],
): Promise<void> {
  const exchange = await context.create(kind, { ...context.createRequest(kind), ...change });
  if (isAccepted(exchange)) return;
  if (isAccepted(await context.once(plainOf(kind)))) return mustAcceptBesidePlain(context, kind, exchange, expected);
  for (const other of instead) {
    const accepted = await context.create(kind, { ...context.createRequest(kind), ...other });
    demand(
      !isAccepted(accepted),
      expected,
      `It was refused (${outcomeOf(exchange)}); it was accepted with ${JSON.stringify(other).slice(0, 120)} instead.`,
      exchange,
    );
  }
  await needsPlain(context, kind);
}

export async function refuses(context: Context, kind: Kind, change: Json, expected: string): Promise<void> {
  await needsPlain(context, kind);
  mustRefuse(await context.create(kind, { ...context.createRequest(kind), ...change }), expected);
}

/** This number of events, the known one first; no service needs to know the other names. */
export const eventsOf = (number: number) => [
  EVENT,
  ...Array.from({ length: number - 1 }, (_, index) => unknownEvent(index)),
];

export async function needsUnknownNames(context: Context, kind: Kind): Promise<void> {
  await needsPlain(context, kind);
  const exchange = await context.create(kind, context.createRequest(kind, { events: [EVENT, unknownEvent()] }));
  if (!isAccepted(exchange))
    throw new NotObserved("event names that the service does not know are refused, as they may be (U-09)");
}
