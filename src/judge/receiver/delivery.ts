/** One delivery to a receiver, and what came of it. */

import * as http from "node:http";
import * as https from "node:https";
import type { Exchange, SendOptions } from "../wire/http.ts";

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
  /** Changes the URL; `id`: of the payment. */
  readonly at?: (url: URL, id: number) => unknown;
  readonly pieces?: SendOptions["pieces"];
  readonly timeoutMs?: number;
  readonly agent?: SendOptions["agent"];
  /** Whether it takes effect is open, so do not wait for that. */
  readonly isUnclear?: boolean;
  /** One of many at once, which pass the gate together. */
  readonly isOfBurst?: boolean;
  readonly endsIn?: SendOptions["endsIn"];
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

/** The events that took effect, by the id of their payment; undefined without a driver. */
export type Effects = Map<number, unknown[]> | undefined;
