/** Parameters of an operation: what a caller sends beside the body, or what a delivery carries in its headers. */

import { itemsOf, type Json, member } from "../documents/json.ts";
import { contextOf, isWritten, type Role, renamed, sideOf } from "./impact.ts";
import { compareContent } from "./openapi-content.ts";
import { compareNeed } from "./openapi-headers.ts";
import type { SchemaRules } from "./schema.ts";
import { matched, type Pair } from "./sides.ts";
import { signatureHeader, withoutPattern } from "./signature.ts";

const PARAMETER = ["name", "in", "required", "schema", "deprecated"];
/** How a value is written into the request. */
const WRITING = ["style", "explode", "allowReserved", "allowEmptyValue", "content"];

/** With the defaults of the format where nothing is said. */
function writingOf(parameter: Json): Json {
  const style = parameter.style ?? (/^(?:query|cookie)$/.test(parameter.in) ? "form" : "simple");
  const { explode = style === "form", allowReserved = false, allowEmptyValue = false } = parameter;
  return { style, explode, allowReserved, allowEmptyValue, content: parameter.content !== undefined };
}
const SIGNATURE = "header signature";

interface Place {
  readonly where: string;
  readonly operation: Json;
  readonly item: Json;
}

export function compareParameters(rules: SchemaRules, old: Place, fresh: Place, role: Role): void {
  const { sides } = rules;
  const { root } = sides;
  const { where } = fresh;
  const { gone, added, both } = matched(
    parametersOf(old, signatureHeader(root.old), (node) => sides.resolveOld(node)),
    parametersOf(fresh, signatureHeader(root.new), (node) => sides.resolveNew(node)),
  );
  const side = sideOf(role);
  for (const [, parameter] of gone)
    sides.add({
      kind: "parameter.removed",
      where: `${where}, ${parameter.in} ${parameter.name}`,
      what: `The parameter is gone, ${contextOf(role)}.`,
      breaks: [side, "generatedClients"],
      effects: {
        [side]: isWritten(role) ? "What they send there is no longer heard." : "Code that reads it finds nothing.",
        generatedClients: "The parameter vanishes from the generated function.",
      },
    });
  for (const [, parameter] of added) {
    const isNeeded = isWritten(role) && parameter.required === true;
    const own = isNeeded
      ? "What they send today lacks it and is refused."
      : isWritten(role)
        ? "They may send it."
        : "They get a header more.";
    sides.add({
      kind: isNeeded ? "parameter.added.required" : "parameter.added",
      where: `${where}, ${parameter.in} ${parameter.name}`,
      what: `The parameter is new${parameter.required === true ? " and required" : ""}, ${contextOf(role)}.`,
      breaks: isNeeded ? [side, "generatedClients"] : [],
      effects: {
        [side]: own,
        generatedClients: isNeeded ? "The generated function demands it." : "Generated again, the function has it.",
      },
    });
  }
  for (const [key, a, b] of both)
    compareParameter(rules, { old: a, new: b }, key === SIGNATURE, role, `${where}, ${b.in} ${b.name}`);
}

/** By place and name; path parameters by their order in the path, the signature header by what it is for. */
function parametersOf(
  { operation, item, where }: Place,
  signature: string | undefined,
  resolve: (node: Json) => { value: Json },
): Map<string, Json> {
  const order = [...where.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  const found = new Map<string, Json>();
  for (const node of [...itemsOf(item.parameters), ...itemsOf(operation.parameters)]) {
    const parameter = resolve(node).value;
    const name = String(member(parameter, "name"));
    const isSignature = parameter.in === "header" && name.toLowerCase() === signature;
    const isHeader = parameter.in === "header";
    const key =
      parameter.in === "path"
        ? `path ${order.indexOf(name)}`
        : `${parameter.in} ${isHeader ? name.toLowerCase() : name}`;
    found.set(isSignature ? SIGNATURE : key, parameter);
  }
  return found;
}

function compareParameter(rules: SchemaRules, pair: Pair, isSignature: boolean, role: Role, where: string): void {
  const { sides } = rules;
  const { old, new: fresh } = pair;
  if (old.name !== fresh.name && fresh.in === "path")
    sides.add(renamed("parameter.renamed", where, `It was called ${old.name}; the path is the same.`));
  compareNeed(sides, { old: old.required === true, new: fresh.required === true }, role, where);
  const schemas = { old: old.schema, new: fresh.schema };
  rules.compare(isSignature ? withoutPattern(sides, schemas, where) : schemas, role, where);
  if (old.content !== undefined || fresh.content !== undefined)
    compareContent(rules, { old: old.content, new: fresh.content }, role, where);
  const writing = { old: writingOf(old), new: writingOf(fresh) };
  for (const name of WRITING) {
    if (writing.old[name] === writing.new[name]) continue;
    const side = sideOf(role);
    sides.add({
      kind: "parameter.writing",
      where,
      what: `${name} has changed: the value is written otherwise.`,
      breaks: [side, "generatedClients"],
      effects: {
        [side]: "The way they write it is no longer understood.",
        generatedClients: "Generate again: the value is written otherwise.",
      },
    });
  }
  if ((old.deprecated === true) !== (fresh.deprecated === true))
    sides.add({
      kind: "marked.deprecated",
      where,
      what: `It is ${fresh.deprecated === true ? "now" : "no longer"} marked deprecated.`,
      effects: { [sideOf(role)]: "Nothing changes yet." },
    });
  sides.rest(pair, [...PARAMETER, ...WRITING], where);
}
