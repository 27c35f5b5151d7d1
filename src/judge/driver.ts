/** What the judge needs beyond the contract. A check that needs a member that is missing is not observed. */

import type { components as protocol } from "../../generated/driver-types.ts";
import type { components } from "../../generated/types.ts";

/** The body that creates a client webhook. */
export type ClientWebhookCreate = components["schemas"]["ClientWebhookCreate"];

type DriverValues = protocol["schemas"]["Values"];
/** The recipient of a payment (F-6.2-02): `client` is the IRI of the creditor profile that its case file belongs to. */
export type DriverPayment = protocol["schemas"]["Payment"];
/** The values that the token request needs (F-4.2-04). */
export type DriverCredentials = protocol["schemas"]["Credentials"];
/** Where the judge receives deliveries. Anything between the service and the judge may terminate TLS. */
export type DriverReceiver = protocol["schemas"]["Receiver"];

/** An implementation of the service, as the judge sees it: values and functions. */
export interface ServiceDriver extends DriverValues {
  /** `{base_url}`, read after `start`. */
  baseUrl: string;
  /** `{auth_url}`, read after `start`. */
  authUrl: string;
  /** Called once, before everything else. */
  start?(): Promise<void>;
  /** Called before each group of checks. */
  reset?(): Promise<void>;
  /** Always called at the end. */
  stop?(): Promise<void>;
  /** Returns a new code on each call. */
  credentials?(): Promise<DriverCredentials>;
  /** Returns an access token, if the service can give one without the exchange. */
  accessToken?(): Promise<string | undefined>;
  /** How a request carries its token (N-5-03). Default: `Authorization: Bearer`. */
  requestHeaders?(token?: string): Record<string, string> | Promise<Record<string, string>>;
  /** How a token is refreshed (N-4.2-01). */
  refresh?(refreshToken: string): Promise<{ accessToken: string }>;
  /** Creates a payment and confirms it (F-6.2-02). */
  // biome-ignore lint/suspicious/noConfusingVoidType: a driver may be a function that returns nothing.
  confirmPayment?(payment: DriverPayment): Promise<{ id?: number } | void>;
  /** Creates a payment that is not confirmed. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a driver may be a function that returns nothing.
  recordPayment?(payment: DriverPayment): Promise<{ id?: number } | void>;
  /** Switches a client webhook on or off (N-3-01). Gets the request that created it and the body of the answer. */
  setClientWebhookActive?(webhook: { request: ClientWebhookCreate; response: unknown }, active: boolean): Promise<void>;
  /**
   * Dispatches an event to the webhooks of an App (F-6.4-01). The judge also tries one with another name than the
   * stated one, which a driver may refuse or ignore (F-6.2-02).
   */
  dispatchAppEvent?(appIri: string, event: string): Promise<void>;
  /**
   * Lets an event that the deployment adds happen to a payment of a client; it makes the payment if it needs one.
   * Called for no other event.
   */
  emitEvent?(clientIri: string, event: string): Promise<void>;
  /** Resolves when no attempt is pending. */
  settle?(): Promise<void>;
}

/** A receiver, as the judge sees it. */
export interface ReceiverDriver {
  /** Returns what the receiver has processed so far. */
  processed?(): Promise<{ id: number; event: string }[]>;
  /** Resolves when everything that the receiver acknowledged is processed. */
  settle?(): Promise<void>;
  /** Clears what was processed. */
  reset?(): Promise<void>;
}
