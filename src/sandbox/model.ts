/** What the sandbox keeps. Every record has an `id`; times are epoch milliseconds of the sandbox's clock. */

/** A person of the sandbox: whom the authorization page lets in. `clients`: the creditor profiles this person may act for. */
export interface Customer {
  id: number;
  name: string;
  clients: number[];
}

/** A creditor profile. */
export interface Client {
  id: number;
  name: string;
}

/** An App: the app definition, not an installation. */
export interface App {
  id: number;
  name: string;
}

/** Who may ask for codes and tokens. `id` is the `client_id`. */
export interface OAuthClient {
  id: string;
  name: string;
  secret: string;
  redirectUris: string[];
}

/** One approval by a customer; its tokens fall with it. */
export interface Grant {
  id: number;
  oauthClient: string;
  customer: number;
  scopes: string[];
  revoked: boolean;
}

/** `id` is the digest of the code, as it is for tokens: nothing stored can be used. */
export interface Code {
  id: string;
  grant: number;
  oauthClient: string;
  redirectUri: string;
  challenge: string | null;
  expiresAt: number;
  used: boolean;
}

export interface Token {
  id: string;
  kind: "access" | "refresh";
  grant: number;
  expiresAt: number | null;
  /** A refresh token that was replaced. */
  spent: boolean;
}

/** What payments are made on. `client`: the id of the creditor profile that it belongs to. */
export interface CaseFile {
  id: number;
  client: number;
}

export interface Payment {
  id: number;
  caseFile: number;
  amount: number;
  paidTo: "client" | "agency";
  createdAt: number;
  updatedAt: number;
  confirmedAt: number | null;
}

export interface ClientWebhook {
  id: number;
  client: number;
  name: string;
  events: string[];
  url: string;
  secret: string;
  active: boolean;
  createdAt: number;
}

export interface AppWebhook {
  id: number;
  app: number;
  webhookUrl: string;
  events: string[];
  responseHandlingType: 1 | 2;
  active: boolean;
  createdAt: number;
}

export type System = "client" | "app";

/** What the sandbox does wrong on purpose. `drop`: the connection is cut before the answer is read. `slow`: the body trickles. */
export type FaultKind = "drop" | "wrong-signature" | "delay" | "duplicate" | "slow";

export interface DeliveryFault {
  kind: FaultKind;
  /** How many attempts of the delivery it spoils. */
  attempts: number;
  /** For `delay` and `slow`. */
  seconds: number;
}

export interface Attempt {
  number: number;
  startedAt: number;
  /** Null while it runs. */
  durationMs: number | null;
  /** Request headers as sent, the signature included. */
  headers: Record<string, string>;
  status: number | null;
  /** Why there is no status: a code, and what the operating system called it. */
  error: string | null;
  responseHeaders: Record<string, string>;
  /** The beginning of the answer. */
  responseBody: string;
  /** What was spoilt on purpose. */
  fault: FaultKind | null;
}

/**
 * pending: the next attempt is due at `due`. held: its webhook is off, and the profile keeps it (U-26). delivered, failed, dropped: over.
 */
export type DeliveryState = "pending" | "sending" | "held" | "delivered" | "failed" | "dropped";

export interface Delivery {
  id: number;
  system: System;
  webhook: number;
  url: string;
  event: string;
  payment: number | null;
  /** The exact text that is sent as UTF-8, made once. */
  body: string;
  state: DeliveryState;
  due: number;
  createdAt: number;
  redeliveryOf: number | null;
  fault: DeliveryFault | null;
  attempts: Attempt[];
}

/** One of each per sandbox. */
export type Setting =
  /** What the clock shows beyond that of the machine, or at all if it is virtual. */
  | { id: "clock"; kind: "real" | "virtual"; value: number }
  /** What of the profile was changed while it ran. */
  | { id: "profile"; changes: Record<string, unknown> }
  /** The last number of each kind that a reset took away: none is given out twice. */
  | { id: "numbers"; last: Record<string, number> };

export interface Records {
  customer: Customer;
  client: Client;
  app: App;
  oauthClient: OAuthClient;
  grant: Grant;
  code: Code;
  token: Token;
  caseFile: CaseFile;
  payment: Payment;
  clientWebhook: ClientWebhook;
  appWebhook: AppWebhook;
  delivery: Delivery;
  setting: Setting;
}

export type Kind = keyof Records;
export type IdOf<K extends Kind> = Records[K]["id"];
