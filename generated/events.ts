// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

/**
 * The body of an app webhook delivery: a JSON object to which the service adds `@event`. What else it holds is not stated. It carries no signature, so nothing in it is proven to come from the service.
 * @example [object Object]
 */
export interface AppDelivery {
  /**
   * The name of an event. Today `case_file.payment.confirmed` is the only event that is delivered. The list is open: expect names that are not known yet.
   * @example case_file.payment.confirmed
   */
  '@event': string;
}

/**
 * The case file that a payment belongs to. Further members may be present.
 * @example [object Object]
 */
export interface CaseFileReference {
  /**
   * Identifies the case file.
   * @example 815
   */
  'id': number;
}

/**
 * The body of a client webhook delivery: a snapshot of the payment, with the case file it belongs to. Further members may be present.
 * @example [object Object]
 */
export interface PaymentSnapshot {
  /**
   * The name of an event. Today `case_file.payment.confirmed` is the only event that is delivered. The list is open: expect names that are not known yet.
   * @example case_file.payment.confirmed
   */
  '@event': string;
  /**
   * Identifies the payment.
   * @example 4711
   */
  'id': number;
  /**
   * The amount of the payment. Its unit is not stated, so treat it as a bare number.
   * @example 12550
   */
  'amount': number;
  /**
   * To whom the payment was made. It is `client` for the event that is delivered.
   * @example client
   */
  'paidTo': string;
  /**
   * A point in time in ISO 8601, always with its offset from UTC.
   * @example 2026-03-02T09:15:00+01:00
   */
  'confirmedAt': string;
  /**
   * A point in time in ISO 8601, always with its offset from UTC.
   * @example 2026-03-02T09:15:00+01:00
   */
  'createdAt': string;
  /**
   * A point in time in ISO 8601, always with its offset from UTC.
   * @example 2026-03-02T09:15:00+01:00
   */
  'updatedAt': string;
  /**
   * The case file that a payment belongs to. Further members may be present.
   * @example [object Object]
   */
  'caseFile': CaseFileReference;
}

/** The events that are emitted today, with the body of their delivery. */
export interface EventPayloads {
  "case_file.payment.confirmed": PaymentSnapshot;
}
