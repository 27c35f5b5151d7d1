/** The assets of the console, which are read once, at the start. */

import { readdirSync, readFileSync } from "node:fs";

/** The page runs its own scripts and no others, and asks no other host for anything. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // No text can become markup, whatever a script does with it.
  "require-trusted-types-for 'script'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

const FOLDER = new URL("./", import.meta.url);
/** Pages by their path; the callback page is where authorization codes arrive. */
const PAGES = { "/_console": "console.html", "/_console/callback": "callback.html" } as const;

/** Returns the answers of the console by path. */
export function loadConsole(): ReadonlyMap<string, () => Response> {
  const names = readdirSync(FOLDER);
  const assets = (extension: string, type: string) =>
    names.filter((name) => name.endsWith(extension)).map((name) => [`/_console/${name}`, answer(name, type)] as const);
  return new Map([
    ...Object.entries(PAGES).map(([path, name]) => [path, answer(name, "text/html")] as const),
    ...assets(".css", "text/css"),
    ...assets(".js", "text/javascript").filter(([path]) => !path.endsWith("/serve.js")),
  ]);
}

/** Returns what answers with a file, which is read now. `name`: relative to `folder`, by default the console's. */
export function answer(name: string, type: string, folder = FOLDER): () => Response {
  const text = readFileSync(new URL(name, folder), "utf8");
  const headers = {
    "content-type": `${type}; charset=utf-8`,
    "content-security-policy": POLICY,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
  return () => new Response(text, { headers });
}
