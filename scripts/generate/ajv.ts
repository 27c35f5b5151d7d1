import { Ajv, type Options } from "ajv";
import { rewriteRefs, type Schemas } from "./schemas.ts";

const LEAP_YEAR = String.raw`(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)`;
const date = (dash: string) => {
  const [long, short] = [
    String.raw`(?:0[13578]|1[02])${dash}(?:0[1-9]|[12]\d|3[01])`,
    String.raw`(?:0[469]|11)${dash}(?:0[1-9]|[12]\d|30)`,
  ];
  return String.raw`\d{4}${dash}(?:${long}|${short}|02${dash}(?:0[1-9]|1\d|2[0-8]))|${LEAP_YEAR}${dash}02${dash}29`;
};
const WEEK = String.raw`\d{4}-?W(?:0[1-9]|[1-4]\d|5[0-3])-?[1-7]`;
const ORDINAL = String.raw`\d{4}-?(?:00[1-9]|0[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])|${LEAP_YEAR}-?366`;
const TIME = String.raw`(?:[01]\d|2[0-3])(?::?[0-5]\d(?::?(?:[0-5]\d|60))?)?(?:[.,]\d+)?|24(?::?00(?::?00)?)?(?:[.,]0+)?`;
const OFFSET = String.raw`(?:[Zz]|[+\-\u2212](?:[01]\d|2[0-3])(?::?[0-5]\d)?)`;

/**
 * ISO 8601 date and time with an offset, in every form of that standard (F-2.4-05, U-33, A-13): wider than RFC 3339 on purpose.
 * A regular expression, because ajv inlines those into standalone code.
 */
const ISO_8601_WITH_OFFSET = new RegExp(`^(?:${date("-")}|${date("")}|${WEEK}|${ORDINAL})[Tt](?:${TIME})${OFFSET}$`);

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
