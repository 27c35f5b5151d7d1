/** Reads OpenAPI and AsyncAPI documents: one file, or a folder that holds both. Nothing is ever fetched. */

import { realpathSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { FileRefused, readFileBounded, statOrUndefined } from "../files/read-file.ts";
import { isObject, type JsonObject, type JsonValue, type Maybe, member } from "../values/json.ts";
import { ReadingTime } from "./budget.ts";
import { documentError } from "./errors.ts";
import { parseText } from "./parse.ts";
import { isOutside, type Load, References } from "./references.ts";
import { checkStructure } from "./structure.ts";

export type Kind = "openapi" | "asyncapi";
export const KINDS: readonly Kind[] = ["openapi", "asyncapi"];

/** One document, with the local files it refers to. */
export interface ContractDocument {
  readonly kind: Kind;
  readonly file: string;
  /** With references that name their file. */
  readonly data: JsonObject;
  /** As it was read. */
  readonly raw: JsonObject;
  readonly references: References;
}

/** What one side of a comparison, or a contract folder, holds. */
export type Documents = { readonly [K in Kind]?: ContractDocument };

/** Larger files are refused: a bundled contract has some 100 kB. */
const BYTES_MAX = 16 * 1024 * 1024;
const DEPTH_MAX = 200;
/** The endings of files that hold data. */
export const ENDINGS = ["json", "yaml", "yml"];

/**
 * Reads a document, or the documents of a folder: `openapi` and `asyncapi` as .json, .yaml or .yml, the first that is
 * there.
 *
 * @param time shared by the files of one command
 * @throws DocumentError `document_unreadable`, `document_too_large`, `document_syntax`, `document_unknown`,
 *   `document_malformed`, `document_reference`
 */
export function readDocuments(path: string, time = new ReadingTime()): Documents {
  /** A file that no person named: a pipe or a device there could hold us up. */
  const readNamed = (file: string): JsonObject => readData(file, false, time);
  const besides = (main: string) => (file: string, isText: boolean) => {
    refuseLinkOut(dirname(main), file);
    return isText && !ENDINGS.includes(extname(file).slice(1)) ? readText(file, false) : readNamed(file);
  };
  if (!isFolder(path)) {
    const document = toDocument(readData(path, true, time), resolve(path), besides(resolve(path)));
    return { [document.kind]: document };
  }
  const found: { [K in Kind]?: ContractDocument } = {};
  for (const kind of KINDS) {
    const file = ENDINGS.map((ending) => join(path, `${kind}.${ending}`)).find(isFile);
    if (file === undefined) continue;
    const document = toDocument(readNamed(file), resolve(file), besides(resolve(file)));
    if (document.kind !== kind) throw documentError("document_unknown", `${file} is not an ${kind} document`);
    found[kind] = document;
  }
  if (!found.openapi && !found.asyncapi)
    throw documentError("document_unreadable", `${path} holds neither openapi nor asyncapi as .json or .yaml`);
  return found;
}

/**
 * Takes a document that is already parsed.
 *
 * @param load reads the files it refers to; without it there may be none
 * @throws DocumentError as `readDocuments`
 */
export function toDocument(data: JsonValue, file: string, load?: Load): ContractDocument {
  if (!isObject(data)) throw documentError("document_unknown", `${file} holds no object`);
  const kind = findFormat(data, file);
  const references = new References(file, data, load);
  checkStructure(references.root, file);
  return { kind, file, data: references.root, raw: data, references };
}

/** Formats by the member that names their version; `ours`: the kind, and the versions that are read. */
const FORMATS: readonly { member: string; name: string; kind?: Kind; read?: RegExp; advice: string }[] = [
  {
    member: "openapi",
    name: "OpenAPI",
    kind: "openapi",
    read: /^3\.[012]\.\d+(?:-.+)?$/,
    advice: "versions 3.0, 3.1 and 3.2 are read",
  },
  {
    member: "asyncapi",
    name: "AsyncAPI",
    kind: "asyncapi",
    read: /^3\.\d+\.\d+(?:-.+)?$/,
    advice: "convert it to AsyncAPI 3 first, such as with npx @asyncapi/cli convert",
  },
  { member: "swagger", name: "Swagger", advice: "convert it to OpenAPI 3 first, such as with npx swagger2openapi" },
  { member: "arazzo", name: "Arazzo", advice: "workflows are not compared" },
  { member: "overlay", name: "Overlay", advice: "apply it first, and compare the result" },
];

/** @throws DocumentError `document_unknown` with the format and version that were found */
function findFormat(data: JsonObject, file: string): Kind {
  const found = FORMATS.find((format) => member(data, format.member) !== undefined);
  if (!found) throw documentError("document_unknown", `${file} has none of the members openapi and asyncapi`);
  const version = member(data, found.member);
  if (found.kind && typeof version === "string" && found.read?.test(version)) return found.kind;
  const shown = JSON.stringify(version).slice(0, 40);
  const advice = found.kind && typeof version !== "string" ? `the version is a text, such as "3.1.0"` : found.advice;
  throw documentError("document_unknown", `${file} is ${found.name} ${shown}; ${advice}`);
}

/** Reads the data of a YAML or JSON file, or of a pipe. @throws DocumentError */
export function readData(file: string, pipes = true, time = new ReadingTime()): JsonObject {
  const data = parseText(readText(file, pipes), file, time);
  if (!isObject(data)) throw documentError("document_unknown", `${file} is empty, or holds no members`);
  refuseDepth(data, file);
  return data;
}

/** A link inside the folder may lead out of it, as a reference may not. */
function refuseLinkOut(folder: string, file: string): void {
  const [root, real] = [realPath(folder), realPath(file)];
  if (root === undefined || real === undefined || !isOutside(root, real)) return;
  const shown = relative(folder, file);
  throw documentError("document_reference", `${shown} is a link that leads out of the folder of the document`);
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // Reading it says why.
    return undefined;
  }
}

function readText(file: string, pipes: boolean): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileBounded(file, BYTES_MAX, pipes));
  } catch (error) {
    if (!(error instanceof FileRefused)) throw documentError("document_syntax", `${file} (it is not UTF-8 text)`);
    if (error.why === "large") throw documentError("document_too_large", file);
    throw documentError("document_unreadable", `${file} (${error.message})`);
  }
}

function refuseDepth(data: JsonObject, file: string): void {
  let level: (JsonObject | JsonValue[])[] = [data];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX)
      throw documentError("document_too_large", `${file} is nested deeper than ${DEPTH_MAX} levels`);
    const next: typeof level = [];
    for (const node of level)
      for (const value of Object.values<Maybe>(node)) if (value !== null && typeof value === "object") next.push(value);
    level = next;
  }
}

/** Whether the path leads to a folder. */
export const isFolder = (path: string): boolean => statOrUndefined(path)?.isDirectory() === true;
const isFile = (path: string): boolean => statOrUndefined(path)?.isFile() === true;
