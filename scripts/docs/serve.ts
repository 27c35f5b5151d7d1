import { createReadStream, existsSync, statSync } from "node:fs";
import type { RequestListener } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { createGzip } from "node:zlib";
import { type Listening, listen } from "../listen.ts";

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".yaml": "text/yaml; charset=utf-8",
};
const COMPRESSED = /^(text\/|application\/json|image\/svg)/;

/**
 * Serves a folder on 127.0.0.1 like any static host: `index.html` for a folder, 404.html for a missing file.
 * @param base the path below which the folder appears, for example `/docs/`
 * @param port 0 takes any free port
 */
export async function serveFolder(folder: string, { port = 0, base = "/" } = {}): Promise<Listening> {
  const listener: RequestListener = (request, response) => {
    const path = decodePath(request.url ?? "/");
    const below = path?.startsWith(base) ? path.slice(base.length) : undefined;
    const file = below === undefined ? undefined : fileFor(folder, below);
    if (file === "folder") return void response.writeHead(301, { location: `${path}/` }).end();
    const found = file ?? join(folder, "404.html");
    if (!existsSync(found)) return void response.writeHead(404).end();
    const type = TYPES[extname(found)] ?? "application/octet-stream";
    const zip = COMPRESSED.test(type) && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
    response.writeHead(file ? 200 : 404, {
      "content-type": type,
      "x-content-type-options": "nosniff",
      "cache-control": "no-cache",
      ...(zip ? { "content-encoding": "gzip" } : {}),
    });
    if (request.method === "HEAD") return void response.end();
    const content = createReadStream(found);
    (zip ? content.pipe(createGzip()) : content).pipe(response);
  };
  const listening = await listen(listener, port);
  return { ...listening, url: listening.url + base };
}

function decodePath(url: string): string | undefined {
  try {
    return decodeURIComponent(url.replace(/[?#].*$/, ""));
  } catch {
    return undefined;
  }
}

/** Returns the file of a path, `"folder"` if only a slash is missing, or undefined. Never leaves the folder. */
function fileFor(folder: string, path: string): string | undefined {
  const file = normalize(join(folder, path));
  if (
    path.includes("\0") ||
    (file !== normalize(folder) && !file.startsWith(normalize(folder) + sep) && file !== normalize(`${folder}/`))
  )
    return undefined;
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isFile()) return file;
  if (!there?.isDirectory()) return undefined;
  const index = join(file, "index.html");
  if (!existsSync(index)) return undefined;
  return path === "" || path.endsWith("/") ? index : "folder";
}
