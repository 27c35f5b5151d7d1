/** `generated/languages/payloads.json`: the fixtures of the payloads, with what a model has to make of each. */

import { Ajv } from "ajv";
import type { Inputs } from "../check/inputs.ts";
import type { Json } from "../check/source.ts";
import { jsonBanner } from "./banner.ts";
import type { MemberType, Model } from "./models.ts";

const ABOUT =
  "Payloads for models. text: the JSON as it is sent. verdict: 'taken' (read without an error), 'refused' (an error), " +
  "or 'exact' (an integer beyond 64 bits, or with an exponent or a fraction of zero: taken with its exact value, or refused, never " +
  "rounded, cut or wrapped). survives: written again, " +
  "what was taken is the same JSON, unknown members included; false where a member is null, which may become absent.";

const INT64_MAX = 2n ** 63n - 1n;

/**
 * Models look at types and at what must be there; formats and bounds are the business of validators. So a fixture that
 * is valid is taken, and one that is not may be, too.
 * @throws when a valid fixture would be refused
 */
export function renderPayloads(inputs: Inputs, models: readonly Model[]): string {
  const ajv = new Ajv({ strictTypes: false });
  for (const model of models) ajv.addSchema({ $id: model.name, ...shapeOf(model) });
  const cases = inputs.fixtures.flatMap((source) => {
    const [, , schema = "", kind, file = ""] = source.file.split("/");
    const model = models.find(({ name }) => name === schema);
    if (!model) return [];
    const data = JSON.parse(source.text);
    const taken = ajv.validate(schema, data);
    if (kind === "pass" && !taken) throw new Error(`${source.file} is valid, but the model would refuse it`);
    const verdict = !taken ? "refused" : isUncommon(source.text, models) ? "exact" : "taken";
    const survives = taken && !hasNull(data, model, models);
    return [{ id: `${schema}/${file.replace(/\.json$/, "")}`, schema, verdict, survives, text: source.text }];
  });
  return `${JSON.stringify({ ...jsonBanner, about: ABOUT, cases }, null, 2)}\n`;
}

function shapeOf({ members }: Model): Json {
  const properties = members.map(({ json, type, required }) => [
    json,
    required ? typeSchema(type) : { anyOf: [typeSchema(type), { type: "null" }] },
  ]);
  return {
    type: "object",
    required: members.filter(({ required }) => required).map(({ json }) => json),
    properties: Object.fromEntries(properties),
  };
}

function typeSchema(type: MemberType): Json {
  if (type.kind === "model") return { $ref: type.name };
  if (type.kind === "list") return { type: "array", items: typeSchema(type.of) };
  return { type: type.kind };
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
function hasNull(data: Json, model: Model, models: readonly Model[]): boolean {
  return model.members.some(({ json, type }) => {
    if (data[json] === null) return true;
    const inner = type.kind === "model" && models.find(({ name }) => name === type.name);
    return Boolean(inner) && data[json] !== undefined && hasNull(data[json], inner as Model, models);
  });
}
