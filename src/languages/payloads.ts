/** `vectors/payloads.json` of each package: payloads as they are sent, with what a model has to make of each. */

import { isObject, type JsonObject, type JsonValue, type Maybe } from "../values/json.ts";
import { BANNER } from "./banner.ts";
import type { Member, MemberType, Model } from "./models.ts";

const ABOUT =
  "Payloads for models. text: the JSON as it is sent. verdict: 'taken' (read without an error), 'refused' (an " +
  "error), or 'exact' (an integer beyond 64 bits, or with an exponent or a fraction of zero: taken with its exact " +
  "value, or refused, never rounded, cut or wrapped). survives: written again, what was taken is the same JSON, " +
  "unknown members included; false where a member is null, which may become absent.";

const INT64_MAX = 2n ** 63n - 1n;

/** A payload of one schema. `id`: the schema and the one fault. */
export interface Payload {
  readonly id: string;
  readonly schema: string;
  readonly text: string;
}

export interface Verdict extends Payload {
  readonly verdict: "taken" | "refused" | "exact";
  readonly survives: boolean;
}

/**
 * Models look at types and at what must be there; formats and bounds are the business of validators. So a payload that
 * is valid is taken, and one that is not may be, too. Payloads of schemas without a model are left out.
 */
export function judged(payloads: readonly Payload[], models: readonly Model[]): Verdict[] {
  const made = models.flatMap((model) => (isShown(model, payloads) ? [] : madeFor(model, models)));
  return [...payloads, ...made].flatMap(({ id, schema, text }) => {
    const model = models.find(({ name }) => name === schema);
    if (!model) return [];
    const data: JsonValue = JSON.parse(text, asFraction);
    const taken = fits(data, { kind: "model", name: schema }, models);
    const verdict = !taken ? "refused" : isUncommon(text, models) ? "exact" : "taken";
    return [{ id, schema, verdict, survives: taken && !hasNull(data, model, models), text }];
  });
}

/** Whether a payload has all members of the model. */
function isShown({ name, members }: Model, payloads: readonly Payload[]): boolean {
  const texts = payloads.filter(({ schema }) => schema === name).map(({ text }) => text);
  return texts.some((text) => members.every(({ json }) => text.includes(`${JSON.stringify(json)}:`)));
}

/** A payload with everything, one without what is optional, one with null for it, and one fault for each member. */
function madeFor({ name: schema, members }: Model, models: readonly Model[]): Payload[] {
  const whole = sample({ kind: "model", name: schema }, models) as JsonObject;
  const changed = (id: string, change: (one: Member, value: Maybe) => Maybe) => {
    const values = members.map((one): [string, Maybe] => [one.json, change(one, whole[one.json])]);
    return { id: `${schema}/${id}`, schema, text: JSON.stringify(Object.fromEntries(values)) };
  };
  return [
    changed("every-member", (_, value) => value),
    changed("only-required", ({ required }, value) => (required ? value : undefined)),
    changed("null-for-optional", ({ required }, value) => (required ? value : null)),
    ...members
      .filter(({ type }) => type.kind !== "any")
      .map((odd) =>
        changed(`${odd.json}-is-another-type`, (one, value) => (one === odd ? otherThan(one.type) : value)),
      ),
    { id: `${schema}/as-list`, schema, text: "[]" },
  ];
}

/** A value that is not of the type. */
function otherThan({ kind }: MemberType): JsonValue {
  return kind === "list" ? { a: 1 } : kind === "string" || kind === "boolean" ? 1 : "a";
}

/** Reviver for `JSON.parse`: what JavaScript would round to an integer stays a fraction, which is not an id. */
function asFraction(_name: string, value: unknown, { source = "" }: { source?: string } = {}): unknown {
  return typeof value === "number" && Number.isInteger(value) && isRoundedFraction(source) ? 0.5 : value;
}

