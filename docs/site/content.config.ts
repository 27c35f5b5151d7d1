import { defineCollection } from "astro:content";
import { docsSchema } from "@astrojs/starlight/schema";
import type { Loader } from "astro/loaders";
import { accessibleHtml } from "./lib/accessible-html.ts";
import { linkedFacts } from "./lib/fact-links.ts";
import { sizedPictures } from "./lib/picture-sizes.ts";
import { markdownPages } from "./model/guides.ts";
import { toSite } from "./model/links.ts";
import { readPage } from "./model/markdown.ts";

/**
 * The Markdown files of the repository as pages. They stay as a code host shows them; title and links are adapted on
 * the way.
 */
const repositoryLoader: Loader = {
  name: "repository",
  async load({ store, parseData, renderMarkdown, generateDigest }) {
    store.clear();
    for (const { file, slug } of markdownPages()) {
      const { title, summary, body } = readPage(file);
      const text = toSite(file, body);
      const data = await parseData({ id: slug, data: { title, description: summary } });
      const { html, ...rest } = await renderMarkdown(text);
      store.set({
        id: slug,
        data,
        body: text,
        digest: generateDigest(text),
        rendered: { html: linkedFacts(sizedPictures(accessibleHtml(html))), ...rest },
      });
    }
  },
};

export const collections = { docs: defineCollection({ loader: repositoryLoader, schema: docsSchema() }) };
