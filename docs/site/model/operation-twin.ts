import type { Answer, Body, Operation } from "./operations.ts";
import { writeSamples } from "./samples.ts";
import { code, fieldList, json, openPoints, paragraphs } from "./write.ts";

/** The page of an operation as Markdown. */
export function operationTwin(page: Operation): string {
  const { slug, request, parameters, security, answers } = page;
  return paragraphs(
    `# ${page.title}`,
    `\`${page.method} ${page.server}${page.path}\` (operation \`${page.id}\`)`,
    page.description,
    page.pathDescription,
    "## Example",
    ...writeSamples(page).flatMap(({ title, language, code: text }) => [`${title}:`, code(language, text)]),
    security.length > 0 && "## Authorization",
    ...security.flatMap(({ description, gaps }) => [description, openPoints(slug, gaps)]),
    parameters.length > 0 && "## Parameters",
    fieldList(slug, parameters),
    ...(request ? ["## Request", ...bodyParts(slug, request)] : []),
    "## Answers",
    ...answers.flatMap((answer) => answerParts(slug, answer)),
    page.gaps.length > 0 && "## Not specified",
    openPoints(slug, page.gaps),
  );
}

function answerParts(slug: string, { status, description, body, gaps }: Answer): string[] {
  return [`### ${status}`, description, openPoints(slug, gaps), ...(body ? bodyParts(slug, body) : [])];
}

/** A body: what it is, its members, its examples. */
export function bodyParts(slug: string, body: Body): string[] {
  return [
    `${body.title ? `**${body.title}**, ` : ""}${body.type}, \`${body.mediaType}\``,
    body.description,
    openPoints(slug, body.gaps),
    fieldList(slug, body.fields),
    ...body.examples.flatMap(({ summary, value }) => [`${summary}:`, json(value)]),
  ];
}