/** Whether a JSON number is not an integer, by its digits: `1.0` and `1e2` are integers. */
function isRoundedFraction(source: string): boolean {
  const [, whole = "", fraction = "", exponent = "0"] = /^-?(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(source) ?? [];
  const behindThePoint = fraction.length - Number(exponent);
  return behindThePoint > 0 && /[1-9]/.test((whole + fraction).slice(-behindThePoint));
}

/** The text of the file. */
export function payloadsFile(cases: readonly Verdict[]): string {
  return `${JSON.stringify({ "x-generated": BANNER, about: ABOUT, cases }, null, 2)}\n`;
}

/** A value with every member. */
function sample(type: MemberType, models: readonly Model[], above: readonly string[] = []): JsonValue {
  if (type.kind === "list") return [sample(type.of, models, above), sample(type.of, models, above)];
  if (type.kind === "map") return { a: sample(type.of, models, above), "b c": sample(type.of, models, above) };
  if (type.kind !== "model") return SAMPLES[type.kind];
  const { members = [] } = models.find(({ name }) => name === type.name) ?? {};
  // A model inside itself ends where it is optional.
  const shown = members.filter(({ required, type: inner }) => required || !leadsTo(inner, [...above, type.name]));
  return Object.fromEntries(shown.map(({ json, type: inner }) => [json, sample(inner, models, [...above, type.name])]));
}

const SAMPLES = {
  ...{ string: "a", integer: 1, number: 1.5, boolean: true },
  any: [1, "a", true, { b: [1.5], c: {}, d: [] }],
};

function leadsTo(type: MemberType, names: readonly string[]): boolean {
  return "of" in type ? leadsTo(type.of, names) : type.kind === "model" && names.includes(type.name);
}

function fits(value: Maybe, type: MemberType, models: readonly Model[]): boolean {
  if (type.kind === "any") return true;
  if (type.kind === "list") return Array.isArray(value) && value.every((one) => fits(one, type.of, models));
  if (type.kind === "map") return isObject(value) && Object.values(value).every((one) => fits(one, type.of, models));
  if (type.kind === "integer") return Number.isInteger(value);
  if (type.kind !== "model") return typeof value === type.kind;
  if (!isObject(value)) return false;
  const { members = [] } = models.find(({ name }) => name === type.name) ?? {};
  return members.every(({ json, type: inner, required }) => {
    const one = Object.hasOwn(value, json) ? value[json] : undefined;
    return one === undefined || one === null ? !required : fits(one, inner, models);
  });
}

/**
 * Whether an integer stands there that some languages cannot read as it is written: beyond 64 bits, or with a fraction
 * of zero or an exponent. By the digits, because the parsed number has lost them.
 */
function isUncommon(text: string, models: readonly Model[]): boolean {
  const integers = new Set(
    models.flatMap(({ members }) => members.filter(({ type }) => type.kind === "integer")).map(({ json }) => json),
  );
  let found = false;
  JSON.parse(text, (key, value, { source = "" }: { source?: string } = {}) => {
    if (typeof value !== "number" || !integers.has(key)) return value;
    const isPlain = /^-?\d+$/.test(source);
    found ||= !isPlain || BigInt(source) > INT64_MAX || BigInt(source) < -INT64_MAX - 1n;
    return value;
  });
  return found;
}

/** Whether a known member is null, at any depth. */
function hasNull(data: Maybe, model: Model, models: readonly Model[]): boolean {
  if (!isObject(data)) return false;
  return model.members.some(({ json, type }) => data[json] === null || hasNullInside(data[json], type, models));
}

function hasNullInside(data: Maybe, type: MemberType, models: readonly Model[]): boolean {
  if ("of" in type && typeof data === "object" && data !== null)
    return Object.values(data).some((one) => hasNullInside(one, type.of, models));
  const inner = type.kind === "model" ? models.find(({ name }) => name === type.name) : undefined;
  return inner !== undefined && hasNull(data, inner, models);
}
