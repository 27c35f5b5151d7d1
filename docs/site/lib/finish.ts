import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { moved, movedPage } from "../model/moved.ts";
import { linkedHeadings } from "./accessible-html.ts";
import { withoutCopies } from "./copied-code.ts";
import { htmlBelow, relativeCss, relativeHtml } from "./relative-links.ts";
import { writeSearchIndex } from "./search-index.ts";
import { shortening } from "./shorter.ts";

/**
 * The last step of the build: the search index, and addresses. Every address inside the site becomes relative, so that
 * the folder works wherever it is put: at the root of a host, below a folder, beside the sandbox. Only 404.html keeps
 * absolute addresses, below `base`: a host shows it at any depth.
 */
export function finish(base: string): AstroIntegration {
  return {
    name: "finish",
    hooks: {
      "astro:build:done": async ({ dir }) => {
        const out = fileURLToPath(dir);
        await writeSearchIndex(out);
        const shorter = shortening();
        for (const path of files(out, ".html")) {
          const html = readFileSync(join(out, path), "utf8");
          const mended = path === "404.html" ? htmlBelow(html, base) : linkedHeadings(relativeHtml(html, path));
          writeFileSync(join(out, path), shorter.html(withoutCopies(mended)));
        }
        for (const [from, to] of moved()) {
          mkdirSync(join(out, from), { recursive: true });
          writeFileSync(join(out, from, "index.html"), movedPage(from, to));
        }
        for (const path of files(out, ".css")) {
          const css = shorter.css(relativeCss(readFileSync(join(out, path), "utf8"), path));
          writeFileSync(join(out, path), path.startsWith("_astro/ec.") ? shorter.codeCss(css) : css);
        }
      },
    },
  };
}

/** The files with this extension, in the same order on every platform. */
function files(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(ending))
    .sort();
}
