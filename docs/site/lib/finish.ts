import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { linkedHeadings } from "./accessible-html.ts";
import { htmlBelow, relativeCss, relativeHtml } from "./relative-links.ts";

/** What Pagefind brings besides its index: interfaces of its own, and a word list for pages without a language. Ours needs none of it. */
const UNUSED = /^pagefind\/(pagefind-(ui|modular-ui|component-ui|highlight)\.|wasm\.unknown)/;

/**
 * The last step of the build. Every address inside the site becomes relative, so that the folder works wherever it is put: at the root of
 * a host, below a folder, beside the sandbox. Only 404.html keeps absolute addresses, below `base`: a host
 * shows it at any depth.
 */
export function finish(base: string): AstroIntegration {
  return {
    name: "finish",
    hooks: {
      "astro:build:done": ({ dir }) => {
        const out = fileURLToPath(dir);
        for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
          const file = join(entry.parentPath, entry.name);
          const path = relative(out, file).replaceAll("\\", "/");
          if (!entry.isFile()) continue;
          if (path === "404.html") writeFileSync(file, htmlBelow(readFileSync(file, "utf8"), base));
          else if (UNUSED.test(path)) rmSync(file);
          else if (path.endsWith(".html"))
            writeFileSync(file, linkedHeadings(relativeHtml(readFileSync(file, "utf8"), path)));
          else if (path.endsWith(".css")) writeFileSync(file, relativeCss(readFileSync(file, "utf8"), path));
        }
      },
    },
  };
}
