import type { APIRoute } from "astro";
import { siteTitle } from "../model/deployment.ts";
import { relativeTwin } from "../model/links.ts";
import { sitePages } from "../model/pages.ts";
import { HOME_SUMMARY } from "../model/words.ts";

/** The list of all pages for programs that read (https://llmstxt.org). */
export const GET: APIRoute = () => {
  const rows = sitePages().map(({ slug, title, summary }) => {
    const address = slug === "" ? "" : `${slug}/`;
    return `- [${title}](${relativeTwin("", address)}): ${summary}`;
  });
  return new Response(`# ${siteTitle()}\n\n> ${HOME_SUMMARY}\n\n## Pages\n\n${rows.join("\n")}\n`);
};
