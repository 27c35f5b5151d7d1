import { posix } from "node:path";

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

/** A style sheet with relative addresses. */
export function relativeCss(css: string, path: string, base: string): string {
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
