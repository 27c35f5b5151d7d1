import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { moved, movedPage } from "../model/moved.ts";
import { linkedHeadings } from "./accessible-html.ts";
import { withoutCopies } from "./copied-code.ts";
import { htmlBelow, relativeCss, relativeHtml } from "./relative-links.ts";
import { writeSearchIndex } from "./search-index.ts";

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
        const colours = new Map<string, string>();
        const scopes = new Map<string, string>();
        for (const path of files(out, ".html")) {
          const html = readFileSync(join(out, path), "utf8");
          const mended = path === "404.html" ? htmlBelow(html, base) : linkedHeadings(relativeHtml(html, path));
          const short = shortScopes(withoutDepths(withoutBlanks(withoutCards(mended))), scopes);
          writeFileSync(join(out, path), namedColours(withoutCopies(short), colours));
        }
        for (const [from, to] of moved()) {
          mkdirSync(join(out, from), { recursive: true });
          writeFileSync(join(out, from, "index.html"), movedPage(from, to));
        }
        for (const path of files(out, ".css")) {
          const css = shortScopes(relativeCss(readFileSync(join(out, path), "utf8"), path), scopes);
          writeFileSync(join(out, path), path.startsWith("_astro/ec.") ? namedRules(css, colours) : css);
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

/** What social networks read, which needs the address of the site, and what made the page. */
const withoutCards = (html: string) =>
  html.replaceAll(/<meta (?:property="og:|name="(?:twitter:|generator"))[^>]*>/g, "");

/** The indentation of inline scripts, and headers of code blocks that are empty and never shown. */
const withoutBlanks = (html: string) =>
  html
    .replaceAll(/<script>[\s\S]*?<\/script>/g, (script) => script.replaceAll(/\n\s+/g, "\n"))
    .replaceAll('<figcaption class="header"></figcaption>', "");

/** Depths in the contents of a page: what stands in a list inherits them from the list. */
const withoutDepths = (html: string) => html.replaceAll(/<(li|a|span)\b([^>]*) style="--depth: ?\d+;?"/g, "<$1$2");

/** Classes that tie a style sheet to its component have 14 letters and stand at every element. */
const shortScopes = (text: string, names: Map<string, string>) =>
  text.replaceAll(/(?<=class="[^"]*|\.)\bastro-[a-z0-9]{8}\b/g, (long) => {
    const short = names.get(long) ?? `a${names.size}`;
    names.set(long, short);
    return short;
  });

/**
 * The default colours of code, dark and light. Their spans are removed: a quarter of all tokens inherit these colours
 * from the block.
 */
const PLAIN = /<span style="--0:#d6deeb;--1:#403f53">([^<]*)<\/span>/gi;

/** Moves the colours of tokens into one style sheet, and writes each token as the shortest element. */
function namedColours(html: string, names: Map<string, string>): string {
  const token = /<span style="(--0:#[^"]*)">([^<]*)<\/span>/g;
  return html.replaceAll(PLAIN, "$1").replaceAll(token, (_, colours: string, text: string) => {
    const name = names.get(colours) ?? `c${names.size}`;
    names.set(colours, name);
    return `<i class="${name}">${text}</i>`;
  });
}

const UPRIGHT = ".expressive-code i{font-style:normal}";

/** The style sheet of the code blocks selects tokens by their style attribute; here it selects them by class. */
function namedRules(css: string, names: Map<string, string>): string {
  const rules = [...names].map(([colours, name]) => `.expressive-code .${name}{${colours}}`);
  return css.replaceAll("span[style^='--']:not([class])", "i[class^='c']") + UPRIGHT + rules.join("");
}
