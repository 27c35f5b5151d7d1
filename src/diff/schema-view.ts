/** A schema in one way of writing, whichever of several it was written in: so that only differences in meaning are left. */

import { canonical, entriesOf, isObject, itemsOf, type Json, member } from "../documents/json.ts";

type Resolve = (node: Json) => { value: Json };
const DEPTH_MAX = 30;
const TEXTS = new Set(["title", "description", "examples", "example", "$comment", "x-unspecified"]);

/**
 * References followed; `true`, `false` and nothing as objects; what OpenAPI 3.0 writes otherwise
 * (`nullable`, `example`, exclusive bounds, lists of types) as 3.1 writes it; `allOf` merged where its parts do not contradict each other.
 */
export function viewOf(node: Json, resolve: Resolve, depth = 0): Json {
  const { value } = resolve(node);
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
  return depth > DEPTH_MAX ? view : withoutAllOf(view, resolve, depth);
}

function withoutAllOf(view: Json, resolve: Resolve, depth: number): Json {
  if (!Array.isArray(view.allOf)) return view;
  const { allOf, ...own } = view;
  let all: Json = own;
  for (const part of allOf) {
    all = together(all, viewOf(part, resolve, depth + 1));
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
    else if (name === "properties") {
      const isContradiction = entriesOf(value).some(
        ([key, one]) => member(own, key) !== undefined && canonical(own[key]) !== canonical(one),
      );
      if (isContradiction) return undefined;
      all.properties = { ...own, ...value };
    } else return undefined;
  }
  return all;
}

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
