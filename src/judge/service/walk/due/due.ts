/** Who receives what, each fact once, and what the model of a walk knows: webhooks, what happened, and what came. */

import type { GapId } from "../../../../../generated/assumptions.ts";
import type { FactId } from "../../../../../generated/facts.ts";
import type { Hook, Kind, Received } from "../../../trace.ts";

/**
 * Whether an event must reach a webhook, and the fact or gap that says so. `proof`: it failed before, so it is due
 * unless the service switched it off (U-25): a later delivery proves that not.
 */
export interface Due {
  readonly due: "must" | "proof" | "may" | "not";
  readonly because: FactId | GapId;
}

/** What came, as the model asks for it. */
export interface Seen {
  /** Deliveries to a webhook, by POST. */
  posts(hook: Hook): readonly Received[];
  /** The name of the event in a delivery, if it is one that happened. */
  eventOf(one: Received): string | undefined;
  /** The id of the payment in a delivery. */
  idOf(one: Received): number | undefined;
  /** Whether a delivery can be for no other webhook at its URL. */
  isSure(hook: Hook, one: Received): boolean;
  /** Whether it has the header of a signature. */
  isSigned(one: Received): boolean;
  /** Whether the service has sent copies of a client delivery so far (F-6.5-04). */
  hasCopies(): boolean;
  /** Whether it has sent payments to app webhooks so far. */
  sendsToApps(): boolean;
}

/** A webhook as the model knows it. */
export interface Tracked {
  readonly slot: number;
  readonly hook: Hook;
  /** The names of events that it lists. */
  readonly names: readonly string[];
  /** Its creation was refused, so that it does not exist. */
  readonly isRefused?: boolean;
  /** How its URL is written, if otherwise: whether the judge can be reached there is open. */
  readonly spelt?: string | undefined;
  /** It is a client webhook like most. */
  readonly isUsual?: boolean;
  active: boolean;
  /** Whether it is active is open: it is new and could not be switched on (U-37), or shows no boolean. */
  isUnsure: boolean;
  /** When the call that switched it on began, and when the one that switched it off returned. */
  onAt: number;
  offAt: number;
  /** When attempts may last have failed that nobody saw; before everything if never. */
  lostAt: number;
  /** Some of them were due to it, so that a retry may come late. */
  isOwed: boolean;
}

/** A payment, or an event that was dispatched to an App. */
export interface Happened {
  readonly kind: Kind;
  readonly owner: string;
  readonly name: string;
  /** Its deliveries are told by their name from those of other events that are dispatched. */
  readonly isNamed?: boolean;
  /** Whether it is confirmed, or was dispatched (F-6.2-01). */
  readonly counts: boolean;
  readonly isToAgency?: boolean;
  /** The id of the payment, if the driver tells it. */
  readonly id: number | undefined;
  /** When the driver was asked for it, and when it had answered. */
  readonly from: number;
  readonly at: number;
  /** When it was judged. */
  until: number;
  readonly due: Map<Tracked, Due>;
  /** Attempts may have failed that nobody saw: how often it is retried after those that are seen is open (N-6.5-01). */
  isUnseen: boolean;
}

type Event = Pick<Happened, "kind" | "owner" | "name" | "counts" | "isToAgency">;

/** A webhook at the moment of an event. */
interface State
  extends Pick<Hook, "kind" | "owner">,
    Pick<Tracked, "names" | "isRefused" | "active" | "isUnsure" | "spelt"> {
  /** Since it was switched on, attempts may have failed that nobody saw. */
  readonly isLostSightOf: boolean;
  /** Since then, one failed. */
  readonly hasFailed: boolean;
}

type Row = Due & { readonly applies: (event: Event, webhook: State) => boolean };

/** The first row that applies decides. */
const DUE: readonly Row[] = [
  { due: "not", because: "F-3-03", applies: ({ isToAgency = false }) => isToAgency },
  { due: "not", because: "F-6.2-01", applies: ({ counts }) => !counts },
  { due: "may", because: "A-01", applies: (event, { kind }) => event.kind === "client" && kind === "app" },
  { due: "not", because: "F-6.1-03", applies: (event, { kind }) => event.kind !== kind },
  { due: "not", because: "F-2.2-01", applies: ({ kind, owner }, of) => kind === "client" && owner !== of.owner },
  { due: "not", because: "F-2.3-01", applies: ({ owner }, of) => owner !== of.owner },
  { due: "not", because: "F-2.2-04", applies: (_, { kind, isRefused }) => isRefused === true && kind === "client" },
  { due: "not", because: "F-7-02", applies: (_, { isRefused }) => isRefused === true },
  { due: "not", because: "F-6.2-04", applies: ({ name }, { names }) => !names.includes(name) },
  { due: "not", because: "F-6.5-03", applies: (_, { active, isUnsure }) => !active && !isUnsure },
  { due: "may", because: "U-34", applies: (_, { spelt }) => spelt !== undefined },
  { due: "may", because: "U-37", applies: (_, { isUnsure }) => isUnsure },
  { due: "may", because: "U-25", applies: (_, { isLostSightOf }) => isLostSightOf },
  { due: "proof", because: "U-25", applies: (_, { hasFailed }) => hasFailed },
  { due: "must", because: "F-6.2-01", applies: ({ kind }) => kind === "client" },
];

/** Returns whether an event is due to a webhook, and why. */
export function dueOf(event: Event, webhook: State): Due {
  return DUE.find(({ applies }) => applies(event, webhook)) ?? { due: "must", because: "F-6.4-01" };
}
