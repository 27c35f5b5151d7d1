/** One delivery to a receiver: what is sent, and what its answer and its effect mean. */

import * as http from "node:http";
import * as https from "node:https";
import { demand, observed } from "../check.ts";
import { type Exchange, isAccepted, type SendOptions } from "../wire/http.ts";

/** One request to the receiver, before it is sent. */
export interface Shape {
  readonly id: number;
  readonly body: string | Buffer;
  /** `undefined` = the correct signature; null = none. */
  readonly signature?: string | null | undefined;
  /** Another spelling of the name of the header. */
  readonly headerName?: (name: string) => string;
  readonly contentType?: string;
  readonly more?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly pieces?: SendOptions["pieces"];
  readonly timeoutMs?: number;
  readonly agent?: SendOptions["agent"];
  /** Whether it takes effect is open, so do not wait for that. */
  readonly isUnclear?: boolean;
  /** One of many at once, which pass the gate together. */
  readonly isOfBurst?: boolean;
  /** The connection ends within the body. */
  readonly isCut?: boolean;
  /** The header twice. */
  readonly isDoubled?: boolean;
}

export interface Delivered {
  readonly shape: Shape;
  readonly exchange: Exchange;
  /** When its answer had come, by `performance.now()`. */
  readonly answeredAt: number;
  /** When its effect was seen, if somebody looked before the answer came. */
  readonly doneAt?: number | undefined;
}

/** Keeps one connection for what is sent one after the other. */
export const oneConnection = (url: string) =>
  new (url.startsWith("https:") ? https : http).Agent({ keepAlive: true, maxSockets: 1 });

/** The receiver asks for a retry, or closes connections. */
export function isBusy({ exchange: { response, failure } }: Delivered): boolean {
  if (failure) return failure.code === "broken" || failure.code === "refused";
  return response?.status === 429 || response?.status === 503;
}

/** It refuses a body of unknown length (RFC 9110, 15.5.12; RFC 9112, 6.1). */
export const needsLength = ({ response }: Exchange): boolean => response?.status === 411 || response?.status === 501;

/** Demands a 2xx. Another check reports a missing answer. `end`: of the sentence with the status. */
export function mustAcknowledge({ exchange }: Delivered, end = "."): void {
  const { response, failure } = exchange;
  observed(failure?.code !== "timeout", "no answer came in time: see receive.answers");
  const actual = response ? `It was answered ${response.status}${end}` : `There was no answer (${failure?.message}).`;
  demand(isAccepted(exchange), "A genuine delivery is answered 2xx.", actual, exchange);
}

/** The events that took effect, by the id of their payment; undefined without a driver. */
export type Effects = Map<number, unknown[]> | undefined;

/** `took`: undefined without a driver. @throws Breach if it took effect, NotObserved if that is unknown */
export function mustHaveNone({ exchange }: Delivered, took: boolean | undefined, seesEffects: boolean): void {
  demand(took !== true, "It has no effect.", "It took effect.", exchange);
  if (took === false) return;
  observed(!seesEffects, "the driver could not say what took effect");
  const isOpen = "it is unknown whether it had an effect";
  observed(!isAccepted(exchange), `it was answered 2xx, and without processed() in a driver, ${isOpen}`);
  observed(exchange.failure?.code !== "timeout", `there was no answer, and without a driver, ${isOpen}`);
}

export function exactlyOnce(effects: Effects, { shape, exchange }: Delivered): void {
  observed(effects, "without processed() in a driver, it is unknown how often it took effect");
  observed(effects.size > 0, "nothing took effect at all: see receive.compact");
  const count = effects.get(shape.id)?.length ?? 0;
  const expected = "It takes effect once.";
  observed(count > 0 || isAccepted(exchange), "it was not answered 2xx, and had no effect");
  demand(count > 0, expected, "It was answered 2xx and had no effect.", exchange);
  demand(count === 1, expected, `It took effect ${count} times.`, exchange);
}
