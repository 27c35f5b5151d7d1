/** The sections of the page that are about validators, testers and viewers. No I/O. */

import { DREDD_HOOKS } from "./coded.ts";
import type { Reader, ReaderResults } from "./reader.ts";
import { READERS } from "./table.ts";

const GROUPS: readonly { group: Reader["group"]; title: string; text: string; after?: string }[] = [
  {
    group: "validators",
    title: "Validators",
    text: `\`schemas/\` are judged on the fixtures of \`test/fixtures\`, each with nothing set. In 2020-12 \`format\` only annotates, and the schemas have
none: the form of a timestamp is a pattern, so every validator says the same.`,
  },
  {
    group: "testers",
    title: "Testers, mocks and collections of requests",
    text: `**A token of the sandbox**: \`POST /oauth/v2/token\` with what \`npx collections-contract sandbox\` prints
([sandbox](guides/sandbox.md)), or \`await sandbox.driver.accessToken()\` in a program. **Schemathesis**: all its checks but
\`positive_data_acceptance\`, which takes a refusal of schema-valid data for a failure. With it, it
reports three: an empty event name in each of the two registrations, and an empty code in the token exchange.`,
    after: `
### Dredd and Specmatic

Both compare an answer with one code, and the contract states none. State yours in an overlay, as
\`spec/overlays/example/acme.openapi.yaml\` does, and take what \`overlay apply\` writes. Here the codes were 200 and, for registrations, 201.
With the stand-ins of the document every code is tried for every request, and most fail. The hooks for Dredd, with the form in place of FORM:

\`\`\`js stub
${DREDD_HOOKS}\`\`\`
`,
  },
  {
    group: "viewers",
    title: "Viewers of documents",
    text: "Rendered in headless Chromium without a network; the summaries of the four operations and two deliveries are looked for in the page.",
  },
];

export function renderReaders(results: ReaderResults): string {
  return GROUPS.map(({ group, title, text, after = "" }) => {
    const rows = READERS.filter((reader) => reader.group === group).flatMap((reader) => row(reader, results));
    const head = "| tool | version | files of `generated/` | how | what came out |\n|---|---|---|---|---|";
    return `## ${title}\n\n${text}\n\n${head}\n${rows.join("\n")}\n${after}`;
  }).join("\n");
}

function row({ name, version, from, files, how }: Reader, results: ReaderResults): string[] {
  const result = results[name];
  if (!result) return [];
  const { outcome, told } = result;
  const came = outcome === "yes" ? told : outcome.replace(/^no: (.*)$/s, "**no**: `$1`");
  return [`| ${[name, `${version}, ${from}`, files, how, came].join(" | ")} |`];
}
