/** The tables of docs/compatibility.md, made from the rows and the results. The prose around them is hand-written. */

import { DOCUMENTS } from "./documents.ts";
import type { Generator } from "./generator.ts";
import { GENERATORS } from "./generators.ts";
import { failures, type Result, type Results } from "./results.ts";
import { commandWords } from "./run.ts";
import { READERS, readerId, rowId } from "./table.ts";
import { REGISTRIES } from "./tools.ts";

type Note = readonly [rows: RegExp, why: string, cure: string];
/** Why rows fail, and what to do. Every failing row has a note, and every note a failing row: a test demands both. */
// biome-ignore format: a table
export const NOTES: readonly Note[] = [
  [/^OpenAPI Generator kotlin \//,
    "of an open object (`additionalProperties: true`) it makes a `HashMap`, whose declared members Jackson then loses",
    "OpenAPI Generator java: Kotlin can call its classes"],
  [/^progenitor \/ codegen 3\.0$/,
    "it takes one form of answer for each operation, and counts `default` as one",
    "the base document, `openapi-3.0.json`"],
  [/^validators \/ santhosh-tekuri/,
    "it counts with Go's `big.Rat`, which does not read the exponent of `0e-99999999999999999999`",
    "nothing, unless a payload has such a number; it judges the 418 other fixtures as we do"],
];

const CLIENTS = GENERATORS.filter(({ kind }) => kind === "client");
const MODELS = GENERATORS.filter(({ kind }) => kind === "models");
export const STUBS = GENERATORS.filter(({ kind }) => kind === "stub");
const COLUMNS = [
  ...["document", "made", "compiles", "four calls", "token's host", "payments"],
  ...["integers", "unknown members", "`+01:00`", "`+0100`"],
];
const STUB_COLUMNS = ["made", "compiles", "receives", "bytes", "refuses"];

/** A generator and a language, whatever the template. */
export const describeTool = ({ tool, language }: Generator): string =>
  `${tool.replace(/^(OpenAPI Generator) .*$/, "$1")}, ${language}`;
const kinds = (generators: readonly Generator[]) => new Set(generators.map(describeTool)).size;

/** Returns the clients that make all four calls from codegen 3.0. */
export const callingClients = (results: Results): Generator[] =>
  CLIENTS.filter((row) => results[rowId(row, "codegen 3.0")]?.["operations"] === "yes");
/** Returns the stubs that receive a delivery with its bytes, and refuse an altered one. */
export const receivingStubs = (results: Results): Generator[] =>
  STUBS.filter((row) => STUB_COLUMNS.every((column) => results[rowId(row, "receiver 3.0")]?.[column] === "yes"));

type Cells = readonly string[];
const table = (heads: Cells, rows: readonly Cells[]): string =>
  [heads, ...rows]
    .map((cells) => `| ${cells.join(" | ")} |\n`)
    .join("")
    .replace("\n", `\n|${"---|".repeat(heads.length)}\n`);

