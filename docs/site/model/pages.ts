import { gapsTitle, isAnswered, siteTitle } from "./deployment.ts";
import { withoutMarks } from "./guide-samples.ts";
import { markdownPages } from "./guides.ts";
import { toTwin } from "./links.ts";
import { apiTwin, cliTwin, downloadsTwin, errorsTwin, eventsTwin, factsTwin, gapsTwin } from "./made-twins.ts";
import { plain, readPage } from "./markdown.ts";
import { messageTwin } from "./message-twin.ts";
import { messages } from "./messages.ts";
import { operationTwin } from "./operation-twin.ts";
import { operations } from "./operations.ts";
import { HOME_SUMMARY, homeTwin, playgroundTwin } from "./words.ts";

/** A page of the site: address, one-sentence description, text as Markdown. */
export type SitePage = { slug: string; title: string; summary: string; markdown: () => string };

const made = (
  slug: string,
  title: string,
  summary: string,
  twin: (title: string, summary: string) => string,
): SitePage => ({
  slug,
  title,
  summary,
  markdown: () => twin(title, summary),
});

/** Generated pages and pages written for the site, by address. */
export const MADE_PAGES: readonly SitePage[] = [
  made("", siteTitle(), HOME_SUMMARY, homeTwin),
  made(
    "playground",
    "Signature playground",
    "Paste a body, a secret and a header, and see byte by byte whether the signature holds and why not.",
    playgroundTwin,
  ),
  made("api", "API", "The operations that are specified, and what is open about the API as a whole.", apiTwin),
  made("events", "Events", "What the service posts to webhooks: two systems, and what is delivered today.", eventsTwin),
  made(
    "unspecified",
    gapsTitle(),
    isAnswered()
      ? `Every question that the interface description leaves open, and the answer of ${siteTitle()}.`
      : "Every gap of the interface description: the question, what our tools assume, why, and how to change it. Nothing here is a fact about the service.",
    gapsTwin,
  ),
  made(
    "stated",
    "What is stated",
    "Every fact that the interface description states, in our own words, under the id that tests and reports cite.",
    factsTwin,
  ),
  made(
    "errors",
    "Errors",
    "Every refusal of this project has a constant code: what it means, and what to do.",
    errorsTwin,
  ),
  made("cli", "Command line", "Every command of collections-contract, from its own help.", cliTwin),
  made("downloads", "Downloads", "The documents, schemas and vectors as files, each with its checksum.", downloadsTwin),
];

/** Every page, first those in the sidebar, in its order. */
export function sitePages(): SitePage[] {
  const [home, ...others] = MADE_PAGES;
  return [
    home as SitePage,
    ...markdownPages().map(({ file, slug }) => {
      const { title, summary, body } = readPage(file);
      return { slug, title, summary, markdown: () => `# ${title}\n\n${toTwin(file, slug, withoutMarks(body))}` };
    }),
    ...others,
    ...operations().map((page) => ({
      slug: page.slug,
      title: page.title,
      summary: plain(page.description),
      markdown: () => operationTwin(page),
    })),
    ...messages().map((page) => ({
      slug: page.slug,
      title: page.title,
      summary: plain(page.summary),
      markdown: () => messageTwin(page),
    })),
  ];
}

/** A generated page by its address. */
export function madePage(slug: string): SitePage {
  const page = MADE_PAGES.find((one) => one.slug === slug);
  if (!page) throw new Error(`The site has no page ${slug}.`);
  return page;
}
