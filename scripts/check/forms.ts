/** The forms of our own files, as JSON Schemas. `said` and `cure`: what is wrong where a value does not fit. */

import { Ajv, type ErrorObject } from "ajv";
import type { Finding, Path } from "./finding.ts";
import { type Json, pointerPath, type Source } from "./source.ts";

const rows = (pattern: string, of: string, form: string, row: object) => ({
  type: "object",
  propertyNames: { pattern, said: `\`{id}\` is not an id of a ${of}.`, cure: `Use the form ${form}.` },
  additionalProperties: { type: "object", said: `A ${of} is a mapping.`, cure: "Write its members.", ...row },
});
const OBSERVABLE = { said: "`unseen` is a text, and of an observable fact.", cure: "Correct it, or leave it out." };
const WRITTEN = ["question", "assume", "why", "change"];
const DOCUMENTS = {
  said: "`documents` names openapi, asyncapi or both.",
  cure: "Say which document carries the mark.",
};
const PLACES = { said: "`in` lists openapi, asyncapi, docs, code, tests.", cure: "Correct the list." };

/** `facts` in spec/facts.yaml. */
export const FACTS = rows(String.raw`^F-\d+(\.\d+)?-\d{2}$`, "fact", "F-2.3-04", {
  required: ["sentence", "observable", "in"],
  properties: {
    sentence: { type: "string", minLength: 15, said: "A fact is one sentence.", cure: "Write `sentence`." },
    observable: {
      enum: ["service", "receiver", "none"],
      ...{ said: "`observable` is service, receiver or none.", cure: "Choose one." },
    },
    unseen: { type: "string", ...OBSERVABLE },
    in: { type: "array", items: { enum: ["openapi", "asyncapi", "docs", "code", "tests"], ...PLACES }, ...PLACES },
    expressed: { type: "array", said: "`expressed` is not a list.", cure: "Write a list of pointers." },
  },
  if: { properties: { observable: { const: "none" } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { unseen: { not: {}, ...OBSERVABLE } } },
});

/** `gaps` in spec/unspecified.yaml. */
export const GAPS = rows(String.raw`^(N-\d+(\.\d+)?-\d{2}|U-\d{2}|A-\d{2})$`, "gap", "N-4.1-02, U-07 or A-03", {
  required: [...WRITTEN, "documents"],
  properties: {
    ...Object.fromEntries(
      WRITTEN.map((key) => [key, { type: "string", minLength: 1, said: `\`${key}\` is missing.`, cure: "Write it." }]),
    ),
    documents: { type: "array", minItems: 1, items: { enum: ["openapi", "asyncapi"], ...DOCUMENTS }, ...DOCUMENTS },
  },
});

const cure = "Mend the case in scripts/vectors/, then run node scripts/vectors.ts.";
const base64 = (said: string) => ({
  ...{ type: "string", pattern: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$", said, cure },
});
/** A case of spec/vectors/signature.json. */
export const SIGNATURE_CASE = {
  ...{ type: "object", said: "A case is a mapping.", cure, required: ["id", "body", "secrets", "header", "ok"] },
  properties: {
    id: { type: "string", said: "The id is missing.", cure },
    body: base64("The body is not base64."),
    secrets: {
      ...{ type: "array", items: base64("The secrets are not base64."), said: "The secrets are not base64.", cure },
    },
    header: { type: ["string", "null"], said: "The header is neither text nor null.", cure },
    ok: { type: "boolean", said: "There is no verdict.", cure },
    code: { type: "string", said: "The code is not a text.", cure },
  },
  if: { not: { required: ["code"] } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { ok: { const: true, said: "A refusal needs its code.", cure } } },
};

/** A row of spec/vectors/webhook-urls.json. */
export const URL_CASE = {
  ...{ type: "object", required: ["ok"], anyOf: [{ required: ["url"] }, { required: ["ip"] }] },
  properties: { url: { type: "string" }, ip: { type: "string" }, ok: { type: "boolean" }, code: { type: "string" } },
};

// `strictRequired` and others refuse what the schemas above are.
const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true });
ajv.addVocabulary(["said", "cure"]);

/** Whether a value has a form. */
export const fits = (form: object, value: Json): boolean => ajv.validate(form, value);

/** Finds what does not fit a form at a path, once for each place. */
export function misfits(source: Source, path: Path, rule: string, form: object, value: Json): Finding[] {
  if (ajv.validate(form, value)) return [];
  const found = (ajv.errors ?? []).map((error) => misfit(source, path, rule, error));
  return [
    ...new Map(found.filter(({ message }) => message).map((one) => [`${one.line} ${one.message}`, one])).values(),
  ];
}

function misfit(source: Source, start: Path, rule: string, error: ErrorObject): Finding {
  const { instancePath, keyword, params, parentSchema, propertyName } = error;
  const member = keyword === "required" ? params["missingProperty"] : propertyName;
  const path = [...start, ...pointerPath(instancePath), ...(member === undefined ? [] : [member])];
  const { said = "", cure = "" } = (keyword === "required" && parentSchema?.["properties"][member]) || parentSchema;
  // What only leads to another error says nothing of its own.
  const message = ["propertyNames", "if"].includes(keyword) ? "" : said.replace("{id}", propertyName);
  return { file: source.file, line: source.line(path), rule, message, cure };
}
