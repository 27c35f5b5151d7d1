/** A webhook as the judge knows it, and what the two kinds have of their own. */

import { CASE_FILE_PAYMENT_CONFIRMED, OPERATIONS } from "../../../generated/constants.ts";
import type { Hook } from "../trace.ts";
import type { Reply } from "../wire/reply.ts";

export type { Accepted, Hook, Kind } from "../trace.ts";

export const EVENT = CASE_FILE_PAYMENT_CONFIRMED;
/** Each kind in words. */
export const A = { client: "a client webhook", app: "an app webhook" } as const;
/** What the driver must be able to do, so that something is due to webhooks of a kind. */
export const TRIGGER = { client: "confirmPayment", app: "dispatchAppEvent" } as const;
export const URL_MEMBER = { client: "url", app: "webhookUrl" } as const;
export const CREATE = { client: OPERATIONS.createClientWebhook, app: OPERATIONS.createAppWebhook } as const;

/** The operation that lists the webhooks of the App with this identifier. */
export const listOf = (id: string | number | undefined) => {
  const { method, path } = OPERATIONS.listAppWebhooks;
  return { method, path: path.replace("{id}", encodeURIComponent(String(id))) };
};

/** A name that no service is stated to know (U-09): `probe_aa`, `probe_ab` and so on. */
export const unknownEvent = (index = 0) =>
  `case_file.payment.probe_${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}`;

/** A webhook whose creation is being sent. */
export type Begun = Pick<Hook, "url" | "target" | "endpoint" | "request">;
type Address = Omit<Begun, "request">;

export interface HookOptions {
  readonly owner?: string | undefined;
  readonly reply?: Reply;
  readonly events?: readonly string[];
  readonly query?: string | undefined;
  /** Changes how its URL is written. */
  readonly spell?: ((url: string) => string) | undefined;
  readonly type?: 1 | 2;
  /** A boolean; or what a service may read as one (U-43). */
  readonly active?: unknown;
  /** The name of a client webhook. Default: one of its own. */
  readonly name?: string | undefined;
  /** Shares the URL of that webhook instead of having one of its own; with a `query`, only its path. */
  readonly at?: Address | undefined;
  /** Called before its creation is sent: another one may have its URL or its name at the same moment. */
  readonly begins?: (one: Begun) => void;
}

/** The address of a webhook, or the same with another query. */
export function inQuery({ url, target, endpoint }: Address, query = /\?.*|$/.exec(target)?.[0] ?? "") {
  const [plain, path] = [url, target].map((one) => one.replace(/\?.*/, ""));
  return { url: plain + query, target: path + query, endpoint };
}
