/** A webhook as the judge knows it, and what the two kinds have of their own. */

import { CASE_FILE_PAYMENT_CONFIRMED, OPERATIONS } from "../../../generated/constants.ts";
import type { Json } from "../answers.ts";
import type { Exchange } from "../wire/http.ts";
import type { Endpoint, Reply } from "../wire/listener.ts";

export const EVENT = CASE_FILE_PAYMENT_CONFIRMED;
export type Kind = "client" | "app";
export const URL_MEMBER = { client: "url", app: "webhookUrl" } as const;
export const CREATE = { client: OPERATIONS.createClientWebhook, app: OPERATIONS.createAppWebhook } as const;

/** A name that no service is stated to know (U-09): `probe_aa`, `probe_ab` and so on. */
export const unknownEvent = (index = 0) =>
  `case_file.payment.probe_${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}`;

/** A webhook that leads to the judge. */
export interface Hook {
  readonly kind: Kind;
  readonly owner: string;
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly request: Json;
  readonly response: unknown;
  readonly exchange: Exchange;
  readonly secret: string | undefined;
  /** When its creation had been answered, by `performance.now()`. */
  readonly createdAt: number;
}

/** A creation that was answered 2xx. */
export interface Accepted {
  readonly kind: Kind;
  readonly request: Json;
  readonly exchange: Exchange;
  /** How many resets there had been: what was created before a reset is forgotten. */
  readonly era: number;
}

export interface HookOptions {
  readonly owner?: string | undefined;
  readonly reply?: Reply;
  readonly events?: readonly string[];
  readonly query?: string;
  readonly type?: 1 | 2;
  /** A boolean; or what a service may read as one (U-43). */
  readonly active?: unknown;
  /** The name of a client webhook. Default: one of its own. */
  readonly name?: string | undefined;
  /** Shares the URL of that webhook instead of having one of its own. */
  readonly at?: Hook | undefined;
}
