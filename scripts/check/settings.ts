import type { Json } from "./source.ts";

/** The formats of settings: a pattern, and what it requires in words. */
const FORMATS: Readonly<Record<string, { pattern: string; expects: string }>> = {
  "filled-text": { pattern: "^[ -~]+$", expects: "printable ASCII, at least one character" },
  "header-name": { pattern: String.raw`^[\w-]+$`, expects: "the name of a header" },
  "header-prefix": { pattern: "^(?! )[ -~]*$", expects: "printable ASCII that does not begin with a space" },
  "json-media-type": {
    pattern: String.raw`^application\/(?:[\w.-]+\+)?json(?:\s*;[ -~]*)?$`,
    expects: "a media type of JSON (F-6.3-02)",
  },
  "media-type": { pattern: String.raw`^[\w.+-]+\/[\w.+-]+(?:\s*;[ -~]*)?$`, expects: "a media type" },
  "parameter-name": { pattern: String.raw`^[\w.~-]+$`, expects: "the name of a parameter" },
  path: {
    pattern: String.raw`^\/(?!(?:.*\/)?\.\.?(?:\/|$))[\w./~%@:+-]*$`,
    expects: "a path that begins with a slash and has no . or .. in it",
  },
  scope: { pattern: String.raw`^[!#-\[\]-~]+$`, expects: "a scope of RFC 6749, section 3.3" },
  text: { pattern: "^[ -~]*$", expects: "printable ASCII" },
};

/** The JSON Schema of a setting: the type of both its values, and the keywords under `values`. */
export function settingSchema(both: readonly Json[], values: Json = {}): Json {
  const { minItems, format = "text", ...keywords } = Array.isArray(values) ? { enum: values } : values;
  const nullable = both.includes(null);
  const samples = both.filter((value) => value !== null);
  const [sample] = samples;
  const known = (type: string) => {
    if (keywords.enum) return keywords;
    return { type, ...(type === "string" && FORMATS[format]), ...keywords };
  };
  if (Array.isArray(sample)) {
    const [item] = samples.flat();
    return { type: "array", ...(minItems && { minItems }), items: known(valueKind(item)) };
  }
  if (typeof sample === "object")
    return { type: "object", additionalProperties: { type: "array", items: known("string") } };
  const schema = known(valueKind(sample));
  return nullable && schema.type ? { ...schema, type: [schema.type, "null"] } : schema;
}

const valueKind = (value: Json): string => (typeof value === "number" ? "integer" : typeof value);

/** The schema of all settings of the gaps, none of them required. */
export function settingsSchema(gaps: Readonly<Record<string, Json>>): Json {
  const properties = Object.values(gaps).flatMap(({ settings, other, values = {}, types = { settings, other } }) =>
    Object.keys(settings ?? {}).map((key) => [
      key,
      settingSchema([types.settings[key], types.other?.[key]], values[key]),
    ]),
  );
  return { type: "object", properties: Object.fromEntries(properties) };
}
