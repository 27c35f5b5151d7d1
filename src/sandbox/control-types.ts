/** What the control takes and gives, shared by its server and its client. Ids are numbers; a client or an App may be named by its IRI, too. */

import type { Profile } from "../../generated/profile.ts";
import type { DeliverySummary } from "./delivery-view.ts";
import type {
  App,
  AppWebhook,
  CaseFile,
  Client,
  ClientWebhook,
  Customer,
  DeliveryState,
  Payment,
  System,
} from "./model.ts";
import type { Fault } from "./world.ts";

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
  caseFiles: number;
  /** The newest hundred. */
  payments: Payment[];
  clientWebhooks: ClientWebhook[];
  appWebhooks: AppWebhook[];
  deliveries: Record<DeliveryState, number>;
}

export interface DeliveryFilter {
  state?: DeliveryState;
  system?: System;
  webhook?: number;
  payment?: number;
  /** Only those with a smaller id: the `next` of the page before. */
  before?: number;
  /** 1 to 200, default 50. */
  limit?: number;
}

export interface DeliveryPage {
  /** The newest first. */
  deliveries: DeliverySummary[];
  /** What `before` takes for the next page; null on the last. */
  next: number | null;
}

export interface PaymentInput {
  /** Id or IRI; a case file is made for it. */
  client?: number | string;
  /** Or the id of a case file. */
  caseFile?: number;
  amount?: number;
  /** Default `client`. */
  paidTo?: "client" | "agency";
  confirmed?: boolean;
}

export interface PaymentResult {
  payment: Payment;
  /** Ids of the deliveries that its confirmation made. */
  deliveries: number[];
}

export interface CodeInput {
  clientId?: string;
  redirectUri?: string;
  customer?: number;
  /** Default: all that the profile names. */
  scopes?: string[];
}

export interface CodeResult {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  code: string;
}

export interface ScenarioInput {
  client?: number | string;
  count?: number;
  seconds?: number;
}

export type { CaseFile };
