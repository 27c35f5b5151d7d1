/**
 * The fixtures: test/fixtures/<Schema>/{pass,fail}/<the-one-fault>.json. Each is judged, and together they exercise
 * every keyword.
 */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as validators from "../../generated/validators.ts";
import { at, type Json, walk } from "../../scripts/check/source.ts";
import type { Schemas } from "../../scripts/generate/schemas.ts";
import { newAjv } from "../../scripts/generate/standalone.ts";
import { fixtures, read, root } from "../support/repository.ts";

type Fault = { path: string; keyword: string };
type Path = readonly (string | number)[];

const schemas: Schemas = new Map(
  readdirSync(join(root, "spec/schemas")).map((file) => [
    file.replace(".yaml", ""),
    parse(read(`spec/schemas/${file}`)),
  ]),
);
const written = fixtures();
const rows = (kind: string) => written.filter((f) => f.kind === kind).map((f) => [f.schema, f.name, f.value] as const);
const ajv = newAjv(schemas);

/** Objects are judged by the code that users get, everything else by the ajv that this code is made with. */
function faults(name: string, value: Json): Fault[] {
  const validate = (validators as Json)[`validate${name}`];
  if (validate) return validate(value).faults ?? [];
  const check = ajv.getSchema(name);
  if (!check) throw new Error(`no schema ${name}`);
  return check(value)
    ? []
    : (check.errors ?? []).map((error) => ({ path: error.instancePath, keyword: error.keyword }));
}

/** `/caseFile/@event` -> `case-file-event`: how the place of a fault is written in the name of its fixture. */
const kebab = (path: string) => path.replace(/[A-Z]/g, " $&").toLowerCase().split(/\W+|_/).filter(Boolean).join("-");

/** What the name of a fixture says, as far as it is the same for all schemas; the other faults are those of a value. */
function brokenKeywords(name: string): string[] {
  if (name.startsWith("missing-")) return ["required"];
  if (/(^|-)(as-(text|number|boolean|list|object)|fraction|null)$/.test(name)) return ["type"];
  if (name === "events-empty") return ["minItems"];
  if (name === "events-101") return ["maxItems"];
  return ["enum", "const", "pattern", "format"];
}

describe("pass/: valid, however much the service adds", () => {
  it.each(rows("pass"))("%s  %s", (schema, _, value) => expect(faults(schema, value)).toEqual([]));
});

it.each(rows("fail"))("fail/: exactly one fault, the one that the name says: %s  %s", (schema, name, value) => {
  const found = faults(schema, value);
  expect(found).toHaveLength(1);
  const [{ path, keyword }] = found as [Fault];
  expect(brokenKeywords(name)).toContain(keyword);
  if (keyword === "required") expect(name).toBe(`missing-${kebab(path)}`);
  else expect(name.startsWith(kebab(path))).toBe(true);
});

/** A schema without one keyword at one place: whatever that keyword refused passes now. */
type Mutant = { place: string; schema: Json };

function* mutants(name: string, schema: Json): Generator<Mutant> {
  for (const { node, path } of walk(schema)) {
    if (!isSchema(path)) continue;
    const without = (key: string, value?: Json): Mutant["schema"] => {
      const copy = structuredClone(schema);
      if (value === undefined) delete at(copy, path)[key];
      else at(copy, path)[key] = value;
      return copy;
    };
    const place = [name, ...path].join("/");
    for (const key of Object.keys(node)) {
      if (key === "required") {
        for (const entry of node.required) {
          yield {
            place: `${place}/required/${entry}`,
            schema: without(
              key,
              node.required.filter((k: string) => k !== entry),
            ),
          };
        }
      } else if (asserts(node, key)) yield { place: `${place}/${key}`, schema: without(key) };
    }
  }
}

const isSchema = (path: Path): boolean =>
  path.length === 0 ||
  (path.at(-1) === "items" && isSchema(path.slice(0, -1))) ||
  (path.at(-2) === "properties" && isSchema(path.slice(0, -2)));

/**
 * Not those that annotate: `format: uri` decides nothing, and a type beside `enum` or `const` is already that of the
 * values.
 */
function asserts(schema: Json, key: string): boolean {
  if (key === "format") return ajv.formats[schema.format] !== true;
  if (key === "type") return !("enum" in schema || "const" in schema);
  return ["$ref", "items", "minItems", "maxItems", "enum", "const", "pattern"].includes(key);
}

describe("the fixtures exercise the schemas wholly", () => {
  const all = [...schemas].flatMap(([name, schema]) =>
    [...mutants(name, schema)].map((mutant) => ({ name, ...mutant })),
  );

  it("has a pass fixture for every schema, and a fail fixture for every one that can refuse", () => {
    const missing = (kind: string, names: string[]) =>
      names.filter((name) => !written.some((f) => f.schema === name && f.kind === kind));
    expect(missing("pass", [...schemas.keys()])).toEqual([]);
    expect(missing("fail", [...new Set(all.map(({ name }) => name))])).toEqual([]);
  });

  it("has a fail fixture for every keyword at every place: without the keyword it would pass", () => {
    const unproven = all.filter(({ name, schema }) => {
      // The schemas are valid without it, too.
      const options = { strict: false, meta: false, validateSchema: false };
      const without = newAjv(new Map([...schemas, [name, schema]]), options).getSchema(name);
      return !written.some((f) => f.schema === name && f.kind === "fail" && without?.(f.value));
    });
    expect(unproven.map(({ place }) => place)).toEqual([]);
    expect(all.length).toBeGreaterThan(80);
  });

  it("knows every keyword of the schemas: what asserts is exercised, what is left out annotates", () => {
    const annotations = [
      "title",
      "description",
      "examples",
      "format",
      "type",
      "properties",
      "required",
      "readOnly",
      "writeOnly",
    ];
    const rest = [...schemas.values()].flatMap((schema) =>
      [...walk(schema)]
        .filter(({ path }) => isSchema(path))
        .flatMap(({ node }) =>
          Object.keys(node).filter((key) => !asserts(node, key) && !annotations.includes(key) && !key.startsWith("x-")),
        ),
    );
    expect(rest).toEqual([]);
  });
});

describe("the tree", () => {
  it("has names in kebab-case, in pass/ or fail/ of a schema", () => {
    const wrong = written.filter(
      (f) => !schemas.has(f.schema) || !/^(pass|fail)$/.test(f.kind) || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(f.name),
    );
    expect(wrong.map((f) => `${f.schema}/${f.kind}/${f.name}`)).toEqual([]);
  });

  it("holds no text twice under one schema", () => {
    const seen = written.map((f) => `${f.schema} ${f.kind} ${f.text}`);
    expect(seen.filter((value, i) => seen.indexOf(value) !== i)).toEqual([]);
  });

  it("shows placeholders where credentials stand (F-5-10)", () => {
    const shown = written.flatMap(({ value }) =>
      [...walk(value)]
        .filter(({ path }) => /(token|secret|code|client_id)$/.test(String(path.at(-1))))
        .map(({ node }) => node),
    );
    expect(shown.filter((node) => typeof node === "string" && !/^<[A-Z_]+>$/.test(node))).toEqual([]);
    expect(shown).toContain("<WEBHOOK_SECRET>");
  });
});
