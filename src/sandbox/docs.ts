/** The documentation: the site if it is built (`npm run docs`), and the bundled documents always. */

import { existsSync, readFileSync, statSync } from "node:fs";

const DOCUMENTS: readonly (readonly [name: string, about: string])[] = [
  ["openapi.json", "OpenAPI 3.1"],
  ["openapi-3.0.json", "OpenAPI 3.0, without webhooks"],
  ["asyncapi.json", "AsyncAPI 3.1"],
];
const TYPES: Record<string, string> = {
  css: "text/css",
  html: "text/html",
  js: "text/javascript",
  json: "application/json",
  md: "text/markdown",
  svg: "image/svg+xml",
  txt: "text/plain",
  woff2: "font/woff2",
  yaml: "text/yaml",
};

/** The package, seen from src/ and from dist/src/. */
const root = ["../../", "../../../"]
  .map((up) => new URL(up, import.meta.url))
  .find((at) => existsSync(new URL("generated/openapi.json", at)));

/** Tells whether the site is there. */
export function hasSite(): boolean {
  return root !== undefined && existsSync(new URL("docs/dist/index.html", root));
}

/**
 * Returns the answer on a path below `/_docs`; undefined: nothing is there. Pages appear as soon as they are built.
 *
 * @param site folder of the built site, with a slash at its end
 */
export function docsPage(
  path: string,
  site: URL | undefined = root && new URL("docs/dist/", root),
): (() => Response) | undefined {
  const built = site && existsSync(new URL("index.html", site));
  // Links of the site are relative, so they need the slash.
  if (path === "/_docs") return () => new Response(null, { status: 302, headers: { location: "/_docs/" } });
  if (path === "/_docs/" && !built) return index;
  if (!path.startsWith("/_docs/")) return undefined;
  const name = path.slice("/_docs/".length);
  const page = built ? pageFile(name, site) : undefined;
  if (page) return () => respond(readFileSync(page), page.pathname);
  if (!root || !DOCUMENTS.some(([document]) => document === name)) return undefined;
  const document = new URL(`generated/${name}`, root);
  return existsSync(document) ? () => respond(readFileSync(document), name) : undefined;
}

/** Returns the file of the site for a path below it. Names are plain and short, so no path leaves the folder. */
function pageFile(name: string, site: URL): URL | undefined {
  if (!/^(?:[\w@-][\w.@-]{0,200}(?:\/|$)){0,10}$/.test(name)) return undefined;
  const file = new URL(name === "" || name.endsWith("/") ? `${name}index.html` : name, site);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

function index(): Response {
  const items = DOCUMENTS.filter(([name]) => root && existsSync(new URL(`generated/${name}`, root)));
  const links = items.map(([name, about]) => `<li><a href="/_docs/${name}">${about}</a></li>`).join("");
  return respond(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>The contract</title><body><main><h1>The contract</h1><ul>${links}</ul>
<p>The documentation site is built by <code>npm run docs</code> in the repository.</p><p><a href="/_console">Console</a></p></main>`,
    ".html",
  );
}

function respond(body: string | Uint8Array<ArrayBuffer>, name: string): Response {
  const type = TYPES[name.split(".").at(-1) ?? ""];
  return new Response(body, {
    headers: {
      "content-type": type ? `${type}; charset=utf-8` : "application/octet-stream",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
