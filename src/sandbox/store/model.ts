/**
 * What the sandbox keeps. Every record has an `id`; times are epoch milliseconds of the sandbox's clock. Records are
 * never changed: a change puts another record in the place of the old one, so that a commit that fails can bring the
 * old one back.
 */

/** A person who may approve access. `clients`: the creditor profiles that this person may act for. */
export interface Customer {
  readonly id: number;
  readonly name: string;
  readonly clients: readonly number[];
}

/** A creditor profile. */
export interface Client {
  readonly id: number;
  readonly name: string;
}

/** An App: the app definition, not an installation. */
export interface App {
  readonly id: number;
  readonly name: string;
}

/** An app that may ask for codes and tokens. `id` is the `client_id`. */
export interface OAuthClient {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
}

/** One approval by a customer. Its tokens end with it. */
export interface Grant {
  readonly id: number;
  readonly oauthClient: string;
  readonly customer: number;
  readonly scopes: readonly string[];
  readonly revoked: boolean;
}

/** An authorization code. `id` is its digest, as for tokens: nothing that is stored can be used. */
export interface Code {
  readonly id: string;
  readonly grant: number;
  readonly oauthClient: string;
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly expiresAt: number;
  readonly used: boolean;
}

export interface Token {
  readonly id: string;
  readonly kind: "access" | "refresh";
  readonly grant: number;
  readonly expiresAt: number | null;
  /** Whether a refresh replaced this refresh token. */
  readonly spent: boolean;
}

/** A case file, on which payments are made. `client`: the id of the creditor profile that it belongs to. */
export interface CaseFile {
  readonly id: number;
  readonly client: number;
}

/** A payment on a case file. */
export interface Payment {
  readonly id: number;
  readonly caseFile: number;
  readonly amount: number;
  readonly paidTo: "client" | "agency";
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly confirmedAt: number | null;
}

/** A registered client webhook. `client`: the id of its owner. */
export interface ClientWebhook {
  readonly id: number;
  readonly client: number;
  readonly name: string;
  readonly events: readonly string[];
  readonly url: string;
  readonly secret: string;
  readonly active: boolean;
  readonly createdAt: number;
}

/** A registered app webhook. `app`: the id of its owner. */
export interface AppWebhook {
  readonly id: number;
  readonly app: number;
  readonly webhookUrl: string;
  readonly events: readonly string[];
  readonly responseHandlingType: 1 | 2;
  readonly active: boolean;
  readonly createdAt: number;
}

/** Which of the two webhook systems. */
export type System = "client" | "app";

/**
 * A fault that the sandbox injects. `drop`: the connection is cut before the answer is read. `other-body`: the
 * signature is that of another body than the one that is sent. `slow`: the body is sent slowly.
 */
export type FaultKind = "drop" | "wrong-signature" | "other-body" | "delay" | "duplicate" | "slow";

export interface DeliveryFault {
  readonly kind: FaultKind;
  /** Number of attempts that it affects, from the first. */
  readonly attempts: number;
  /** For `delay` and `slow`. */
  readonly seconds: number;
}

/** A fault that is switched on. */
export interface InjectedFault {
  readonly kind: FaultKind;
  /** Number of deliveries that it still affects. */
  readonly next: number;
  /** For `delay` and `slow`. */
  readonly seconds: number;
}

export interface Attempt {
  readonly number: number;
  readonly startedAt: number;
  /** Null while it runs. */
  readonly durationMs: number | null;
  /** Request headers as sent, the signature included. */
  readonly headers: Record<string, string>;
  readonly status: number | null;
  /** Why the status is missing: a code of the sandbox, of the operating system or of undici. */
  readonly error: string | null;
  readonly responseHeaders: Record<string, string>;
  /** The first 4 KiB of the answer. */
  readonly responseBody: string;
  /** The fault that was injected, if any. */
  readonly fault: FaultKind | null;
}

/**
 * `pending`: the next attempt is due at `due`. `held`: its webhook is off, and the profile keeps it (U-26). The last
 * three are final.
 */
export type DeliveryState = "pending" | "sending" | "held" | "delivered" | "failed" | "dropped";

export interface Delivery {
  readonly id: number;
  readonly system: System;
  readonly webhook: number;
  readonly url: string;
  readonly event: string;
  readonly payment: number | null;
  /** The exact text that is sent as UTF-8, made once. */
  readonly body: string;
  readonly state: DeliveryState;
  readonly due: number;
  readonly createdAt: number;
  readonly redeliveryOf: number | null;
  readonly fault: DeliveryFault | null;
  readonly attempts: readonly Attempt[];
}

/** What there is one of per sandbox. */
export interface Settings {
  /** `value`: the offset of a real clock, or the time of a virtual one. */
  clock: { readonly id: "clock"; readonly kind: "real" | "virtual"; readonly value: number };
  /** `changes`: the settings of the profile that were changed while it ran. */
  profile: { readonly id: "profile"; readonly changes: Readonly<Record<string, unknown>> };
  /** `last`: the last number of each kind that a reset removed; no number is given out twice. */
  numbers: { readonly id: "numbers"; readonly last: Readonly<Record<string, number>> };
  faults: { readonly id: "faults"; readonly list: readonly InjectedFault[] };
}

export interface Records {
  readonly customer: Customer;
  readonly client: Client;
  readonly app: App;
  readonly oauthClient: OAuthClient;
  readonly grant: Grant;
  readonly code: Code;
  readonly token: Token;
  readonly caseFile: CaseFile;
  readonly payment: Payment;
  readonly clientWebhook: ClientWebhook;
  readonly appWebhook: AppWebhook;
  readonly delivery: Delivery;
  readonly setting: Settings[keyof Settings];
}

export type Kind = keyof Records;
/** The kinds whose ids are numbers of the sandbox. */
export type NumberedKind = { [K in Kind]: Records[K]["id"] extends number ? K : never }[Kind];
/** The kinds whose ids are texts. */
export type NamedKind = Exclude<Kind, NumberedKind>;
