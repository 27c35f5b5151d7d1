/** Parses YAML and JSON of others, within bounds of size and time. */

import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
} from "yaml";
import { errorMessage } from "../errors/caught.ts";
import { DocumentError } from "../errors/documents.ts";
import type { JsonValue } from "../values/json.ts";
import { ReadingTime } from "./budget.ts";
import { documentError } from "./errors.ts";
import { keepSource, mayHaveLongNumbers } from "./sources.ts";

/** YAML takes a hundred times as long as JSON: 4 MiB of it some ten seconds. */
const YAML_MAX = 4 * 1024 * 1024;
/** What aliases repeat is counted in nodes: a file of a few lines must not fill the memory. */
const REPEATED_MAX = 1_000_000;

/**
 * Parses the text of a file.
 *
 * @param file its name: `.json` takes only JSON, `.yaml` and `.yml` are read as YAML; anything else, such as a pipe,
 * may be either
 * @param time shared by the files of one command
 * @throws DocumentError `document_syntax`, `document_too_large`
 */
export function parseText(text: string, file: string, time = new ReadingTime()): JsonValue {
  const isJson = file.endsWith(".json");
  if (isJson || (!/\.ya?ml$/.test(file) && /^\s{0,99}\{/.test(text))) {
    try {
      return mayHaveLongNumbers(text) ? JSON.parse(text, keepNumberText) : JSON.parse(text);
    } catch (error) {
      if (isJson) throw documentError("document_syntax", `${file}: ${jsonProblem(errorMessage(error))}`);
    }
  }
  if (text.length > YAML_MAX)
    throw documentError("document_too_large", `${file} has more than 4 MiB of YAML; give it as JSON`);
  return time.read(file, text.length, () => parseYaml(text, file));
}

/** A reviver that changes nothing; it remembers the texts of long numbers. */
function keepNumberText(
  this: object,
  name: string,
  value: JsonValue,
  context?: { readonly source?: string },
): JsonValue {
  if (typeof value === "number" && context?.source !== undefined) keepSource(this, name, context.source);
  return value;
}

/** A fraction or a number beyond all doubles, as it stands in YAML. */
class Written {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Integers are read as BigInt where a number of the file may be too long, and others with their text. */
function plain(this: object, name: unknown, value: unknown): unknown {
  if (typeof value !== "bigint" && !(value instanceof Written)) return value;
  const text = typeof value === "bigint" ? String(value) : value.text;
  keepSource(this, String(name), text);
  return Number(text);
}

/** Without the quoted text, which may be all of it. */
const jsonProblem = (message: string): string =>
  message.replace(/^([^"]*)".*" is not/s, "$1this is not").replace(/\n.*/s, "");

/** What YAML has and JSON has, too. `!` says that a scalar is a string. */
const JSON_TAG = /^(?:!|tag:yaml\.org,2002:(?:map|seq|str|int|float|bool|null))$/;
const DECIMAL = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

function parseYaml(text: string, file: string): JsonValue {
  const hasLong = mayHaveLongNumbers(text);
  const lines = new LineCounter();
  const fail = (message: string, at?: Node): never => {
    if (/call stack/.test(message)) throw documentError("document_too_large", `${file} is nested too deeply`);
    const line = at?.range ? `, line ${lines.linePos(at.range[0]).line}` : "";
    throw documentError("document_syntax", `${file}: ${message.replace(/:?\n.*/s, "")}${line}`);
  };
  try {
    // The parser's own search for repeated keys compares each with each.
    const options = { uniqueKeys: false, strict: true, merge: true, intAsBigInt: hasLong, lineCounter: lines };
    const document = parseDocument(text, options);
    const problem = document.errors[0];
    if (problem) fail(problem.message);
    visit(document, (key, node) => {
      if (!isNode(node) || isAlias(node)) return;
      if (isMap(node)) checkKeys(document, node, fail);
      // YAML 1.1 makes dates of what has no tag.
      const isOther = isScalar(node) && node.value !== null && typeof node.value === "object";
      if (isOther || (node.tag !== undefined && !JSON_TAG.test(node.tag)))
        fail(`${node.tag?.replace("tag:yaml.org,2002:", "!!") ?? "a date"} is not JSON data`, node);
      if (hasLong && key !== "key" && isScalar(node)) keepWritten(node);
    });
    const repeated = repeatedNodes(document, fail);
    if (repeated > REPEATED_MAX)
      throw documentError("document_too_large", `${file}: its aliases stand for more than ${REPEATED_MAX} values`);
    // The parser's own bound is on the number of aliases, which is not what fills the memory.
    return document.toJS({ maxAliasCount: -1, ...(hasLong && { reviver: plain }) });
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    return fail(errorMessage(error));
  }
}

function keepWritten(node: Scalar): void {
  const { source, value } = node;
  if (source !== undefined && DECIMAL.test(source) && typeof value === "number") node.value = new Written(source);
}

/** Returns how many nodes aliases repeat in all, without repeating them. */
function repeatedNodes(document: Document, fail: (message: string, at?: Node) => never): number {
  const sizes = new Map<Node, number>();
  const open = new Set<Node>();
  // An alias stands for the last node before it that has the name.
  const anchors = new Map<string, Node>();
  let repeated = 0;
  const countNodes = (node: unknown): number => {
    if (isPair(node)) return countNodes(node.key) + countNodes(node.value);
    if (!isNode(node)) return 0;
    const known = sizes.get(node);
    if (known !== undefined) return known;
    if (open.has(node)) fail("an alias that stands for what it is part of", node);
    open.add(node);
    if (!isAlias(node) && node.anchor !== undefined) anchors.set(node.anchor, node);
    const size = isAlias(node)
      ? countNodes(anchors.get(node.source))
      : 1 + (isCollection(node) ? node.items.reduce((sum: number, item) => sum + countNodes(item), 0) : 0);
    open.delete(node);
    if (isAlias(node)) repeated += size;
    sizes.set(node, size);
    return size;
  };
  const whole = countNodes(document.contents);
  return Math.max(repeated, whole) > REPEATED_MAX ? Infinity : repeated;
}

/** Refuses two keys that JSON cannot tell apart: `1` and `"1"` are one key. */
function checkKeys(document: Document, { items }: YAMLMap, fail: (message: string, at?: Node) => never): void {
  const keys = new Set<string>();
  for (const { key: node } of items) {
    const key = isAlias(node) ? node.resolve(document) : node;
    const at = isNode(node) ? node : undefined;
    const value: unknown = isScalar(key) ? key.value : fail("a key is not a text", at);
    if (value === "<<" || typeof value === "symbol") continue;
    const name = String(value ?? "");
    if (keys.has(name)) fail(`the key ${JSON.stringify(name)} is there twice`, at);
    keys.add(name);
  }
}
