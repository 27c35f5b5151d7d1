/** Whether JSON fits a model: the types of its members, and those that must be there. Other members pass. */

import type { Fault, Validation } from "collections-contract";
import { EVENT_MODELS, type EventPayloads, MODELS, type ModelTypes } from "./models.ts";

type Plain = "string" | "integer" | "number" | "boolean" | "any";
/** The type of a member. Optional ones may be absent or null. */
export type Type = Plain | { optional: Type } | { list: Type } | { map: Type } | { model: keyof ModelTypes };

/** Returns the verdict on a value. Its faults say where and what is expected, and quote no value. */
export function validate<N extends keyof ModelTypes>(name: N, value: unknown): Validation<ModelTypes[N]> {
  const faults = faultsOf({ model: name }, value, "");
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: value as ModelTypes[N] };
}

/** The validators of payloads, by event. */
export const VALIDATORS = Object.fromEntries(
  Object.entries(EVENT_MODELS).map(([event, name]) => [event, (value: unknown) => validate(name, value)]),
) as { readonly [E in keyof EventPayloads]: (value: unknown) => Validation<EventPayloads[E]> };

function faultsOf(type: Type, value: unknown, path: string): Fault[] {
  if (typeof type === "object" && "optional" in type) return value == null ? [] : faultsOf(type.optional, value, path);
  const expected = typeof type === "string" ? type : "list" in type ? "array" : "object";
  const kind = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  const fits = expected === "any" || (expected === "integer" ? Number.isInteger(value) : kind === expected);
  if (!fits) return [{ path, message: `must be ${expected}` }];
  if (typeof type === "string") return [];
  const own = new Map(Object.entries(value as object));
  const members = "model" in type ? Object.entries<Type>(MODELS[type.model]) : [];
  const items =
    "model" in type ? [] : [...own.keys()].map((name) => [name, "list" in type ? type.list : type.map] as const);
  return [...members, ...items].flatMap(([name, of]) => faultsOf(of, own.get(name), `${path}/${name}`));
}
