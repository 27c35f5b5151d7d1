/** What the deployment states, in place of options that are left out. */

import type { ReceiverOptions } from "collections-contract";
import { EVENT_NAMES, SIGNATURE_HEADER } from "./constants.ts";
import { VALIDATORS } from "./validators.ts";

/** Options `O` in which `K` may be left out, if its value `V` is stated. */
export type Stated<O, K extends keyof O, V> = V extends string ? Omit<O, K> & Partial<Pick<O, K>> : O;

/** Returns the options, and what is stated for those that are left out. */
export function over<O extends object>(
  stated: { readonly [K in keyof O]?: O[K] | null | undefined },
  options: Partial<O>,
): O {
  const known = [...Object.entries(stated), ...Object.entries(options)].filter(([, value]) => value != null);
  return Object.fromEntries(known) as O;
}

/** Returns the options of a receiver with the header, the events and the validators of the deployment. */
export function received<O extends Pick<ReceiverOptions, "validators">>(options: O): O {
  const validators = { ...VALIDATORS, ...options?.validators };
  return { signatureHeader: SIGNATURE_HEADER, events: EVENT_NAMES, ...options, validators };
}
