/** The parts of docs/hosts.md that are made: the table, from committed results, and the file of each host. */

import { withExamples, withParts } from "../docs/examples.ts";
import { OF_HOST } from "./cases.ts";
import type { Host, How } from "./host.ts";
import { type Results, readResults } from "./results.ts";
import { COLUMNS } from "./run.ts";
import { HOSTS } from "./table.ts";

const LETTERS: Readonly<Record<How, string>> = { runtime: "R", server: "S", adapter: "A" };
/** Returns the page with its parts made anew. @throws if it has no place for one of them */
export function hostsPage(root: string, page: string): string {
  return withParts("docs/hosts.md", page, {
    table: table(readResults(root, "hosts")),
    files: withExamples(root, sections()),
  });
}

function table({ date, node, runs }: Results): string {
  const rows = HOSTS.map((host) => {
    const seen = runs[host.id];
    const version = `${host.shown ? "" : "Node "}${seen?.version ?? ""}`;
    const name = `[${host.name}](#${toAnchor(writeHeading(host.file))})`;
    return `| ${name} | ${version} | ${LETTERS[host.how]} | ${describeOutcome(seen?.cells ?? {})} |\n`;
  });
  const head = "| host | version | by | passed |\n|---|---|---|---|\n";
  return `Last run on ${date}, with Node ${node}.\n\n${head}${rows.join("")}`;
}

/** Says that a host passed every case, and names each one that it did not pass or that it answers itself. */
function describeOutcome(cells: Readonly<Record<string, string>>): string {
  const readCell = (name: string) => cells[name] ?? "not run";
  const others = COLUMNS.filter((name) => readCell(name) !== "yes");
  const failed = others.filter((name) => readCell(name) !== OF_HOST);
  const remarks = others.map((name) => `; ${name}: ${readCell(name)}`).join("");
  return `${failed.length === 0 ? "all" : `${COLUMNS.length - failed.length} of ${COLUMNS.length}`}${remarks}`;
}

/** One section for each file; hosts that share a file share it. */
function sections(): string {
  const files = [...new Set(HOSTS.map(({ file }) => file))];
  return files.map((file) => `${writeSection(file, listHosts(file))}\n`).join("");
}

function writeSection(file: string, hosts: readonly Host[]): string {
  const places = [...new Set(hosts.map(({ place }) => `\`${place}\``))].join(" or ");
  const notes = [...new Set(hosts.flatMap(({ note = [] }) => note))];
  const proof = hosts[0]?.proof ?? "host";
  return `### ${writeHeading(file)}

${[`Goes into ${places}.`, ...notes].join(" ")}

\`\`\`ts ${proof} examples/${file}
\`\`\`
`;
}

function listHosts(file: string): readonly Host[] {
  return HOSTS.filter((one) => one.file === file);
}

function writeHeading(file: string): string {
  const names = listHosts(file).map(({ name, family }) => family ?? name);
  return [...new Set(names)].join(", ");
}

/** Returns the anchor of a heading, as hosts of Markdown make it. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");
}
