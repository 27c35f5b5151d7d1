import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { linkedHeadings } from "./accessible-html.ts";
import { htmlBelow, relativeCss, relativeHtml } from "./relative-links.ts";
import { writeSearchIndex } from "./search-index.ts";

/**
 * The last step of the build: the search index, and addresses. Every address inside the site becomes relative, so that the folder works
 * wherever it is put: at the root of a host, below a folder, beside the sandbox. Only 404.html keeps absolute addresses, below `base`: a
 * host shows it at any depth.
 */
export function finish(base: string): AstroIntegration {
  return {
    name: "finish",
    hooks: {
      "astro:build:done": async ({ dir }) => {
        const out = fileURLToPath(dir);
        await writeSearchIndex(out);
        for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
          const file = join(entry.parentPath, entry.name);
          const path = relative(out, file).replaceAll("\\", "/");
          if (!entry.isFile()) continue;
          if (path === "404.html") writeFileSync(file, htmlBelow(readFileSync(file, "utf8"), base));
          else if (path.endsWith(".html"))
            writeFileSync(file, plainTokens(linkedHeadings(relativeHtml(readFileSync(file, "utf8"), path))));
          else if (path.endsWith(".css")) writeFileSync(file, relativeCss(readFileSync(file, "utf8"), path));
        }
      },
    },
  };
}

/** The colours of code that has no colour, dark and light: the block around it has the same ones. A quarter of all words of code. */
const PLAIN = /<span style="--0:#d6deeb;--1:#403f53">([^<]*)<\/span>/gi;

function plainTokens(html: string): string {
  return html.replaceAll(PLAIN, "$1");
}
