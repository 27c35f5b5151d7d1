/** `docs/compatibility.md`, rendered from the table, the results and the notes. No I/O. */

import { failures } from "./compare.ts";
import { NOT_RUN, NOTES } from "./notes.ts";
import type { Result, Results } from "./result.ts";
import { rowId } from "./row.ts";
import { ARTEFACTS, GENERATORS, type Generator } from "./table.ts";

const HEAD = `<!-- Made by "npm run compatibility". Do not edit: change scripts/compatibility/, then run it again. -->

# Foreign generators

What the generators that people use make of the documents. Each was installed at the version below, run on each document that suits it, its code
compiled, and a small program of ours (\`scripts/compatibility/probes/\`) called the four operations with it, over HTTP on 127.0.0.1, and decoded
and encoded payments of \`test/fixtures/PaymentSnapshot\`: one as in the description, a zero and a negative amount, an unknown event name, an
unknown \`paidTo\`. \`npm run compatibility\` does it again, \`npm run compatibility -- NAME\` for one; \`npm run test:all\` repeats the quick ones and
fails when this page is no longer true.

**In short.** Take \`generated/codegen/openapi-3.0.json\`. Every generator below makes code of it, all of it compiles where there was a compiler,
and every payment survives, with integers of 64 bits where the language has them. Three clients fail in one of the four operations there, and one
needs an option: see below. Deliveries are no operations in that document; their models are kept. Verify the signature over the bytes before any
of these models sees them, and keep the bytes: many models drop members that they do not know.

| document | file |
|---|---|
`;

const COLUMNS = [
  "document",
  "made",
  "compiles",
  "four operations",
  "payments",
  "integers",
  "unknown members",
  "other ISO 8601",
];

export function renderPage(results: Results): string {
  const documents = Object.entries(ARTEFACTS).map(([name, file]) => `| ${name} | \`${file}\` |`);
  const clients = GENERATORS.filter(({ operations }) => operations !== "none");
  const models = GENERATORS.filter(({ operations }) => operations === "none");
  return `${HEAD}${documents.join("\n")}

"Unknown members": kept in what is encoded again, dropped, or the payment refused. "Other ISO 8601": the basic format, week dates and offsets
without minutes (A-13); no service is known to send them. "53 bits" is what a number of JavaScript holds. "Named": found by name in the code,
not called.

## Clients

${tableOf(clients, results)}

## Models alone

${tableOf(models, results)}

## What does not hold, why, and what to do

${failed(results)}

## What could not be run

| | why |
|---|---|
${NOT_RUN.map(({ name, why }) => `| ${name} | ${why} |`).join("\n")}

## Where they come from

| generator | version | language | from |
|---|---|---|---|
${GENERATORS.map(({ name, version, languageName, from }) => `| ${name} | ${version} | ${languageName} | ${from} |`).join("\n")}
`;
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
function cells({ made, compiles, operations, payload, integers, unknownMembers, otherTimestamps }: Result): string[] {
  const verdicts = [made, compiles, operations, payload].map((text) =>
    text.replace(/^no: .*/s, "**no**").replace(/^skipped: /, "not run: "),
  );
  return [...verdicts, integers, unknownMembers, otherTimestamps];
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
