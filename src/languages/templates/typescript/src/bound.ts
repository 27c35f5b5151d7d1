/** Functions of the npm package that know what the deployment states. */

import type { ReceiverOptions } from "collections-contract";
import { EVENT_NAMES, SIGNATURE_HEADER } from "./constants.ts";
import { VALIDATORS } from "./validators.ts";

type Known<S> = { [K in keyof S]: S[K] extends string ? K : never }[keyof S];
/** Options `O`, of which those may be left out that `S` states. */
type Left<O, S> = [Known<S>] extends [never] ? O : Omit<O, Known<S>> & Partial<Pick<O, Known<S> & keyof O>>;

/** Returns the function, which takes what is stated for options that are left out. */
export function bound<O extends object, R, S extends { readonly [K in keyof O]?: O[K] | null | undefined }>(
  call: (options: O) => R,
  stated: S,
): (options: Left<O, S>) => R {
  const given = (options: object) => Object.entries(options).filter(([, value]) => value != null);
  return (options) => call(Object.fromEntries([...given(stated), ...given(options)]) as O);
}

/** Returns the options of a receiver with the header, the events and the validators of the deployment. */
export function received<O extends Pick<ReceiverOptions, "validators">>(options: O): O {
  const validators = { ...VALIDATORS, ...options?.validators };
  return { signatureHeader: SIGNATURE_HEADER, events: EVENT_NAMES, ...options, validators };
}
