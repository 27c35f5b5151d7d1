import { Ajv, type Options } from "ajv";
import ajvStandalone from "ajv/dist/standalone/index.js";
import type { Json } from "../check/source.ts";
import { tsBanner } from "./banner.ts";
import { ISO_8601_WITH_OFFSET } from "./iso-8601.ts";
import { rewriteRefs, type Schemas, withoutAnnotations } from "./schemas.ts";

/** Seven lines of ajv for each error. */
const ADDED_ERROR = /if\(vErrors === null\)\{\nvErrors = \[(err\d+)\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}/g;

/** What ajv would import at run time, by the path that it imports. */
const RUNTIME: Readonly<Record<string, string>> = {
  ucs2length: "(text) => [...text].length",
  equal: `function equal(a, b) {
if (a === b) return true;
if (typeof a !== "object" || typeof b !== "object" || !a || !b || Array.isArray(a) !== Array.isArray(b)) return false;
const names = Object.keys(a);
if (names.length !== Object.keys(b).length) return false;
return names.every((name) => Object.hasOwn(b, name) && equal(a[name], b[name]));
}`,
};

/**
 * The check of each schema as code without imports and without eval. `names`: from the name of a function to the id of
 * its schema.
 *
 * @throws Error if a keyword needs ajv's run time
 */
export function standaloneCode(ajv: Ajv, names: Readonly<Record<string, string>>): string {
  // biome-ignore lint/suspicious/noExplicitAny: ajv is CommonJS: its default is the function, or holds it.
  const toCode = ((ajvStandalone as any).default ?? ajvStandalone) as (a: Ajv, names: object) => string;
  const code = toCode(ajv, names).replaceAll(
    /\brequire\("ajv\/dist\/runtime\/(\w+)"\)\.default/g,
    (call, name: string) => RUNTIME[name] ?? call,
  );
  if (/\brequire\(|^import /m.test(code))
    throw new Error("ajv emitted an import: a schema uses a keyword that needs ajv's run time");
  // No fault tells the place in the schema.
  return code
    .replace(/^"use strict";\n?/, "")
    .replace(/^export const (check\w+) = /gm, "const $1 = ")
    .replaceAll(/\bschemaPath:"[^"]*",/g, "")
    .replace(ADDED_ERROR, "(vErrors ??= []).push($1);")
    .replaceAll("= new RegExp(", "= /* @__PURE__ */ new RegExp(");
}

/** How ajv writes its code. */
export const AS_MODULE = { source: true, esm: true, lines: true } as const;

/** `CHECKS`, by these names of `schemas`. A check fills in defaults. */
export function renderChecks(schemas: Json, names: readonly string[]): string {
  const bare = Object.entries<Json>(schemas).map(([name, schema]) => [name, withoutAnnotations(schema)] as const);
  const ajv = newAjv(new Map(bare), { code: AS_MODULE, useDefaults: true, inlineRefs: false });
  return `${standaloneCode(ajv, Object.fromEntries(names.map((name) => [`check_${name}`, name])))}

const CHECKS = { ${names.map((name) => `${name}: check_${name}`).join(", ")} };
`;
}

/** `generated/faults.ts`: what the modules with compiled checks share. */
export function renderFaults(): string {
  return `${tsBanner}
/** One fault in a value. Never holds the value itself. */
export interface Fault {
  /** Where, as a JSON Pointer. */
  readonly path: string;
  /** What should be there. */
  readonly message: string;
  /** The keyword of JSON Schema that says so, if a schema does. */
  readonly keyword?: string;
}

/** An error of ajv. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Turns the errors of ajv into faults. */
export function readable(errors: readonly SchemaError[]): Fault[] {
  return errors.map(({ instancePath: path, keyword, message = keyword, params }) => {
    if (keyword === "required")
      return { path: \`\${path}/\${params["missingProperty"]}\`, message: "is missing", keyword };
    if (keyword === "type") return { path, message: message.replaceAll(",", " or "), keyword };
    const allowed = params["allowedValues"] ?? params["allowedValue"];
    return { path, message: allowed === undefined ? message : \`\${message}: \${JSON.stringify(allowed)}\`, keyword };
  });
}

/** A check of ajv. */
interface Check {
  (value: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
}

/** Every fault that a check finds in a value. A member that is not known is at the end of the path. */
export function faultsBy(check: Check, value: unknown): Fault[] {
  const errors = check(value) ? [] : (check.errors ?? []);
  return readable(errors).map((fault, i) => {
    const unknown = errors[i]?.params["additionalProperty"];
    return unknown === undefined ? fault : { ...fault, path: \`\${fault.path}/\${unknown}\`, message: "is not known" };
  });
}
`;
}

const VOCABULARY = [
  "x-extensible-enum",
  "x-enum-varnames",
  "x-enum-descriptions",
  "x-unspecified",
  "x-tolerant-required",
  "x-generated",
  "x-gap",
  "expects",
];

/** An ajv that knows our formats and keywords, with every schema added under its name. */
export function newAjv(schemas: Schemas, options: Options = {}): Ajv {
  const ajv = new Ajv({ strict: true, strictNumbers: true, allErrors: true, allowUnionTypes: true, ...options });
  ajv.addVocabulary(VOCABULARY);
  ajv.addFormat("date-time", ISO_8601_WITH_OFFSET);
  for (const annotation of ["uri", "iri-reference", "password"]) ajv.addFormat(annotation, true);
  for (const [name, schema] of schemas) ajv.addSchema({ $id: name, ...rewriteRefs(schema, (ref) => ref) });
  return ajv;
}
