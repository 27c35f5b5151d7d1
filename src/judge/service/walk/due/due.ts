/** Who receives what: each fact once. */

import type { Hook } from "../../../trace.ts";
import type { Due, Happened, Tracked } from "./known.ts";

type Event = Pick<Happened, "kind" | "owner" | "name" | "counts" | "isToAgency">;

/** A webhook at the moment of an event. */
interface State extends Pick<Hook, "kind" | "owner">, Pick<Tracked, "names" | "isRefused" | "active" | "isUnsure"> {
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
  { due: "may", because: "U-37", applies: (_, { isUnsure }) => isUnsure },
  { due: "may", because: "U-25", applies: (_, { isLostSightOf }) => isLostSightOf },
  { due: "proof", because: "U-25", applies: (_, { hasFailed }) => hasFailed },
  { due: "must", because: "F-6.2-01", applies: ({ kind }) => kind === "client" },
];

/** Returns whether an event is due to a webhook, and why. */
export function dueOf(event: Event, webhook: State): Due {
  return DUE.find(({ applies }) => applies(event, webhook)) ?? { due: "must", because: "F-6.4-01" };
}
