/** `docs/compatibility.md`, rendered from the table, the results and the notes. No I/O. */

import { failures } from "./compare.ts";
import { ARTEFACTS, type Artefact } from "./documents.ts";
import type { Generator } from "./generator.ts";
import { NOT_RUN, NOTES } from "./notes.ts";
import type { Result, Results } from "./result.ts";
import { rowId } from "./row.ts";
import { GENERATORS } from "./table.ts";

const HEAD = `<!-- Made by "npm run compatibility". Do not edit: change scripts/compatibility/, then run it again. -->

# Foreign tools

What the tools that people use make of the documents: generators of clients and models first, then server stubs, validators, testers and
viewers. Each generator was installed at the version below and run on the document as
\`overlay apply\` writes it for a deployment with two hosts. Its code was compiled, and a small program of ours
(\`scripts/compatibility/probes/\`) used it: it called the four operations over HTTP on 127.0.0.1, where the token has a host of its own,
and it decoded and encoded payments of \`test/fixtures/PaymentSnapshot\`. \`npm run compatibility\` does it again,
\`npm run compatibility -- NAME\` for one; \`npm run test:all\` repeats the quick ones and fails when this page is no longer true.

`;

const COLUMNS = [
  ...["document", "made", "compiles", "four calls", "token's host", "payments"],
  ...["integers", "unknown members", "`+01:00`", "`+0100`"],
];

/** The anchor of the table of failures. */
const FAILED = "which-clients-and-models-do-not-hold";

/** Sections that other tables render. */
export type Sections = { stubs: string; readers: string };

export function renderPage(results: Results, { stubs, readers }: Sections): string {
  const documents = Object.entries(ARTEFACTS).map(([name, file]) => `| ${name} | \`generated/${file}\` |`);
  const clients = GENERATORS.filter(({ calls }) => calls);
  const models = GENERATORS.filter(({ calls }) => !calls);
  return `${HEAD}${summary(clients, results)}

| document | file |
|---|---|
${documents.join("\n")}

With your hosts: \`overlay apply\` writes all but the last of these into its folder, under the same names ([overlays](guides/overlays.md)).

| you want | go to |
|---|---|
| a client in your language | [clients](#clients): one row a tool, with the file, the command and its options |
| models of the payloads alone | [models alone](#models-alone) |
| a receiver of deliveries | [server stubs](#server-stubs) |
| to check documents or messages | [validators](#validators) |
| to test a service, a mock, or a collection for Postman or Bruno | [testers](#testers-mocks-and-collections-of-requests) |
| to read the documents | [viewers](#viewers-of-documents) |

Install the tool from its registry first, at the version of its row. Everything that is not in a command is at its default. Files are below
\`generated/\` or in the folder that \`overlay apply\` wrote; OUT is an empty folder; configurations (\`kubb.config.mjs\` and others) are in
\`scripts/compatibility/\`. "Holds": no step failed. C# was compiled and run by Mono, as .NET Framework 4.8.

## Clients

"Token's URL": how to give it where the code does not take it from the document. \`codegen/token-3.0.json\` and \`codegen/token.json\` hold the
token exchange alone, with its host as that of the document, for a client of its own.

${commands(clients, results)}

What each of them made of each document. "Token's host": where the token exchange goes with nothing set. "Document": to the host that the
document names for it. "**API**": to the host of the API, and the client secret with it, until its URL is given. "By hand": the code holds no
host for it. "Four calls": with that URL given where it is needed. "Payments": amounts of zero and below, an unknown event name and an unknown \`paidTo\` come back unchanged.
"Unknown members": kept in what is encoded again, dropped, or the payment refused. "53 bits" is what a number of JavaScript holds.

${tableOf(clients, results)}

## Models alone

${commands(models, results)}

${tableOf(models, results)}

${stubs}
${readers}
## Which clients and models do not hold

${failed(results)}

## What could not be run

| | why |
|---|---|
${NOT_RUN.map(({ name, why }) => `| ${name} | ${why} |`).join("\n")}
`;
}

/** A generator and a language, whatever the template. */
export const kindOf = ({ name, languageName }: Generator): string =>
  `${name.replace(/^(OpenAPI Generator|Swagger Codegen) .*$/, "$1")}, ${languageName}`;

/** The clients that make all four calls from codegen 3.0. */
export const callingClients = (results: Results): Generator[] =>
  GENERATORS.filter((generator) => results[rowId(generator, "codegen 3.0")]?.operations === "yes");

