import { posix } from "node:path";

const TAG = /<[a-zA-Z][\w-]*(?:\s+[^\s=>"']+(?:="[^"]*")?)*\s*\/?>/g;
const ADDRESS = /(\s(?:href|src|data-root)=")(\/(?!\/)[^"]*)"/g;

/** A page with relative addresses; `path` is where the page lies below the root of the site. */
export function relativeHtml(html: string, path: string): string {
  return mapAddresses(html, (address) => relativeAddress(path, address));
}

/** A page with absolute addresses below a folder of the host. */
export function htmlBelow(html: string, base: string): string {
  return mapAddresses(html, (address) => base + address);
}

function mapAddresses(html: string, to: (address: string) => string): string {
  const mapped = (tag: string) => tag.replaceAll(ADDRESS, (_, before, address) => `${before}${to(address.slice(1))}"`);
  return html.replaceAll(TAG, mapped);
}

/** A style sheet with relative addresses. */
export function relativeCss(css: string, path: string): string {
  return css.replaceAll(/url\((["']?)(\/(?!\/)[^)"']*)\1\)/g, (_, quote, address) => {
    return `url(${quote}${relativeAddress(path, address.slice(1))}${quote})`;
  });
}

/** From a file of the site to an address below its root: `guides/x/index.html`, `errors/#a` -> `../../errors/#a`. */
export function relativeAddress(from: string, to: string): string {
  const [, path = "", rest = ""] = /^([^?#]*)(.*)$/.exec(to) ?? [];
  const way = posix.relative(posix.dirname(from), path === "" ? "." : path);
  const slash = path === "" || path.endsWith("/") ? "/" : "";
  return `${way === "" ? "." : way}${slash}${rest}`;
}
