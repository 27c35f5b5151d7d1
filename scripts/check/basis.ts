/** The one rule: every keyword that says something of a message or an operation rests on a fact or a gap. */

import { basename } from "node:path";
import { isObject } from "../../src/values/json.ts";
import type { Finding, Path } from "./finding.ts";
import type { Inputs } from "./inputs.ts";
import { finding } from "./rules.ts";
import { at, type Json, type Source } from "./source.ts";

/** One thing that a document says: where it stands, and what the row of spec/basis.yaml calls it. */
type Saying = { name: string; path: Path };

/** What only names, explains or shows, or what the format of the document wants. Everything else says something. */
const SILENT = new Set([
  ...["title", "summary", "description", "example", "examples", "x-enum-descriptions", "x-unspecified"],
  ...["operationId", "tags", "variables", "bindingVersion"],
]);
/** Members whose keys are names, not keywords: each key says that there is such a thing. */
const NAMING = new Set(
  "properties responses content paths webhooks channels operations messages parameters".split(" "),
);
/** The parts of a document that say something. The rest describes the document itself, or is what these refer to. */
const PLACES: Readonly<Record<"openapi" | "asyncapi", readonly string[]>> = {
  openapi: ["servers", "paths", "webhooks", "components"],
  asyncapi: ["defaultContentType", "channels", "operations", "components"],
};

/** Checks spec/basis.yaml against what the documents and the schemas say, in both directions. */
export function* checkBasis(inputs: Inputs): Iterable<Finding> {
  const { basis, facts, gaps } = inputs;
  const known = new Set([...Object.keys(facts.data.facts), ...Object.keys(gaps.data.gaps)]);
  const said = new Map<string, Set<string>>();
  for (const { source, sayings } of saidBy(inputs)) {
    const { file } = source;
    const rows = asRows(basis.data.basis[file]);
    said.set(file, new Set(sayings.map(({ name }) => name)));
    for (const { name, path } of sayings) if (!(name in rows)) yield finding(source, path, "no-basis", { name, file });
  }
  for (const [file, rows] of Object.entries<Json>(basis.data.basis))
    for (const [name, ids] of Object.entries(asRows(rows))) {
      const path = ["basis", file, name];
      if (!said.get(file)?.has(name)) yield finding(basis, path, "basis-row unsaid", { name, file });
      for (const id of [ids].flat()) if (!known.has(id)) yield finding(basis, path, "basis-row id", { id });
    }
}

/** The ids of all rows by the place that they speak of; those of the items of a list together. */
export function basisByPlace(inputs: Inputs): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { source, sayings } of saidBy(inputs)) {
    const rows = asRows(inputs.basis.data.basis[source.file]);
    for (const { name, path } of sayings) {
      const last = path.at(-1);
      const steps = last === "$ref" || typeof last === "number" ? path.slice(0, -1) : path;
      const place = [basename(source.file, ".yaml"), ...steps].join(" ");
      found.set(place, [...new Set([...(found.get(place) ?? []), ...[rows[name] ?? []].flat()])]);
    }
  }
  return found;
}

/** Anything but a mapping holds no rows. */
const asRows = (value: Json): Record<string, Json> => (isObject(value) ? value : {});

function* saidBy({ openapi, asyncapi, schemas }: Inputs): Generator<{ source: Source; sayings: Saying[] }> {
  for (const [source, places] of [[openapi, PLACES.openapi] as const, [asyncapi, PLACES.asyncapi] as const])
    yield { source, sayings: places.flatMap((place) => findSayings(at(source.data, [place]), [place])) };
  for (const source of schemas.values()) yield { source, sayings: findSayings(source.data, []) };
}

/**
 * Everything that a node says. The name of a saying is its path and its value; of a reference, the file or component
 * that it leads to; of a named member that holds more, the path alone.
 */
function findSayings(node: Json, path: Path, names = NAMING.has(String(path.at(-1)))): Saying[] {
  const place = path.join(" ");
  if (Array.isArray(node)) {
    if (node.length === 0) return [{ name: `${place} = []`, path }];
    return node.flatMap((item, i) =>
      item === null || typeof item !== "object"
        ? [{ name: `${place} ${formatValue(item)}`, path: [...path, i] }]
        : findSayings(item, [...path, i], false),
    );
  }
  if (node === null || typeof node !== "object") return [{ name: `${place} = ${formatValue(node)}`, path }];
  if (!names && "$ref" in node)
    return [{ name: `${place} = ${basename(node.$ref, ".yaml")}`, path: [...path, "$ref"] }];
  return Object.entries<Json>(node).flatMap(([key, value]) => {
    if (!names && SILENT.has(key)) return [];
    const inside = [...path, key];
    const here = names && !value?.$ref ? [{ name: inside.join(" "), path: inside }] : [];
    return [...here, ...findSayings(value, inside, !names && NAMING.has(key))];
  });
}

/** A string as it is, unless it looks like another value of JSON. */
function formatValue(value: Json): string {
  return typeof value === "string" && !/^(-?\d|true$|false$|null$|[[{"])/.test(value) ? value : JSON.stringify(value);
}
