import { readdirSync } from "node:fs";
import { join } from "node:path";
import { deployment } from "./deployment.ts";
import { libraryPages } from "./library.ts";
import { root } from "./source.ts";

/** Guides about making a contract: a deployment's site shows the contract that was made. */
const NOT_OF_DEPLOYMENTS = ["overlays"];

/** The sidebar group of each guide. A guide that is not listed is put into the last group. */
const GROUPS: readonly (readonly [label: string, guides: readonly string[]])[] = [
  ["Get started", ["start", "sandbox"]],
  [
    "Receive webhooks",
    ["receiving", "hosts", "languages", "secrets", "retries", "inbox", "inbox-operation", "on-call", "going-live"],
  ],
  ["Call the API", ["tokens", "customers", "api"]],
  ["Test both sides", ["testing-a-receiver", "testing-a-service", "ci"]],
  // Other guides lead to these.
  ["Details", ["importing", "inbox-queue", "control", "documents", "frameworks"]],
  ["Run the service", ["overlays"]],
];

/** Markdown files that become pages unchanged: file in the repository -> address on the site. */
export type MarkdownPage = { file: string; slug: string; group: string };

const EXTENSIONS = "spec/extensions.md";
const PROJECT: readonly (readonly [file: string, slug: string])[] = [
  ["ARCHITECTURE.md", "architecture"],
  ["CHANGELOG.md", "changelog"],
  ["CONTRIBUTING.md", "contributing"],
  ["SECURITY.md", "security"],
  [EXTENSIONS, "extensions"],
];

/** Files of docs/ that are no pages: the site makes the first two itself, and decisions are read where the code is. */
const NO_PAGES = ["errors", "unspecified", "decisions"];

/** The guides that are beside the guides, because they are made from results and documents. */
const BESIDE = ["hosts", "frameworks", "control"];

function namesIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.slice(0, -3))
    .sort();
}

/** All guides, in the order of the sidebar. The site of a deployment has none of the pages about this project. */
export function markdownPages(): MarkdownPage[] {
  const isOwn = deployment() !== undefined;
  const there = [...BESIDE, ...namesIn("docs/guides")].filter((name) => !isOwn || !NOT_OF_DEPLOYMENTS.includes(name));
  const placed = GROUPS.flatMap(([group, guides]) => guides.map((name) => ({ name, group })));
  const rest = there
    .filter((name) => !placed.some((one) => one.name === name))
    .map((name) => ({ name, group: "Run the service" }));
  const guides = [...placed, ...rest]
    .filter(({ name }) => there.includes(name))
    .map(({ name, group }) => {
      const slug = BESIDE.includes(name) ? name : `guides/${name}`;
      return { file: `docs/${slug}.md`, slug, group };
    });
  const library = libraryPages().map((page) => ({ ...page, group: "Library" }));
  if (isOwn) return [...guides, ...library, { file: EXTENSIONS, slug: "extensions", group: "Facts, errors, commands" }];
  const others = namesIn("docs").filter((name) => ![...NO_PAGES, ...BESIDE].includes(name));
  const project = [...others.map((name) => [`docs/${name}.md`, name] as const), ...PROJECT];
  return [...guides, ...library, ...project.map(([file, slug]) => ({ file, slug, group: "Project" }))];
}
