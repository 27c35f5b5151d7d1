/**
 * The documentation: the site that the repository built (`npm run docs`) or that the package carries, and the bundled
 * documents always.
 */

import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { getMimeType, mimes } from "hono/utils/mime";

const DOCUMENTS: readonly (readonly [name: string, about: string])[] = [
  ["openapi.json", "OpenAPI 3.1"],
  ["openapi-3.0.json", "OpenAPI 3.0, without webhooks"],
  ["asyncapi.json", "AsyncAPI 3.1"],
  ["control.json", "The control of the sandbox, OpenAPI 3.1"],
];
const TYPES = { ...mimes, md: "text/markdown; charset=utf-8", yaml: "text/yaml; charset=utf-8" };

/**
 * Returns the folder of the package or the clone, seen from src/ or dist/src/. In a clone, dist/ has the documents as
 * well, but no site.
 */
export function findRoot(module: string): URL | undefined {
  const folders = ["../../", "../../../"].map((up) => new URL(up, module));
  const folderWith = (file: string) => folders.find((at) => existsSync(new URL(file, at)));
  return folderWith("package.json") ?? folderWith("generated/openapi.json");
}
const root = findRoot(import.meta.url);

/** Gives a file of the site by its path, as bytes; undefined: the site does not have it. */
export type Site = (name: string) => Uint8Array<ArrayBuffer> | undefined;

/** Redoc's files are not in the package. The pages have the same. */
const INSTEAD: Record<string, string> = { "openapi.html": "/_docs/api/", "asyncapi.html": "/_docs/events/" };

/** Returns the site in a folder, which ends with a slash; undefined if none is built there. */
export function folderSite(folder: URL): Site | undefined {
  if (!existsSync(new URL("index.html", folder))) return undefined;
  return (name) => {
    const file = new URL(name, folder);
    return statSync(file, { throwIfNoEntry: false })?.isFile() ? new Uint8Array(readFileSync(file)) : undefined;
  };
}

/** Returns the site in a folder by its path; undefined if none is named, or built there. */
export const openSite = (folder: string | undefined): Site | undefined =>
  folder === undefined ? undefined : folderSite(pathToFileURL(join(folder, "/")));

/** Returns the site in an archive. It is unpacked when something of it is first asked for. */
export function archiveSite(file: URL): Site | undefined {
  if (!existsSync(file)) return undefined;
  let files: SiteFiles | undefined;
  return (name) => {
    files ??= readArchive(readFileSync(file));
    return files.get(name);
  };
}

/** The site in the package, packed into `dist/`. */
const packed = archiveSite(new URL("../../site.br", import.meta.url));
/** The site of the repository, which appears as soon as it is built, or the one in the package. */
const ownSite = () => (root && folderSite(new URL("docs/dist/", root))) ?? packed;

/** Tells whether the site is there. */
export function hasSite(): boolean {
  return ownSite() !== undefined;
}

/** Returns the answer on a path below `/_docs`; undefined: nothing is there. `site`: null if there is none. */
export function docsPage(path: string, site: Site | null = ownSite() ?? null): (() => Response) | undefined {
  // Links of the site are relative, so they need the slash.
  if (path === "/_docs") return () => redirect("/_docs/");
  if (path === "/_docs/" && !site) return index;
  if (!path.startsWith("/_docs/")) return undefined;
  const name = path.slice("/_docs/".length);
  const page = site ? findPage(name, site) : undefined;
  if (page) return page;
  const instead = site ? INSTEAD[name] : undefined;
  if (instead) return () => redirect(instead);
  if (!DOCUMENTS.some(([document]) => document === name)) return undefined;
  // The site of a deployment has documents of its own.
  const own = site?.(`downloads/${name}`);
  if (own) return () => respond(own, name);
  if (!root) return undefined;
  const document = new URL(`generated/${name}`, root);
  return existsSync(document) ? () => respond(readFileSync(document), name) : undefined;
}

/** Returns the page at a path of the site. Names are plain and short, so no path leaves the folder. */
function findPage(name: string, site: Site): (() => Response) | undefined {
  if (!/^(?:[\w@-][\w.@-]{0,200}(?:\/|$)){0,10}$/.test(name)) return undefined;
  const file = name === "" || name.endsWith("/") ? `${name}index.html` : name;
  const bytes = site(file);
  if (!bytes) return site(`${name}/index.html`) && (() => redirect(`/_docs/${name}/`));
  return () => respond(file.endsWith(".html") ? withConsole(new TextDecoder().decode(bytes), name) : bytes, file);
}

/** Adds a link to the console beside the version and, on the page of an operation, the form that tries it. */
function withConsole(html: string, name: string): string {
  const linked = html.replace(
    /(<a class="site-)version([^"]*") href="[^"]*"([^>]*)>/,
    (version, start, rest, end) => `${start}console${rest} href="/_console"${end}>Console</a>${version}`,
  );
  if (!/^api\/[a-z-]+\/$/.test(name)) return linked;
  const parts =
    '<link rel="stylesheet" href="/_console/try.css"><script type="module" src="/_console/try.js"></script>';
  return linked.replace("</body>", () => `${parts}</body>`);
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}

/** Why the site is not there: a clone builds it on demand, and a package may have been packed without it. */
const WITHOUT_SITE =
  root && existsSync(new URL("scripts/docs.ts", root))
    ? "In a clone, <code>npm run docs</code> builds the documentation site."
    : "This package was packed without the documentation site. <code>npm run pack</code> in a clone packs it as well.";

function index(): Response {
  const items = DOCUMENTS.filter(([name]) => root && existsSync(new URL(`generated/${name}`, root)));
  const links = items.map(([name, about]) => `<li><a href="/_docs/${name}">${about}</a></li>`).join("");
  return respond(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>The contract</title><body><main><h1>The contract</h1><ul>${links}</ul>
<p>${WITHOUT_SITE}</p><p><a href="/_console">Console</a></p></main>`,
    ".html",
  );
}

function respond(body: string | Uint8Array<ArrayBuffer>, name: string): Response {
  return new Response(body, {
    headers: {
      "content-type": getMimeType(name, TYPES) ?? "application/octet-stream",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** Files by their path below the site, with slashes. */
type SiteFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Returns the files: Brotli over a line of JSON (`[[path, bytes], ...]`) and the contents one after the other. */
export function readArchive(packed: Uint8Array): SiteFiles {
  const all = new Uint8Array(brotliDecompressSync(packed));
  const start = all.indexOf(0x0a) + 1;
  const list: [path: string, bytes: number][] = JSON.parse(new TextDecoder().decode(all.subarray(0, start)));
  let at = start;
  return new Map(
    list.map(([path, bytes]) => {
      at += bytes;
      return [path, all.subarray(at - bytes, at)];
    }),
  );
}
