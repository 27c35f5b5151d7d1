import { child, follow, members, type Node, type Pointer } from "./documents.ts";
import { gapIdsAt } from "./gap-ids.ts";
import type { Json } from "./source.ts";

/** One member of a body, or one parameter, prepared for display. */
export type Field = {
  name: string;
  /** Unique on its page; links point here. */
  anchor: string;
  required: boolean;
  /** `string`, `array of string`, `any JSON` ... */
  type: string;
  /** Title of the named schema, if it has one. */
  title?: string;
  description: string;
  /** Bounds and other constraints, each a short phrase in Markdown. */
  constraints: string[];
  values: { value: Json; name?: string; description?: string }[];
  /** Known values; more may be added later. */
  known: Json[];
  example?: Json;
  gaps: string[];
  /** Places of this field in the documents, as facts name them. */
  at: Pointer[];
  fields: Field[];
};

/** The members of an object schema, or of the objects of an array. `prefix` keeps the anchors of one page apart. */
export function readFields(schema: Node, prefix: string): Field[] {
  const object = follow(schema);
  const required: string[] = object.value.required ?? [];
  return members(child(object, "properties")).map(([name]) => {
    // The property itself and what it refers to are two places, and both may be marked.
    const place: Node = {
      at: `${object.at}/properties/${name.replaceAll("/", "~1")}`,
      value: object.value.properties[name],
    };
    return readField(name, place, required.includes(name), prefix);
  });
}

/** One schema as a field. `place` may be a reference. */
export function readField(name: string, place: Node, required: boolean, prefix: string): Field {
  const schema = follow(place);
  const items = child(schema, "items");
  const anchor = `${prefix}-${name.replaceAll(/[^\w-]/g, "")}`;
  const places = [place, schema, ...(items ? [items] : [])].filter(
    (node, index, all) => all.findIndex(({ at }) => at === node.at) === index,
  );
  const { value } = schema;
  return {
    name,
    anchor,
    required,
    type: describeType(schema),
    ...(place.value.$ref || items ? { title: (items ?? schema).value.title } : {}),
    description: value.description ?? "",
    constraints: listConstraints(value, items?.value),
    values: listValues(value),
    known: value["x-extensible-enum"] ?? items?.value["x-extensible-enum"] ?? [],
    ...("examples" in value ? { example: value.examples[0] } : {}),
    gaps: [...new Set(places.flatMap(gapIdsAt))],
    at: places.map(({ at }) => at),
    fields: readFields(items ?? schema, anchor),
  };
}

/** A schema and all that it shows, flat: for search, for gaps, for facts. */
export function flatten(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => [field, ...flatten(field.fields)]);
}

export function describeType(schema: Node): string {
  const { type } = schema.value;
  const items = child(schema, "items");
  if (type === "array") return items ? `array of ${describeType(items)}` : "array";
  if (Array.isArray(type)) return type.join(" or ");
  return type ?? "any JSON";
}

const FORMATS: Record<string, string> = {
  "date-time": "ISO 8601 date and time with its offset",
  uri: "an absolute URI",
  "iri-reference": "an IRI reference",
};

function listConstraints(schema: Json, items: Json): string[] {
  const said: string[] = [];
  if ("const" in schema) said.push(`always \`${schema.const}\``);
  if (schema.readOnly) said.push("set by the service, never sent to it");
  if (schema.writeOnly) said.push("sent to the service, never returned");
  if (schema.format) said.push(FORMATS[schema.format] ?? `format \`${schema.format}\``);
  if (schema.pattern) said.push(`matches \`${schema.pattern}\``);
  said.push(...bounds(schema.minItems, schema.maxItems, "entry", "entries"));
  said.push(...bounds(schema.minLength, schema.maxLength, "character", "characters"));
  said.push(...bounds(schema.minimum, schema.maximum, "", ""));
  if (items?.pattern) said.push(`each matches \`${items.pattern}\``);
  if (schema.uniqueItems) said.push("no entry twice");
  if (schema.default !== undefined) said.push(`default \`${JSON.stringify(schema.default)}\``);
  return said;
}

function bounds(least: number | undefined, most: number | undefined, one: string, many: string): string[] {
  const unit = (n: number) => (n === 1 ? one : many);
  const said =
    least !== undefined && most !== undefined
      ? `${least} to ${most} ${many}`
      : least !== undefined
        ? `at least ${least} ${unit(least)}`
        : most !== undefined
          ? `at most ${most} ${unit(most)}`
          : "";
  return said ? [said.trim()] : [];
}

function listValues(schema: Json): Field["values"] {
  return (schema.enum ?? []).map((value: Json, i: number) => ({
    value,
    name: schema["x-enum-varnames"]?.[i],
    description: schema["x-enum-descriptions"]?.[i],
  }));
}
