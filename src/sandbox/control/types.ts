/** What the control takes and returns, for server and client. Ids are numbers; IRIs name clients and Apps as well. */

import type { Profile } from "../../../generated/profile.ts";
import type { DeliverySummary } from "../delivery/view.ts";
import type { InsideAnswer } from "../inside/receiver.ts";
import type { Difference } from "../profile.ts";
import type {
  App,
  AppWebhook,
  Client,
  ClientWebhook,
  Customer,
  DeliveryState,
  InjectedFault,
  Payment,
  System,
} from "../store/model.ts";

/** The sandbox at a glance. */
export interface ControlState {
  baseUrl: string;
  authUrl: string;
  authorizationUrl: string;
  /** `aheadMs`: how far a real clock was advanced beyond the machine's; a reset takes it back. */
  clock: { kind: "real" | "virtual"; now: string; aheadMs: number };
  profile: Profile;
  /** The settings that differ from the default, with the gap that leaves them open. */
  differences: Difference[];
  /** From registered origins to local ones. */
  forwards: Record<string, string>;
  /** What the receiver inside the sandbox answers, and what it can be told to; null while no webhook leads to it. */
  receiver: { answer: InsideAnswer; answers: Record<InsideAnswer, string> } | null;
  faults: readonly InjectedFault[];
  customers: Customer[];
  clients: (Client & { iri: string })[];
  apps: (App & { iri: string; appId: string | number })[];
  oauthClients: { clientId: string; name: string; redirectUris: readonly string[] }[];
  /** Number of case files. */
  caseFiles: number;
  /** The newest hundred. */
  payments: Payment[];
  clientWebhooks: ClientWebhook[];
  appWebhooks: AppWebhook[];
  /** Number of deliveries in each state. */
  deliveries: Record<DeliveryState, number>;
  attention: Attention;
}

/** Deliveries of one kind of problem: their number, and the ids of the newest five. */
export interface Concern {
  count: number;
  deliveries: number[];
}

/** What is wrong and not cured yet. */
export interface Attention {
  /**
   * Forgeries that a receiver accepted: deliveries whose signature does not hold, by a fault. They are cured once the
   * webhook refuses a later one. `newest`: the signature that was sent beside the right one.
   */
  forged: Concern & { newest: { sent: string; right: string } | null };
  /** Failed deliveries that were not sent again. */
  failed: Concern;
  /** Deliveries whose retry is due later. */
  pending: Concern;
}

/** Which deliveries to list. A member that is left out excludes none. */
export interface DeliveryFilter {
  state?: DeliveryState;
  system?: System;
  /** Id of the webhook; with `system`, because both systems count from 1. */
  webhook?: number;
  /** Id of the payment. */
  payment?: number;
  /** Words that must all occur in id, URL, event, state, body, payment, status, error or fault. */
  find?: string;
  /** Only those with a smaller id: the `next` of the page before. */
  before?: number;
  /** 1 to 200, default 50. */
  limit?: number;
}

/** A page of the list of deliveries. */
export interface DeliveryPage {
  /** The newest first. */
  deliveries: DeliverySummary[];
  /** The `before` of the next page; null on the last. */
  next: number | null;
}

/** An edited delivery to send. */
export interface EditedInput {
  /** The exact text, at most 60,000 characters. It need not be JSON. */
  body: string;
  /** `other-body`: with the signature of the delivery before the edit. Default `right`. */
  signing?: "right" | "other-body" | "wrong-signature";
}

/** A payment to record. */
export interface PaymentInput {
  /** Id or IRI; a case file is created for it. Default: the client 1. */
  client?: number | string;
  /** Id of a case file that exists, instead of a client. */
  caseFile?: number;
  /** A safe integer, default 12,550. Its unit is not stated (N-2.4-01). */
  amount?: number;
  /** Default `client`. */
  paidTo?: "client" | "agency";
  /** Whether to confirm it at once. Default false. */
  confirmed?: boolean;
}

/** The payment as it is now. */
export interface PaymentResult {
  payment: Payment;
  /** Ids of the deliveries that its confirmation created. */
  deliveries: number[];
}

/** Whom an authorization code is for. */
export interface CodeInput {
  /** Default: the first app of the seed. */
  clientId?: string;
  /** Default: the first that the app registered. */
  redirectUri?: string;
  /** The id of the customer who approves. Default: the first. */
  customer?: number;
  /** Default: all scopes of the profile. */
  scopes?: string[];
}

/** What `exchangeCode` takes. */
export interface CodeResult {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  code: string;
}

/** An exchange of a code as it went over HTTP. */
export interface ExchangeResult {
  request: { method: string; url: string; fields: Record<string, string> };
  response: { status: number; body: string };
}

/** Whether a URL may be registered. `forward`: where deliveries to its origin go instead; null: to the URL itself. */
export type UrlVerdict =
  | { ok: true; origin: string; forward: string | null }
  | { ok: false; code: string; reason: string };

/** A client webhook to register without a token. Members that are left out get values of the sandbox. */
export interface ClientWebhookInput {
  /** A public URL (F-2.2-08); a forward may lead it to this machine. */
  url: string;
  /** Id or IRI. Default: the client 1. */
  client?: number | string;
  name?: string;
  /** Default: all events that exist. */
  events?: readonly string[];
}

/** An app webhook to register without a token. */
export interface AppWebhookInput {
  webhookUrl: string;
  /** Id or IRI. Default: the first App. */
  app?: number | string;
  /** Default: all events that exist. */
  events?: readonly string[];
  /** Default 2. */
  responseHandlingType?: 1 | 2;
  /** Default true. */
  active?: boolean;
}

/** Where an advance of the clock led, and what the attempts on the way came to. */
export interface Advanced {
  now: string;
  /** Number of attempts. */
  attempts: number;
  /** Number of deliveries that were delivered. */
  delivered: number;
  /** Number of deliveries that finally failed. */
  failed: number;
}

/** Numbers of a scenario; each scenario uses those that it knows. */
export interface ScenarioInput {
  /** Id or IRI of the client that receives the payments. Default: the client 1. */
  client?: number | string;
  /** For `burst`: number of payments, 1 to 5000, default 20. */
  count?: number;
  /** For `slow`: seconds in which the body is sent, 0 to 60, default 2. */
  seconds?: number;
}
