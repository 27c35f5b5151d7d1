/** Reads OpenAPI and AsyncAPI documents: one file, or a folder that holds both. Nothing is ever fetched. */

import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseDocument } from "yaml";
import { DocumentError } from "../errors-documents.ts";
import { documentError } from "./errors.ts";
import { isObject, type Json, member } from "./json.ts";
import { References } from "./references.ts";
import { checkStructure } from "./structure.ts";

export type Kind = "openapi" | "asyncapi";
export const KINDS: readonly Kind[] = ["openapi", "asyncapi"];

/** One document, with whatever local files it refers to. */
export interface ContractDocument {
  readonly kind: Kind;
  readonly file: string;
  /** With references that name their file. */
  readonly data: Json;
  /** As it was read. */
  readonly raw: Json;
  readonly references: References;
}

/** What one side of a comparison, or a contract folder, holds. */
export type Documents = { readonly [K in Kind]?: ContractDocument };

/** Larger files are refused: a bundled contract has some 100 kB. */
const BYTES_MAX = 16 * 1024 * 1024;
const DEPTH_MAX = 200;
const ENDINGS = ["json", "yaml", "yml"];

/**
 * A document, or the documents of a folder: `openapi` and `asyncapi` as .json, .yaml or .yml, the first that is there.
 *
 * @throws DocumentError `document_unreadable`, `document_too_large`, `document_syntax`, `document_unknown`, `document_malformed`,
 *   `document_reference`
 */
export function readDocuments(path: string): Documents {
  if (!isFolder(path)) {
    const document = readDocument(path);
    return { [document.kind]: document };
  }
  const found: { [K in Kind]?: ContractDocument } = {};
  for (const kind of KINDS) {
    const file = ENDINGS.map((ending) => join(path, `${kind}.${ending}`)).find(isFile);
    if (file === undefined) continue;
    const document = readDocument(file);
    if (document.kind !== kind) throw documentError("document_unknown", `${file} is no ${kind} document`);
    found[kind] = document;
  }
  if (!found.openapi && !found.asyncapi)
    throw documentError("document_unreadable", `${path} holds neither openapi nor asyncapi as .json or .yaml`);
  return found;
}

/** One file. @throws DocumentError as `readDocuments` */
function readDocument(file: string): ContractDocument {
  return documentOf(readData(file), resolve(file), readData);
}

/** A document that is already parsed. `load` reads the files it refers to; without it there may be none. */
export function documentOf(data: Json, file: string, load?: (file: string) => Json): ContractDocument {
  const references = new References(file, data, load);
  const kind = kindOf(references.root);
  if (!kind) throw documentError("document_unknown", file);
  checkStructure(references.root, file);
  return { kind, file, data: references.root, raw: data, references };
}

function kindOf(data: Json): Kind | undefined {
  if (/^3\.[01]\.\d+$/.test(String(member(data, "openapi")))) return "openapi";
  return /^3\.\d+\.\d+$/.test(String(member(data, "asyncapi"))) ? "asyncapi" : undefined;
}

/** The data of a YAML or JSON file. @throws DocumentError */
export function readData(file: string): Json {
  let text: string;
  try {
    if (statSync(file).size > BYTES_MAX) throw documentError("document_too_large", file);
    text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    const why = (error as NodeJS.ErrnoException).code ?? "it is no UTF-8 text";
    throw documentError(
      error instanceof TypeError ? "document_syntax" : "document_unreadable",
      `${file} (${why === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "it is no UTF-8 text" : why})`,
    );
  }
  const data = parse(text, file);
  if (!isObject(data)) throw documentError("document_unknown", `${file} holds no object`);
  refuseDepth(data, file);
  return data;
}

function parse(text: string, file: string): Json {
  // JSON is read by its own parser where it can be: a hundred times faster. What that refuses, the other one explains.
  if (file.endsWith(".json")) {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw documentError(
        "document_syntax",
        `${file}: ${(error as Error).message.replace(/".*" is not/s, "this is not").split("\n")[0]}`,
      );
    }
  }
  const document = parseDocument(text, { uniqueKeys: true, strict: true, merge: true });
  const problem = document.errors[0];
  if (problem) throw documentError("document_syntax", `${file}: ${problem.message.split("\n")[0]}`);
  try {
    // Aliases are counted: a file of a few lines must not fill the memory.
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw documentError("document_syntax", `${file}: ${(error as Error).message.split("\n")[0]}`);
  }
}

function refuseDepth(data: Json, file: string): void {
  let level: Json[] = [data];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX)
      throw documentError("document_too_large", `${file} is nested deeper than ${DEPTH_MAX} levels`);
    level = level.flatMap((node) => Object.values(node).filter((value) => value !== null && typeof value === "object"));
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
