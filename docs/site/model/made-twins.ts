import { ERROR_TEXTS } from "../../../src/errors/texts/index.ts";
import { cliCommands } from "./cli.ts";
import { siteTitle } from "./deployment.ts";
import { readDocument } from "./documents.ts";
import { downloads } from "./download-files.ts";
import { facts } from "./facts.ts";
import { gaps, wholeApi, wholeEvents } from "./gaps.ts";
import { messages } from "./messages.ts";
import { operations } from "./operations.ts";
import type { Json } from "./source.ts";
import { code, link, openPoints, paragraphs } from "./write.ts";

/** The generated pages as Markdown. Titles come from the list of pages. */

export function apiTwin(title: string): string {
  const rows = operations().map(
    ({ slug, title: name, method, server, path }) =>
      `- ${link("api", name, `${slug}/`)}: \`${method} ${server}${path}\``,
  );
  return paragraphs(
    `# ${title}`,
    version("OpenAPI", readDocument("openapi").value),
    readDocument("openapi").value.info.description,
    "## Operations",
    rows.join("\n"),
    `What the service posts to webhooks: ${link("api", "events", "events/")}. Each fact by its id: ${link("api", "what is stated", "stated/")}.`,
    "## The whole API",
    openPoints("api", wholeApi()),
  );
}

const version = (name: string, { openapi, asyncapi, info }: Json) =>
  `${name} ${openapi ?? asyncapi}, version ${info.version} of this description.`;

export function eventsTwin(title: string): string {
  const rows = messages().map(({ slug, title: name, summary }) => `- ${link("events", name, `${slug}/`)}: ${summary}`);
  return paragraphs(
    `# ${title}`,
    version("AsyncAPI", readDocument("asyncapi").value),
    readDocument("asyncapi").value.info.description,
    "## Messages",
    rows.join("\n"),
    "## All deliveries",
    openPoints("events", wholeEvents()),
  );
}

export function gapsTwin(title: string, summary: string): string {
  const sections = [...gaps().values()]
    .filter(({ closed }) => !closed)
    .map(({ id, question, assume, why, change, places }) =>
      paragraphs(
        `## ${id}`,
        `**${question}**`,
        [
          `- What our tools assume: ${assume}`,
          `- Why: ${why}`,
          `- How to change it: ${change}`,
          ...places.map(({ label, slug }) => `- Met in: ${link("unspecified", label, `${slug}/`)}`),
        ].join("\n"),
      ),
    );
  const closed = [...gaps().values()].filter((gap) => gap.closed);
  const stated = closed.flatMap(({ id, question, stated: answer }) => [
    `### ${id}`,
    question,
    `${siteTitle()}: ${answer}`,
  ]);
  return paragraphs(
    `# ${title}`,
    summary,
    ...sections,
    stated.length > 0 && "## Stated by this deployment",
    stated.length > 0 && "For this deployment, and for no other.",
    ...stated,
  );
}

export function factsTwin(title: string, summary: string): string {
  return paragraphs(`# ${title}`, summary, ...facts().flatMap(({ id, sentence }) => [`## ${id}`, sentence]));
}

export function errorsTwin(title: string, summary: string): string {
  const rows = Object.entries(ERROR_TEXTS)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, { means, fix }]) => [`## ${name}`, means, fix]);
  return paragraphs(`# ${title}`, summary, ...rows);
}

export function cliTwin(title: string, summary: string): string {
  const commands = cliCommands().flatMap(({ name, description, usage, arguments: given, options, after }) => [
    `## ${name}`,
    description,
    code("text", usage),
    [...given, ...options].map(({ term, description: about }) => `- \`${term}\`: ${about}`).join("\n"),
    after && code("text", after),
  ]);
  return paragraphs(`# ${title}`, summary, ...commands);
}

export function downloadsTwin(title: string, summary: string): string {
  const rows = downloads().map(
    ({ name, about, sha256 }) => `- ${link("downloads", name, `downloads/${name}`)}: ${about}, SHA-256 \`${sha256}\``,
  );
  return paragraphs(`# ${title}`, summary, rows.join("\n"));
}
