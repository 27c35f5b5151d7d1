/** Registrations that the service refuses, and that would receive the event if it kept them all the same. */

import { APP_WEBHOOK_EVENTS } from "../../../../generated/constants.ts";
import type { Json } from "../../answers.ts";
import type { Exchange } from "../../wire/http.ts";
import type { Endpoint } from "../../wire/listener.ts";
import { type Context, EVENT, type Kind, unknownEvent } from "../context.ts";

export interface Refused {
  readonly what: string;
  readonly endpoint: Endpoint;
  readonly exchange: Exchange;
}

const BROKEN: Record<Kind, Record<string, (request: Json) => Json>> = {
  client: {
    "without a name": ({ name: _, ...rest }) => rest,
    "with events as a string": (request) => ({ ...request, events: EVENT }),
  },
  app: {
    "with responseHandlingType 3": (request) => ({ ...request, responseHandlingType: 3 }),
    [`with ${APP_WEBHOOK_EVENTS.max + 1} events`]: (request) => ({
      ...request,
      events: [EVENT, ...Array.from({ length: APP_WEBHOOK_EVENTS.max }, (_, index) => unknownEvent(index))],
    }),
  },
};

/**
 * Requests with one fault each; those that were answered 4xx. A failure of the service says nothing of what it kept.
 */
export async function refusedOnes(context: Context, kind: Kind): Promise<Refused[]> {
  const refused: Refused[] = [];
  await context.each(Object.entries(BROKEN[kind]), async ([what, broken]) => {
    const { url, endpoint } = context.address();
    const exchange = await context.create(kind, broken(context.createRequest(kind, {}, url)));
    const status = exchange.response?.status ?? 0;
    // Requests until then were probes of the URL (U-35).
    endpoint.since = performance.now();
    if (status >= 400 && status < 500) refused.push({ what, endpoint, exchange });
  });
  return refused;
}
