/** What the control takes and gives, shared by its server and its client. Ids are numbers; a client or an App may be named by its IRI, too. */

import type { Profile } from "../../generated/profile.ts";
import type { DeliverySummary } from "./delivery-view.ts";
import type { App, AppWebhook, Client, ClientWebhook, Customer, DeliveryState, Payment, System } from "./model.ts";
import type { Fault } from "./world.ts";

/** The sandbox at a glance. */
export interface ControlState {
  baseUrl: string;
  authUrl: string;
  authorizationUrl: string;
  clock: { kind: "real" | "virtual"; now: string };
  profile: Profile;
  /** The settings that differ from the default, with the gap that leaves them open. */
  differences: { key: keyof Profile; gap: string; value: unknown; default: unknown }[];
  forwards: Record<string, string>;
  faults: Fault[];
  customers: Customer[];
  clients: (Client & { iri: string })[];
  apps: (App & { iri: string; appId: string | number })[];
  oauthClients: { clientId: string; name: string; redirectUris: string[] }[];
  /** How many there are. */
  caseFiles: number;
  /** The newest hundred. */
  payments: Payment[];
  clientWebhooks: ClientWebhook[];
  appWebhooks: AppWebhook[];
  /** How many are in each state. */
  deliveries: Record<DeliveryState, number>;
}

/** Which deliveries to list; a member that is left out excludes none. */
export interface DeliveryFilter {
  state?: DeliveryState;
  system?: System;
  /** Its id; with `system`, because both systems count from 1. */
  webhook?: number;
  /** Its id. */
  payment?: number;
  /** Only those with a smaller id: the `next` of the page before. */
  before?: number;
  /** 1 to 200, default 50. */
  limit?: number;
}

/** A part of the list of deliveries. */
export interface DeliveryPage {
  /** The newest first. */
  deliveries: DeliverySummary[];
  /** What `before` takes for the next page; null on the last. */
  next: number | null;
}

/** A payment to record. */
export interface PaymentInput {
  /** Id or IRI; a case file is made for it. Default: the client 1. */
  client?: number | string;
  /** Or the id of a case file that exists. */
  caseFile?: number;
  /** A safe integer, default 12 550. Its unit is not stated (N-2.4-01). */
  amount?: number;
  /** Default `client`. */
  paidTo?: "client" | "agency";
  /** Confirm it at once. Default false. */
  confirmed?: boolean;
}

/** The payment as it is now. */
export interface PaymentResult {
  payment: Payment;
  /** Ids of the deliveries that its confirmation made. */
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
  /** Default: all that the profile names. */
  scopes?: string[];
}

/** All that `exchangeCode` needs. */
export interface CodeResult {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  code: string;
}

/** Numbers of a scenario; each takes what it knows. */
export interface ScenarioInput {
  /** Id or IRI of the client that is paid. Default: the client 1. */
  client?: number | string;
  /** For `burst`: how many payments, 1 to 5000, default 20. */
  count?: number;
  /** For `slow`: over how many seconds the body is sent, 0 to 60, default 2. */
  seconds?: number;
}
