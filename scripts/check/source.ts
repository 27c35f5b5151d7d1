import { isUtf8 } from "node:buffer";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Document, isAlias, isMap, isNode, isSeq, LineCounter, type Node, parseDocument, visit } from "yaml";
import { InputError, type Path } from "./finding.ts";
import { findingAt, type Rule } from "./rules.ts";

// biome-ignore lint/suspicious/noExplicitAny: the checks read documents whose form they must first establish.
export type Json = any;

/** A hand-written YAML or JSON file: its data, and the line of each part. */
export type Source = {
  /** Relative to the repository. */
  file: string;
  text: string;
  data: Json;
  /** Returns the line, from 1, of the node at this path or of its nearest existing ancestor. */
  line(path: Path): number;
};

/** By name and text what was read in this process: a test checks the same files many times. */
const known = new Map<string, Source>();

/**
 * Reads one file. JSON is read by the YAML parser too (it is a subset) to know the lines, but must be JSON.
 * @throws InputError with file and line when it is missing or does not parse.
 */
export function readSource(root: string, file: string): Source {
  const fail = (line: number, rule: Rule, message = ""): never => {
    throw new InputError([findingAt(file, line, rule, { message })]);
  };
  if (!existsSync(join(root, file))) fail(1, "file-missing");
  const bytes = readFileSync(join(root, file));
  const text = new TextDecoder().decode(bytes);
  if (!isUtf8(bytes)) fail(lineAt(text, text.indexOf("\ufffd")), "file-unreadable");
  const same = known.get(`${file}\0${text}`);
  if (same) return same;
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const problem = document.errors[0] ?? document.warnings[0];
  const json = file.endsWith(".json");
  if (problem) fail(lines.linePos(problem.pos[0]).line, json ? "json-syntax" : "yaml-syntax", problem.message);
  try {
    if (json) JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    fail(lineAt(text, jsonErrorAt(text, message)), "json-syntax", message);
  }
  visit(document, (_, node) => {
    if (isNode(node) && (isAlias(node) || node.anchor)) fail(lineAt(text, node.range?.[0] ?? 0), "yaml-alias");
  });
  const source = { file, text, data: document.toJS(), line: (path: Path) => lineOf(document, lines, path) };
  known.set(`${file}\0${text}`, source);
  return source;
}

function lineOf(document: Document, lines: LineCounter, path: Path): number {
  let node = document.contents as Node | null;
  let at = node?.range?.[0] ?? 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => String(item.key) === String(step));
      if (!pair) break;
      at = (pair.key as Node).range?.[0] ?? at;
      node = pair.value as Node | null;
    } else if (isSeq(node)) {
      node = (node.items[Number(step)] as Node | undefined) ?? null;
      at = node?.range?.[0] ?? at;
    } else break;
  }
  return lines.linePos(at).line;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/**
 * Finds where JSON.parse stopped. V8 names the position for some errors; for others it quotes the text, starting 10
 * characters earlier.
 */
function jsonErrorAt(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position) return Number(position);
  const [, token = "", dots, quoted] =
    /^Unexpected token '(.+?)', (\.{3})?"([\s\S]*)"(?:\.{3})? is not valid JSON$/.exec(message) ?? [];
  if (quoted === undefined) return text.length;
  return dots ? text.indexOf(quoted) + 10 : text.indexOf(token);
}

/** Turns a JSON Pointer, with or without its `#`, into the path that `Source.line` takes. */
export function pointerPath(pointer: string): string[] {
  return pointer
    .replace(/^#/, "")
    .split("/")
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Returns the node at a path; undefined if there is none. */
export function at(data: Json, path: Path): Json {
  let node = data;
  for (const step of path) node = node !== null && typeof node === "object" ? node[step] : undefined;
  return node;
}

/** Yields every node of a document with its path, parents first. */
export function* walk(data: Json, path: Path = []): Generator<{ node: Json; path: Path }> {
  yield { node: data, path };
  if (Array.isArray(data)) for (const [i, item] of data.entries()) yield* walk(item, [...path, i]);
  else if (data !== null && typeof data === "object")
    for (const [key, item] of Object.entries(data)) yield* walk(item, [...path, key]);
}
