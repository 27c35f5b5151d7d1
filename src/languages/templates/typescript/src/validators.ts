/** Whether JSON fits a model: the types of its members, and those that must be there. Other members pass. */

import type { Fault, Validation } from "collections-contract";
import { EVENT_MODELS, type EventPayloads, MODELS, type ModelTypes } from "./models.ts";

/** The type of a member. Optional ones may be absent or null. */
export type Type =
  | "string"
  | "integer"
  | "number"
  | "boolean"
  | "any"
  | { readonly optional: Type }
  | { readonly list: Type }
  | { readonly map: Type }
  | { readonly model: keyof ModelTypes };

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
  if (type === "any") return [];
  if (typeof type === "string") return isOf(type, value) ? [] : [{ path, message: `must be ${type}` }];
  if ("optional" in type) return value === undefined || value === null ? [] : faultsOf(type.optional, value, path);
  if ("list" in type && !Array.isArray(value)) return [{ path, message: "must be array" }];
  if (typeof value !== "object" || value === null || (!("list" in type) && Array.isArray(value)))
    return [{ path, message: "must be object" }];
  const members: [string, Type][] =
    "model" in type
      ? Object.entries<Type>(MODELS[type.model])
      : Object.keys(value).map((name) => [name, "list" in type ? type.list : type.map]);
  const own = value as Record<string, unknown>;
  return members.flatMap(([name, of]) =>
    faultsOf(of, Object.hasOwn(own, name) ? own[name] : undefined, `${path}/${name}`),
  );
}

function isOf(type: "string" | "integer" | "number" | "boolean", value: unknown): boolean {
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}