/** Returns the page with the tables of each section, and with the counts of its sentences. */
export function renderPage(page: string, results: Results): string {
  const documents = Object.entries(DOCUMENTS).map(([name, file]) => [name, `\`generated/${file}\``]);
  const columns = ["tool", "version", "files of `generated/`", "how", "what came out"];
  const readers = (group: string) => [table(columns, READERS.filter((one) => one.group === group).map(readerCells))];
  const readerCells = (row: (typeof READERS)[number]): Cells => {
    const { outcome = "" } = results[readerId(row)] ?? {};
    const came = outcome.replace(/^yes: /, "").replace(/^no: (.*)$/s, "**no**: `$1`");
    return [
      row.tool,
      `${installedVersion(row.install).replace("v", "")}, ${registryTitle(row.install)}`,
      row.files,
      row.how,
      came,
    ];
  };
  const heads = ["generator", "language", ...STUB_COLUMNS, "model encoded again", "unknown members in the model"];
  const stubs = STUBS.map((row) => stubCells(row, results));
  const tables: Record<string, string[]> = {
    "<!--": [table(["document", "file"], documents)],
    Clients: [commands(CLIENTS, results, "token's URL"), outcomes(CLIENTS, results)],
    Models: [commands(MODELS, results), outcomes(MODELS, results)],
    Server: [commands(STUBS, results, "bytes kept by"), table(heads, stubs)],
    Validators: readers("validators"),
    Testers: readers("testers"),
    Viewers: readers("viewers"),
    Which: [table(["where", "what it says", "why", "what to do"], failureRows(results))],
  };
  const sections = page.split(/^(?=## )/m).map((section) => {
    const [, word = ""] = /^(?:## )?([^\s,]+)/.exec(section) ?? [];
    const next = tables[word]?.values();
    return section.replaceAll(/^\|.*\n(?:\|.*\n)+/gm, (known) => next?.next().value ?? known);
  });
  return withCounts(sections.join(""), results);
}

/** So that no sentence claims more than the tables have. */
function withCounts(page: string, results: Results): string {
  const astray = CLIENTS.filter((row) => results[rowId(row, "codegen 3.0")]?.["tokenHost"]?.startsWith("no: asks"));
  const calling = `${kinds(callingClients(results))} of ${kinds(CLIENTS)} generators and`;
  return page
    .replace(/\d+ of \d+ generators and/, calling)
    .replace(/\d+ of the \d+ clients/, `${astray.length} of the ${CLIENTS.length} clients`)
    .replace(/\d+ generators and languages/, `${kinds(receivingStubs(results))} generators and languages`);
}

/** The version of the first package, as its registry writes it. */
const installedVersion = (install: string): string => install.replace(/^\S+ \S*[@=:](\S+).*$/, "$1");
const registryTitle = (install: string): string => REGISTRIES[install.split(" ")[0] ?? ""]?.title ?? "";

const rowResults = (row: Generator, results: Results): Result[] =>
  row.documents.map((document) => results[rowId(row, document)] ?? {}).filter(({ made }) => made !== undefined);

/** One row a tool: what to type, with the file and the options in it. */
function commands(generators: readonly Generator[], results: Results, last?: string): string {
  const rows = generators.map((row) => {
    const [first] = row.documents;
    const file = first ? DOCUMENTS[first] : "";
    const command = row.command.includes("modelina")
      ? `a library, given \`${file}\``
      : `\`${commandWords(row, file, "OUT").join(" ")}\``;
    const holds = rowResults(row, results).some((result) => failures(result).length === 0);
    const no = row.kind === "stub" ? "**no**" : "[no](#which-clients-and-models-do-not-hold)";
    const told = row.how ?? usesTokenUrl(row, results);
    const name = `${row.language}: ${row.tool} ${installedVersion(row.install)}, ${registryTitle(row.install)}`;
    return [name, command, holds ? "yes" : no, ...(last ? [told] : [])];
  });
  const isStub = last === "bytes kept by";
  if (!isStub) rows.sort(([a = ""], [b = ""]) => cellLanguage(a).localeCompare(cellLanguage(b), "en"));
  return table(["language and tool", "what to type", "holds", ...(last ? [last] : [])], rows);
}

const cellLanguage = (cell: string): string => cell.split(":")[0] ?? "";

const usesTokenUrl = (row: Generator, results: Results): string =>
  rowResults(row, results).some((result) => result["tokenHost"] === "yes") ? "nothing to do" : (row.tokenUrl ?? "-");

/** Reasons stand in the table of failures. */
const verdict = (text = ""): string => text.replace(/^no: .*/s, "**no**");

function outcomes(generators: readonly Generator[], results: Results): string {
  const rows = generators.flatMap((row) =>
    row.documents.flatMap((document, index) => {
      const { tokenHost = "", ...result }: Result = results[rowId(row, document)] ?? {};
      const host = tokenHost.replace("yes", "document").replace("no: asks the host of the API", "**API**");
      const [made, compiles, operations, ...rest] = Object.values(result).map(verdict);
      if (!made) return [];
      const cells = [made, compiles ?? "", operations ?? "", host.replace(/^no: .*/s, "by hand"), ...rest];
      return [[index === 0 ? row.tool : "", document, ...cells]];
    }),
  );
  return table(["generator", ...COLUMNS], rows);
}

function stubCells(row: Generator, results: Results): Cells {
  const result = results[rowId(row, "receiver 3.0")] ?? {};
  const again = result["encodedAgain"]?.replace("no: ", "") ?? "";
  const steps = STUB_COLUMNS.map((column) => verdict(result[column]));
  return [row.tool, row.language, ...steps, again, result["unknownMembers"] ?? ""];
}

function failureRows(results: Results): Cells[] {
  return NOTES.map(([rows, why, cure]) => {
    const ids = Object.keys(results).filter((id) => rows.test(id) && failures(results[id] ?? {}).length > 0);
    const first = results[ids[0] ?? ""] ?? {};
    const said = first[failures(first)[0] ?? ""]?.replace(/^no: /, "").replaceAll("`", "'");
    return [ids.map((id) => id.replace(" / ", ", ")).join("; "), `\`${said}\``, why, cure];
  });
}
