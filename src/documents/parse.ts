/** Parses YAML and JSON of others, within bounds of size and time. */

import { isMap, isScalar, parseDocument, visit } from "yaml";
import { messageOf } from "../errors/caught.ts";
import type { JsonValue } from "../json.ts";
import { withinTime } from "./budget.ts";
import { documentError } from "./errors.ts";
import { keepSource, mayHaveLongNumbers } from "./sources.ts";

/** YAML takes a hundred times as long as JSON: 4 MiB of it some ten seconds. */
const YAML_MAX = 4 * 1024 * 1024;
/** Aliases are counted: a file of a few lines must not fill the memory. */
const ALIASES_MAX = 100;

/**
 * Parses the text of a file.
 *
 * @param file its name: `.json` takes only JSON, `.yaml` and `.yml` are read as YAML; anything else, such as a pipe,
 * may be either
 * @throws DocumentError `document_syntax`, `document_too_large`
 */
export function parseText(text: string, file: string): JsonValue {
  const isJson = file.endsWith(".json");
  if (isJson || (!/\.ya?ml$/.test(file) && /^\s{0,99}\{/.test(text))) {
    try {
      return mayHaveLongNumbers(text) ? JSON.parse(text, kept) : JSON.parse(text);
    } catch (error) {
      if (isJson) throw documentError("document_syntax", `${file}: ${jsonProblem(error as Error)}`);
    }
  }
  if (text.length > YAML_MAX)
    throw documentError("document_too_large", `${file} has more than 4 MiB of YAML; give it as JSON`);
  return withinTime(`Reading ${file}`, () => parseYaml(text, file));
}

/** A reviver that changes nothing; it remembers the texts of long numbers. */
function kept(this: object, name: string, value: JsonValue, context?: { readonly source?: string }): JsonValue {
  if (typeof value === "number" && context?.source !== undefined) keepSource(this, name, context.source);
  return value;
}

/** Integers are read as BigInt where one of them may be too long. */
function plain(this: object, name: unknown, value: unknown): unknown {
  if (typeof value !== "bigint") return value;
  keepSource(this, String(name), String(value));
  return Number(value);
}

/** Without the quoted text, which may be all of it. */
const jsonProblem = ({ message }: Error): string =>
  message.replace(/^([^"]*)".*" is not/s, "$1this is not").split("\n", 1)[0] as string;

function parseYaml(text: string, file: string): JsonValue {
  const hasLong = mayHaveLongNumbers(text);
  // The parser's own search for repeated keys compares each with each.
  const document = parseDocument(text, { uniqueKeys: false, strict: true, merge: true, intAsBigInt: hasLong });
  const fail = (message: string): never => {
    throw documentError("document_syntax", `${file}: ${message.split("\n", 1)[0]}`);
  };
  const problem = document.errors[0];
  if (problem) fail(problem.message);
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key) || isMap(key) || key.value === "<<") continue;
        if (keys.has(key.value)) fail(`the key ${JSON.stringify(String(key.value))} is there twice`);
        keys.add(key.value);
      }
    },
  });
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX, ...(hasLong && { reviver: plain }) });
  } catch (error) {
    return fail(messageOf(error));
  }
}