/** Counts, so that no sentence claims more than the table has. */
function summary(clients: readonly Generator[], results: Results): string {
  const of30 = clients.flatMap((generator) => results[rowId(generator, "codegen 3.0")] ?? []);
  const kinds = new Set(clients.map(kindOf));
  const calling = new Set(callingClients(results).map(kindOf));
  const astray = of30.filter(({ tokenHost }) => tokenHost.startsWith("no: asks"));
  return `**In short.** Take \`generated/codegen/openapi-3.0.json\` with your hosts in it. ${calling.size} of ${kinds.size} generators and
languages (two templates of one generator for one language count once) make all four calls from it. Give the token's URL by hand where the
table says so: ${astray.length} of the ${clients.length} clients ask the host of the API for the token otherwise, and send the client secret there.
Deliveries are not operations in that document; their models are in it. Verify the signature over the bytes before any of these models sees
them, and keep the bytes: many models drop members that they do not know.`;
}

/** The file that holds most of the steps, the first of them if they are equal. */
function fileFor({ name, artefacts }: Generator, results: Results): string {
  const faults = (artefact: Artefact) => {
    const result = results[rowId({ name }, artefact)];
    return result ? failures(result).length : 0;
  };
  const [best = artefacts[0] as Artefact] = [...artefacts].sort((a, b) => faults(a) - faults(b));
  return ARTEFACTS[best];
}

/** One row a tool: what to type, with the file and the options in it. */
function commands(generators: readonly Generator[], results: Results): string {
  const calls = generators.some((generator) => generator.calls);
  const byLanguage = [...generators].sort((a, b) => a.languageName.localeCompare(b.languageName, "en"));
  const rows = byLanguage.map((generator) => {
    const { name, version, languageName, from, program, artefacts } = generator;
    const file = fileFor(generator, results);
    const words = generator.args(file, "OUT").map((word) => word.replace(/^.*\/(?=scripts\/|node_modules\/)/, ""));
    const command = program ? `\`${[program, ...words].join(" ")}\`` : `a library, given \`${file}\``;
    const all = artefacts.flatMap((artefact) => results[rowId(generator, artefact)] ?? []);
    const holds = all.some((result) => failures(result).length === 0) ? "yes" : `[no](#${FAILED})`;
    const cells = [`${languageName}: ${name} ${version}, ${from}`, command, holds];
    return `| ${[...cells, ...(calls ? [tokenUrlOf(generator, all)] : [])].join(" | ")} |`;
  });
  const heads = ["language and tool", "what to type", "holds", ...(calls ? ["token's URL"] : [])];
  return [`| ${heads.join(" | ")} |`, `|${"---|".repeat(heads.length)}`, ...rows].join("\n");
}

function tokenUrlOf({ tokenUrl = "-" }: Generator, results: readonly Result[]): string {
  return results.some(({ tokenHost }) => tokenHost === "yes") ? "nothing to do" : tokenUrl;
}

function tableOf(generators: readonly Generator[], results: Results): string {
  const rows = generators.flatMap((generator) =>
    generator.artefacts.flatMap((artefact, index) => {
      const result = results[rowId(generator, artefact)];
      return result ? [`| ${index === 0 ? generator.name : ""} | ${artefact} | ${cells(result).join(" | ")} |`] : [];
    }),
  );
  return [`| generator | ${COLUMNS.join(" | ")} |`, `|${"---|".repeat(COLUMNS.length + 1)}`, ...rows].join("\n");
}

/** Reasons stand in the table of failures. */
function cells(result: Result): string[] {
  const verdict = (text: string) => text.replace(/^no: .*/s, "**no**").replace(/^skipped: /, "skipped: ");
  const { made, compiles, operations, tokenHost, payload, integers, unknownMembers, colon, noColon } = result;
  return [
    ...[made, compiles, operations].map(verdict),
    hostCell(tokenHost),
    verdict(payload),
    ...[integers, unknownMembers, colon, noColon],
  ];
}

function hostCell(tokenHost: Result["tokenHost"]): string {
  if (tokenHost === "yes") return "document";
  if (tokenHost === "no: asks the host of the API") return "**API**";
  return tokenHost.startsWith("no:") ? "by hand" : tokenHost;
}

function failed(results: Results): string {
  const rows = NOTES.map(({ rows: pattern, why, cure }) => {
    const ids = Object.keys(results).filter((id) => pattern.test(id) && failures(results[id] as Result).length > 0);
    const first = results[ids[0] ?? ""];
    const said = first ? failures(first).map((step) => first[step].replace(/^no: /, ""))[0] : "";
    return `| ${ids.map((id) => id.replace(" / ", ", ")).join("; ")} | \`${said?.replaceAll("`", "'")}\` | ${why} | ${cure} |`;
  });
  return ["| where | what it says | why | what to do |", "|---|---|---|---|", ...rows].join("\n");
}
