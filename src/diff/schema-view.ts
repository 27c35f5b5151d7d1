/** A schema in one way of writing, whichever of several it was written in: so that only differences in meaning are left. */

import { canonical, entriesOf, isObject, itemsOf, type Json, member } from "../documents/json.ts";
import { LEAST, MOST } from "./schema-bounds.ts";

type Resolve = (node: Json) => { value: Json };
const TEXTS = new Set(["title", "description", "examples", "example", "$comment", "x-unspecified"]);

/**
 * References followed, with what stands beside them; `true`, `false` and nothing as objects; what OpenAPI 3.0 writes otherwise
 * (`nullable`, `example`, exclusive bounds, lists of types) as 3.1 writes it; `allOf` merged where its parts do not contradict each other;
 * a choice that is none (`anyOf` or `oneOf` of one schema, of one or null, of constants) as what it comes to.
 */
export function viewOf(node: Json, resolve: Resolve, inside: readonly Json[] = []): Json {
  const beside = entriesOf(node).filter(([name]) => name !== "$ref" && !TEXTS.has(name));
  if (member(node, "$ref") !== undefined && beside.length > 0) {
    const { $ref } = node;
    const texts = entriesOf(node).filter(([name]) => TEXTS.has(name));
    return viewOf({ ...Object.fromEntries(texts), allOf: [{ $ref }, Object.fromEntries(beside)] }, resolve, inside);
  }
  const { value } = resolve(node);
  // What is part of itself adds nothing to itself.
  if (inside.includes(value)) return {};
  if (value === false) return { not: {} };
  if (!isObject(value)) return {};
  const view = { ...value };
  for (const [exclusive, plain] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof view[exclusive] !== "boolean") continue;
    const isExclusive = view[exclusive];
    delete view[exclusive];
    if (!isExclusive || view[plain] === undefined) continue;
    view[exclusive] = view[plain];
    delete view[plain];
  }
  if (member(view, "const") !== undefined) {
    view.enum ??= [view.const];
    delete view.const;
  }
  if (view.nullable === true && view.type !== undefined) view.type = [view.type, "null"].flat();
  delete view.nullable;
  if (view.example !== undefined) {
    view.examples ??= [view.example];
    delete view.example;
  }
  const alternatives = itemsOf(view.anyOf);
  if (
    alternatives.length > 0 &&
    alternatives.every((one) => Object.keys(one).join() === "type") &&
    view.type === undefined
  ) {
    view.type = alternatives.flatMap(({ type }) => type);
    delete view.anyOf;
  }
  const path = [...inside, value];
  return withoutChoice(view, resolve, path) ?? withoutAllOf(view, resolve, path);
}

/** A choice among one, one or null, or constants, as that one or as a closed list; undefined where there is more to choose. */
function withoutChoice(view: Json, resolve: Resolve, path: readonly Json[]): Json {
  for (const name of ["anyOf", "oneOf"]) {
    const { [name]: choice, ...own } = view;
    const all = itemsOf(choice).map((one) => ({ one, said: withoutTexts(resolve(one).value) }));
    const some = all.filter(({ said }) => canonical(said) !== '{"type":"null"}');
    const isOrNull = some.length < all.length;
    if (some.length === 1 && !(isOrNull && (own.type ?? own.enum) !== undefined)) {
      const one = viewOf({ ...own, allOf: [...itemsOf(own.allOf), some[0]?.one] }, resolve, path);
      if (!isOrNull) return one;
      if (one.type === undefined || one.allOf !== undefined) continue;
      return { ...one, type: [one.type, "null"].flat(), ...(one.enum && { enum: [...one.enum, null] }) };
    }
    const isConstant = (said: Json) =>
      member(said, "const") !== undefined && Object.keys(said).every((key) => key === "const" || key === "type");
    if (all.length > 0 && own.enum === undefined && all.every(({ said }) => isConstant(said)))
      return viewOf({ ...own, enum: all.map(({ said }) => said.const) }, resolve, path);
  }
  return undefined;
}

const withoutTexts = (value: Json): Json =>
  isObject(value) ? Object.fromEntries(entriesOf(value).filter(([name]) => !TEXTS.has(name))) : value;

function withoutAllOf(view: Json, resolve: Resolve, path: readonly Json[]): Json {
  if (!Array.isArray(view.allOf)) return view;
  const { allOf, ...own } = view;
  let all: Json = own;
  for (const part of allOf) {
    all = together(all, viewOf(part, resolve, path));
    if (!all) return view;
  }
  return all;
}

/** Both in one; undefined where they say different things of the same. */
function together(a: Json, b: Json): Json {
  const all = { ...a };
  for (const [name, value] of entriesOf(b)) {
    const own = member(all, name);
    if (own === undefined) all[name] = value;
    else if (TEXTS.has(name) || canonical(own) === canonical(value)) continue;
    else if (name === "required") all.required = [...new Set([...itemsOf(own), ...itemsOf(value)])];
    else if (name === "type") {
      const types = [own].flat().filter((type) => [value].flat().includes(type));
      if (types.length === 0) return undefined;
      all.type = types;
    } else if (LEAST.includes(name)) all[name] = Math.max(own, value);
    else if (MOST.includes(name)) all[name] = Math.min(own, value);
    else if (name === "properties")
      all.properties = { ...own, ...mapped(value, (one, key) => both(member(own, key), one)) };
    else return undefined;
  }
  return all;
}

const mapped = (object: Json, change: (value: Json, key: string) => Json): Json =>
  Object.fromEntries(entriesOf(object).map(([key, value]) => [key, change(value, key)]));
const both = (a: Json, b: Json): Json => (a === undefined || canonical(a) === canonical(b) ? b : { allOf: [a, b] });

/** The types that are legal; `any` where none is named. */
export function typesOf(view: Json): string[] {
  const types = [view.type ?? "any"].flat().map(String);
  return types.includes("number") ? types.filter((type) => type !== "integer") : types;
}

/** Is every value of these types a value of those? */
export function isWithin(types: readonly string[], those: readonly string[]): boolean {
  return types.every(
    (type) => those.includes("any") || those.includes(type) || (type === "integer" && those.includes("number")),
  );
}
