/** The reference beside the sandbox: the rendered pages where they were built (`npm run docs`), the bundled documents always. */

import { existsSync, readFileSync } from "node:fs";

const PAGES = "docs/dist/";
const FILES: readonly (readonly [name: string, from: string, type: string, about: string])[] = [
  ["openapi.html", PAGES, "text/html", "Reference of the API, with the deliveries"],
  ["asyncapi.html", PAGES, "text/html", "Reference of the deliveries"],
  ["openapi.json", "generated/", "application/json", "OpenAPI 3.1"],
  ["openapi-3.0.json", "generated/", "application/json", "OpenAPI 3.0, without webhooks"],
  ["asyncapi.json", "generated/", "application/json", "AsyncAPI 3.1"],
];

/** The package, seen from src/ and from dist/src/. */
const root = ["../../", "../../../"]
  .map((up) => new URL(up, import.meta.url))
  .find((at) => existsSync(new URL("generated/openapi.json", at)));

/** What answers on a path below `/_docs`; undefined: nothing is there. Pages appear as soon as they are built. */
export function docsPage(path: string): (() => Response) | undefined {
  const there = FILES.filter(([name, from]) => root && existsSync(new URL(from + name, root)));
  if (path === "/_docs" || path === "/_docs/") return () => index(there);
  const file = there.find(([name]) => path === `/_docs/${name}`);
  if (!file || !root) return undefined;
  const [name, from, type] = file;
  return () => respond(readFileSync(new URL(from + name, root), "utf8"), type);
}

function index(there: typeof FILES): Response {
  const items = there.map(([name, , , about]) => `<li><a href="/_docs/${name}">${about}</a></li>`).join("");
  const hint = there.some(([, from]) => from === PAGES)
    ? ""
    : "<p>The rendered reference is made by <code>npm run docs</code> in the repository.</p>";
  return respond(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>The contract</title><body><main><h1>The contract</h1><ul>${items}</ul>${hint}<p><a href="/_console">Console</a></p></main>`,
    "text/html",
  );
}

function respond(body: string, type: string): Response {
  return new Response(body, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
