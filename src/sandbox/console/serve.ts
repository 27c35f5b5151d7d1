/** The assets of the console, which are read once, at the start. */

import { readdirSync, readFileSync } from "node:fs";
import { getMimeType } from "hono/utils/mime";

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
  const assets = readdirSync(FOLDER).filter((name) => /\.(?:css|js)$/.test(name) && name !== "serve.js");
  const files = [...Object.entries(PAGES), ...assets.map((name) => [`/_console/${name}`, name] as const)];
  return new Map(files.map(([path, name]) => [path, answer(name)]));
}

/** Returns what answers with a file, which is read now. `name`: relative to `folder`, by default the console's. */
export function answer(name: string, folder = FOLDER): () => Response {
  const text = readFileSync(new URL(name, folder), "utf8");
  const headers = {
    "content-type": getMimeType(name) ?? "application/octet-stream",
    "content-security-policy": POLICY,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
  return () => new Response(text, { headers });
}
