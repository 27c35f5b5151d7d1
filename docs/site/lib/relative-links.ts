import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

/**
 * Makes every address inside the built site relative, so that the folder works wherever it is put: at the root of a host, below a folder,
 * beside the sandbox. Only 404.html keeps absolute addresses: a host shows it at any depth.
 */
export function relativeLinks(): AstroIntegration {
  let base = "/";
  return {
    name: "relative-links",
    hooks: {
      "astro:config:done": ({ config }) => {
        base = config.base.endsWith("/") ? config.base : `${config.base}/`;
      },
      "astro:build:done": ({ dir }) => {
        const out = fileURLToPath(dir);
        for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
          const file = join(entry.parentPath, entry.name);
          const path = relative(out, file).replaceAll("\\", "/");
          if (!entry.isFile() || path === "404.html") continue;
          if (path.endsWith(".html")) writeFileSync(file, relativeHtml(readFileSync(file, "utf8"), path, base));
          if (path.endsWith(".css")) writeFileSync(file, relativeCss(readFileSync(file, "utf8"), path, base));
        }
      },
    },
  };
}

const TAG = /<[a-zA-Z][\w-]*(?:\s+[^\s=>"']+(?:="[^"]*")?)*\s*\/?>/g;
const ADDRESS = /(\s(?:href|src|data-root)=")(\/(?!\/)[^"]*)"/g;

/** A page with relative addresses; `path` is where the page lies below the root of the site. */
export function relativeHtml(html: string, path: string, base: string): string {
  return html.replaceAll(TAG, (tag) =>
    tag.replaceAll(ADDRESS, (all, before, address) =>
      address.startsWith(base) ? `${before}${relativeAddress(path, address.slice(base.length))}"` : all,
    ),
  );
}

function relativeCss(css: string, path: string, base: string): string {
  return css.replaceAll(/url\((["']?)(\/(?!\/)[^)"']*)\1\)/g, (all, quote, address) =>
    address.startsWith(base) ? `url(${quote}${relativeAddress(path, address.slice(base.length))}${quote})` : all,
  );
}

/** From a file of the site to an address below its root: `guides/x/index.html`, `errors/#a` -> `../../errors/#a`. */
export function relativeAddress(from: string, to: string): string {
  const [, path = "", rest = ""] = /^([^?#]*)(.*)$/.exec(to) ?? [];
  const way = posix.relative(posix.dirname(from), path === "" ? "." : path);
  const slash = path === "" || path.endsWith("/") ? "/" : "";
  return `${way === "" ? "." : way}${slash}${rest}`;
}
