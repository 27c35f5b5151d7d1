import { join } from "node:path";
import { satteri } from "@astrojs/markdown-satteri";
import starlight from "@astrojs/starlight";
import { defineConfig, passthroughImageService } from "astro/config";
import { finish } from "./site/lib/finish.ts";
import { siteTitle } from "./site/model/deployment.ts";
import { sidebar } from "./site/model/sidebar.ts";
import { cacheFolder, siteBase } from "./site/model/source.ts";

/**
 * Nothing is loaded from, or told to, any other host. Pagefind needs WebAssembly; Starlight's small scripts and styles
 * are inline.
 */
const CSP = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join("; ");

export default defineConfig({
  root: import.meta.dirname,
  srcDir: "./site",
  publicDir: "./site/public",
  outDir: process.env.SITE_OUT ?? "./dist",
  cacheDir: join(cacheFolder, "astro"),
  trailingSlash: "always",
  prefetch: false,
  devToolbar: { enabled: false },
  image: { service: passthroughImageService() },
  // What a code host shows is what the site shows: no characters are replaced, no directives.
  markdown: { processor: satteri({ features: { smartPunctuation: false } }) },
  vite: {
    build: { modulePreload: false, assetsInlineLimit: 0 },
    // Every page names every script: without their long names it is shorter.
    environments: { client: { build: { rolldownOptions: { output: { entryFileNames: "_astro/[hash].js" } } } } },
    cacheDir: join(cacheFolder, "vite"),
  },
  integrations: [
    starlight({
      title: siteTitle(),
      description: "The contract of a collections service: API, webhooks, and what is not specified.",
      favicon: "/favicon.svg",
      disable404Route: true,
      customCss: ["./site/styles/fonts.css", "./site/styles/site.css"],
      components: {
        SiteTitle: "./site/components/SiteTitle.astro",
        Search: "./site/components/Search.astro",
        MarkdownContent: "./site/components/MarkdownContent.astro",
        PageTitle: "./site/components/PageTitle.astro",
        Footer: "./site/components/Footer.astro",
        Sidebar: "./site/components/Sidebar.astro",
        ThemeProvider: "./site/components/ThemeProvider.astro",
      },
      sidebar: sidebar(),
      // search-index.ts makes the index.
      pagefind: false,
      head: [{ tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: CSP } }],
      markdown: { headingLinks: false },
      credits: false,
    }),
    finish(siteBase),
  ],
});
