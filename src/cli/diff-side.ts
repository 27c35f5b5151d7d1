/** One side of a comparison: a file, a folder, standard input, or either of them in a revision of git. */

import { type ExecFileSyncOptions, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import type { Contract } from "../diff/index.ts";
import type { ReadingTime } from "../documents/budget.ts";
import { documentError } from "../documents/errors.ts";
import { parseText } from "../documents/parse.ts";
import {
  type ContractDocument,
  ENDINGS,
  isFolder,
  KINDS,
  readData,
  readDocuments,
  toDocument,
} from "../documents/read.ts";
import { errorCode } from "../errors/caught.ts";
import { documentedSettings } from "../overlays/settings.ts";
import { isObject, type JsonObject } from "../values/json.ts";

const BYTES_MAX = 16 * 1024 * 1024;
const GIT_MS = 30_000;
const DEPLOYMENT = "deployment.json";
const REVISION = /^([^-:][^:]{1,}):(.*)$/s;

/**
 * Reads what an argument names: `-` is standard input; `REVISION:PATH`, where no such file exists, is what git holds,
 * with PATH from the top of the repository, or from here if it starts with `./`.
 *
 * @throws DocumentError as `readDocuments`
 */
export function readSide(argument: string, time: ReadingTime): Contract {
  if (argument === "-") {
    // It is in no folder, so it refers to no files.
    const document = toDocument(readData("/dev/stdin", true, time), "/dev/stdin");
    return { [document.kind]: document };
  }
  const [, revision = "", path = ""] = REVISION.exec(argument) ?? [];
  if (revision !== "" && !existsSync(argument)) return readRevision(revision, path, time);
  const documents = readDocuments(argument, time);
  const file = join(argument, DEPLOYMENT);
  return isFolder(argument) && existsSync(file) ? withDeployment(documents, readData(file, false, time)) : documents;
}

/** Adds what a contract folder states beyond its documents; a file of that name that others wrote has no settings. */
function withDeployment(documents: Contract, { "x-generated": _, ...data }: JsonObject): Contract {
  const { settings } = data;
  if (!isObject(settings)) return documents;
  const { openapi, asyncapi } = documents;
  const pair = openapi && asyncapi && { openapi: openapi.raw, asyncapi: asyncapi.raw };
  return { ...documents, deployment: { data, documented: pair ? documentedSettings(pair, settings) : new Set() } };
}

function readRevision(revision: string, given: string, time: ReadingTime): Contract {
  const path =
    given.startsWith("./") || given === "." ? posix.join(git(["rev-parse", "--show-prefix"]).trim(), given) : given;
  const place = posix.normalize(path).replace(/^\.?\/?$|\/$/, "");
  const load = (file: string, isText: boolean) => {
    const text = readBlob(revision, file.replace(/^\//, ""));
    return isText && !isData(file) ? text : parseObject(text, file, time);
  };
  const read = (file: string): ContractDocument =>
    toDocument(parseObject(readBlob(revision, file), file, time), `/${file}`, load);
  if (git(["cat-file", "-t", `${revision}:${place}`]).trim() !== "tree") {
    const document = read(place);
    return { [document.kind]: document };
  }
  const names = new Set(git(["ls-tree", "--name-only", `${revision}:${place}`]).split("\n"));
  const found: Record<string, ContractDocument> = {};
  for (const kind of KINDS) {
    const name = ENDINGS.map((ending) => `${kind}.${ending}`).find((one) => names.has(one));
    if (name === undefined) continue;
    const document = read(posix.join(place, name));
    if (document.kind !== kind) throw documentError("document_unknown", `${name} is not an ${kind} document`);
    found[kind] = document;
  }
  if (Object.keys(found).length === 0)
    throw documentError(
      "document_unreadable",
      `${revision}:${given} holds neither openapi nor asyncapi as .json or .yaml`,
    );
  if (!names.has(DEPLOYMENT)) return found;
  const file = posix.join(place, DEPLOYMENT);
  return withDeployment(found, parseObject(readBlob(revision, file), file, time));
}

const isData = (file: string) => ENDINGS.some((ending) => file.endsWith(`.${ending}`));
const readBlob = (revision: string, file: string) => git(["cat-file", "blob", `${revision}:${file}`]);

function parseObject(text: string, file: string, time: ReadingTime): JsonObject {
  const data = parseText(text, file, time);
  if (!isObject(data)) throw documentError("document_unknown", `${file} is empty, or holds no members`);
  return data;
}

/** Returns what git prints. @throws DocumentError `document_unreadable` or `document_too_large` */
function git(given: readonly string[]): string {
  try {
    const options: ExecFileSyncOptions = { maxBuffer: BYTES_MAX, timeout: GIT_MS, stdio: ["ignore", "pipe", "pipe"] };
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(execFileSync("git", given, options)));
  } catch (error) {
    const what = given.at(-1) ?? "";
    const code = errorCode(error);
    if (code === "ENOBUFS") throw documentError("document_too_large", what);
    if (error instanceof TypeError) throw documentError("document_syntax", `${what} (it is not UTF-8 text)`);
    const said = String((error instanceof Error && "stderr" in error && error.stderr) || "").split("\n", 1)[0];
    const why = code === "ENOENT" ? "git is not installed" : said || "git failed";
    throw documentError("document_unreadable", `${what} (${why})`);
  }
}
