/**
 * Parameters of an operation: what a caller sends in addition to the body, or what a delivery carries in its headers.
 */

import { isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../json.ts";
import { contextOf, impactOf, isWritten, type Role, renamed, sideOf } from "./impact.ts";
import { compareContent } from "./openapi-content.ts";
import { compareNeed } from "./openapi-headers.ts";
import { matched, type Pair } from "./pair.ts";
import type { SchemaRules } from "./schema.ts";
import { typesIn } from "./schema-types.ts";
import type { Shapes } from "./shapes.ts";
import type { Sides } from "./sides.ts";
import { signatureHeader, withoutPattern } from "./signature.ts";

const PARAMETER: Shapes = {
  name: "text",
  in: "text",
  required: "flag",
  schema: "schema",
  deprecated: "flag",
  style: "text",
  explode: "flag",
  allowReserved: "flag",
  allowEmptyValue: "flag",
  content: "object",
};
/** How a value is written into the request. */
const WRITING = ["style", "explode", "allowReserved", "allowEmptyValue", "content"];

/** With the defaults of the format where nothing is said. */
function writingOf(parameter: JsonObject): JsonObject {
  const style = parameter.style ?? (parameter.in === "query" || parameter.in === "cookie" ? "form" : "simple");
  const { explode = style === "form", allowReserved = false, allowEmptyValue = false } = parameter;
  return { style, explode, allowReserved, allowEmptyValue, content: parameter.content !== undefined };
}
const SIGNATURE = "header signature";

interface Place {
  readonly where: string;
  readonly operation: JsonObject;
  readonly item: JsonObject;
}

export function compareParameters(rules: SchemaRules, old: Place, fresh: Place, role: Role): void {
  const { sides } = rules;
  const { root } = sides;
  const { where } = fresh;
  const { gone, added, both } = matched({
    old: parametersOf(old, signatureHeader(root.old), (node) => sides.resolved({ old: node, new: undefined }).old),
    new: parametersOf(fresh, signatureHeader(root.new), (node) => sides.resolved({ old: undefined, new: node }).new),
  });
  for (const [, parameter] of gone) reportGone(sides, parameter, role, where);
  for (const [, parameter] of added) reportAdded(sides, parameter, role, where);
  for (const [key, a, b] of both)
    compareParameter(rules, { old: a, new: b }, key === SIGNATURE, role, placeOf(where, b));
}

const placeOf = (where: string, parameter: JsonObject): string => `${where}, ${parameter.in} ${parameter.name}`;

function reportGone(sides: Sides, parameter: JsonObject, role: Role, where: string): void {
  const side = sideOf(role);
  sides.add({
    kind: "parameter.removed",
    where: placeOf(where, parameter),
    what: `The parameter is gone, ${contextOf(role)}.`,
    breaks: [side, "generatedClients"],
    effects: {
      [side]: isWritten(role) ? "The service ignores what they send there." : "Code that reads it finds nothing.",
      generatedClients: "The generated function no longer has the parameter.",
    },
  });
}

function reportAdded(sides: Sides, parameter: JsonObject, role: Role, where: string): void {
  const side = sideOf(role);
  const isNeeded = isWritten(role) && parameter.required === true;
  const own = isNeeded
    ? "What they send today lacks it and is refused."
    : isWritten(role)
      ? "They may send it."
      : "They get one more header.";
  sides.add({
    kind: isNeeded ? "parameter.added.required" : "parameter.added",
    where: placeOf(where, parameter),
    what: `The parameter is new${parameter.required === true ? " and required" : ""}, ${contextOf(role)}.`,
    breaks: isNeeded ? [side, "generatedClients"] : [],
    effects: {
      [side]: own,
      generatedClients: isNeeded ? "The generated function requires it." : "Once regenerated, the function has it.",
    },
  });
}

/** By place and name; path parameters by their order in the path, the signature header by what it is for. */
function parametersOf(
  { operation, item, where }: Place,
  signature: string | undefined,
  resolve: (node: JsonValue) => Maybe,
): Map<string, JsonObject> {
  const order = [...where.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const keyOf = (parameter: JsonObject): string => {
    const name = String(member(parameter, "name"));
    const isHeader = parameter.in === "header";
    if (isHeader && name.toLowerCase() === signature) return SIGNATURE;
    if (parameter.in === "path" && order.includes(name)) return `path ${order.indexOf(name)}`;
    return `${parameter.in} ${isHeader ? name.toLowerCase() : name}`;
  };
  const found = new Map<string, JsonObject>();
  for (const list of [item.parameters, operation.parameters]) {
    const own = new Set<string>();
    for (const node of itemsOf(list)) {
      const parameter = resolve(node);
      if (!isObject(parameter)) continue;
      const key = keyOf(parameter);
      // One of the operation replaces that of its path; one that is there twice in one list is kept apart.
      found.set(own.has(key) ? `${key} #${own.size}` : key, parameter);
      own.add(key);
    }
  }
  return found;
}

function compareParameter(
  rules: SchemaRules,
  pair: Pair<JsonObject>,
  isSignature: boolean,
  role: Role,
  where: string,
): void {
  const { sides } = rules;
  const { old, new: fresh } = pair;
  if (old.name !== fresh.name && fresh.in === "path")
    sides.add(renamed("parameter.renamed", where, `It was called ${old.name}; the path is the same.`));
  compareNeed(sides, { old: old.required === true, new: fresh.required === true }, role, where);
  const schemas = { old: old.schema, new: fresh.schema };
  rules.compare(isSignature ? withoutPattern(sides, schemas, where) : schemas, role, where);
  if (old.content !== undefined || fresh.content !== undefined)
    compareContent(rules, { old: old.content, new: fresh.content }, role, where);
  compareWriting(sides, pair, role, where);
  if ((old.deprecated === true) !== (fresh.deprecated === true))
    sides.add({
      kind: "marked.deprecated",
      where,
      what: `It is ${fresh.deprecated === true ? "now" : "no longer"} marked deprecated.`,
      effects: { [sideOf(role)]: "Nothing changes yet." },
    });
  sides.rest(pair, PARAMETER, where);
}

function compareWriting(sides: Sides, pair: Pair<JsonObject>, role: Role, where: string): void {
  const isPlain = [sides.resolveOld(pair.old.schema).value, sides.resolveNew(pair.new.schema).value].every(
    isPlainSchema,
  );
  const writing = { old: writingOf(pair.old), new: writingOf(pair.new) };
  const side = sideOf(role);
  for (const name of WRITING) {
    const [a, b] = [writing.old[name], writing.new[name]];
    if (a === b || (name === "explode" && isPlain)) continue;
    // What is sent today is read as before.
    if (ALLOWANCES.has(name) && (b === true) === isWritten(role)) {
      sides.add({ kind: "parameter.writing", where, what: `${name} is ${b} now.`, ...impactOf(role, "wider") });
      continue;
    }
    sides.add({
      kind: "parameter.writing",
      where,
      what: `${name} has changed: the value is written in another way.`,
      breaks: [side, "generatedClients"],
      effects: {
        [side]: "The way they write it is no longer understood.",
        generatedClients: "Regenerate: the value is written in another way.",
      },
    });
  }
}

/** What allows one more way to write a value, and takes none away. */
const ALLOWANCES: ReadonlySet<string> = new Set(["allowReserved", "allowEmptyValue"]);

/** Whether all values of a schema are neither lists nor objects: there is nothing to explode. */
const isPlainSchema = (schema: Maybe): boolean =>
  isObject(schema) && typesIn(schema).every((type) => /^(?:string|number|integer|boolean|null)$/.test(type));
