import { tolerantRequired } from "../../src/languages/models.ts";
import type { Json } from "../check/source.ts";
import { tsBanner } from "./banner.ts";
import { emittedEvents, type Schemas, tolerantSchema, withoutAnnotations } from "./schemas.ts";
import { AS_MODULE, newAjv, standaloneCode } from "./standalone.ts";

/** `generated/validators.ts`: ajv's standalone code, without a library and without eval, behind typed functions. */
export function renderValidators(schemas: Schemas, asyncapi: Json): string {
  const objects = [...schemas].filter(([, schema]) => schema.type === "object").map(([name]) => name);
  const events = emittedEvents(asyncapi);
  const tolerant = [...new Set(events.map(([, schema]) => schema))];
  const all = new Map(schemas);
  for (const name of tolerant) all.set(`Received${name}`, tolerantSchema(schemas, name));
  const names = [...objects, ...tolerant.map((name) => `Received${name}`)].sort();

  const bare = new Map([...all].map(([name, schema]) => [name, withoutAnnotations(schema)]));
  // The schemas of a deployment are checked for what they say, not for how they say it.
  const ajv = newAjv(bare, { strict: false, strictNumbers: true, logger: false, code: AS_MODULE });
  const code = standaloneCode(ajv, Object.fromEntries(names.map((name) => [`check${identifier(name)}`, name])));
  return `${tsBanner}// @ts-nocheck: ajv's code below is JavaScript; the functions at the end are typed.
/** Checks of values against the schemas of both documents, without a library at run time. */

import { type Fault, readable } from "./faults.ts";
import type { components } from "./types.ts";

export type { Fault } from "./faults.ts";

/** The schemas of the documents, by name. */
export type Schemas = components["schemas"];

/** The verdict on a value: the value itself, typed, or every fault found. */
export type Validation<T> = { ok: true; value: T } | { ok: false; faults: Fault[] };
${tolerant.map((name) => receivedType(name, tolerantRequired(schemas.get(name)))).join("")}
${code}
${names.map(writeFunctions).join("")}
${receivedEvents(events)}`;
}

/** A component may have any name; `Case.File` becomes `Case_File`. */
const identifier = (schema: string): string => schema.replaceAll(/\W/g, "_");

/** The two functions that check values against one schema. */
function writeFunctions(schema: string): string {
  const name = identifier(schema);
  const lenient = name.startsWith("Received");
  const rule = lenient ? "only what a receiver needs is demanded (U-30)" : "everything the contract states";
  const type = lenient ? name : `Schemas["${schema}"]`;
  const article = /^[AEIOU]/.test(name) ? "an" : "a";
  return `
/** Is the value ${article} ${name}: ${rule}. */
export function is${name}(value: unknown): value is ${type} {
  return check${name}(value);
}

/** Judges ${article} ${name}, with every fault found: ${rule}. */
export function validate${name}(value: unknown): Validation<${type}> {
  return check${name}(value) ? { ok: true, value } : { ok: false, faults: readable(check${name}.errors) };
}
`;
}

/** Returns the type of a payload that has the `required` members; all others may be missing. */
function receivedType(schema: string, required: readonly string[]): string {
  const name = identifier(schema);
  const keys = required.map((key) => `"${key}"`).join(" | ");
  const sure = required.map((key) => `\`${key}\``).join(" and ");
  return `
/** A ${name} as a receiver should take it (U-30): only ${sure} are sure to be there. */
export type Received${name} = Pick<Schemas["${schema}"], ${keys}> & {
  [K in Exclude<keyof Schemas["${schema}"], ${keys}>]?: Schemas["${schema}"][K] | null;
};
`;
}

/** The types and checks of the events that are emitted today. */
function receivedEvents(emitted: readonly [event: string, schema: string][]): string {
  const events = emitted.map(([event, schema]) => [JSON.stringify(event), `Received${identifier(schema)}`]);
  return `/** The body of every event that is emitted today, as a receiver should take it. */
export type ReceivedPayloads = {
${events.map(([event, name]) => `  ${event}: ${name};`).join("\n")}
};

/** What a receiver should demand of them. */
export const RECEIVED_EVENTS: {
  readonly [E in keyof ReceivedPayloads]: (value: unknown) => Validation<ReceivedPayloads[E]>;
} = {
${events.map(([event, name]) => `  ${event}: validate${name},`).join("\n")}
};
`;
}
