import { Ajv, type Options } from "ajv";
import { ISO_8601_WITH_OFFSET } from "./iso-8601.ts";
import { rewriteRefs, type Schemas } from "./schemas.ts";

const VOCABULARY = [
  "x-extensible-enum",
  "x-enum-varnames",
  "x-enum-descriptions",
  "x-unspecified",
  "x-tolerant-required",
  "x-generated",
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
