// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

import type { components } from "./types.ts";

type S = components["schemas"];

export type AppDelivery = S["AppDelivery"];
export type CaseFileReference = S["CaseFileReference"];
export type PaymentSnapshot = S["PaymentSnapshot"];

/** The events that are emitted today, with the body of their delivery. */
export interface EventPayloads {
  "case_file.payment.confirmed": S["PaymentSnapshot"];
}
