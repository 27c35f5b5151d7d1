/** What a service under test deals in, and the driver that it brings. */

import type { IncomingHttpHeaders } from "node:http";

export type Json = Record<string, unknown>;
export type Kind = "client" | "app";
export type Party = "client" | "agency";
/** The status that answered a delivery, or that its transport failed. */
export type Outcome = number | "error";

/** A webhook of either kind. `body` is what its creator sent, `type` the `responseHandlingType` of an app webhook. */
export type Hook = {
  number: number;
  kind: Kind;
  owner: string;
  url: string;
  events: unknown[];
  type: number;
  active: boolean;
  secret: string;
  body: Json;
};
export type Payment = {
  id: number;
  amount: number;
  caseFile: number;
  paidTo: Party;
  client: string;
  confirmed: boolean;
  at: Date;
};
/**
 * An answer to a delivery that was read to its end. `early`: the informational status before it, 0 if none; `text`: how
 * its body begins, a character for each byte; `phrase`: the reason phrase.
 */
export type Answered = {
  status: number;
  early: number;
  bytes: number;
  text: string;
  isCut: boolean;
  headers: IncomingHttpHeaders;
  phrase: string;
};
export type DeliveryRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  chunked: boolean;
  /** Its end never comes. */
  isEndless?: boolean;
};
/** One attempt: its webhook, its number, its bytes, and what else a careless service could use. */
export type Attempt = {
  hook: Hook;
  hooks: Hook[];
  attempt: number;
  payload: unknown;
  body: Buffer;
  previous: Buffer;
  clientSecret: string;
};
export type TokenRequest = {
  mediaType: string;
  form: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  raw: string;
};
export type Names = {
  clientIri: string;
  otherClientIri: string;
  appIri: string;
  appId: string | number;
  otherAppIri: string;
  otherAppId: string | number;
};

/** The complete driver of such a service. */
export type Driver = Names & {
  baseUrl: string;
  authUrl: string;
  reset(): Promise<void>;
  stop(): Promise<void>;
  credentials(): Promise<{ clientId: string; clientSecret: string; redirectUri: string; code: string }>;
  accessToken(): Promise<string | undefined>;
  requestHeaders(token?: string): Record<string, string>;
  refresh(refreshToken: string): Promise<{ accessToken: string }>;
  receiver: { listen: { host: string; port: number }; origin: string };
  registrationProbesUrls: boolean;
  confirmPayment(payment: { paidTo: Party; client: string }): Promise<{ id: number }>;
  recordPayment(payment: { paidTo: Party; client: string }): Promise<{ id: number }>;
  setClientWebhookActive(
    webhook: { request: { url: string; name: string }; response: unknown },
    active: boolean,
  ): Promise<void>;
  dispatchAppEvent(appIri: string, event: string): Promise<void>;
  settle(): Promise<void>;
  retryWindowMs: number;
};
