import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { type Listening, listen } from "../listen.ts";

/** What Hono does not know. */
const TYPES: Readonly<Record<string, string>> = { ".md": "text/markdown", ".yaml": "text/yaml" };

/**
 * Serves a folder on 127.0.0.1 like any static host: `index.html` for a folder, 404.html for a missing file.
 * @param base the path below which the folder appears, for example `/docs/`
 * @param port 0 takes any free port
 */
export async function serveFolder(folder: string, { port = 0, base = "/" } = {}): Promise<Listening> {
  const toPath = (path: string) => path.slice(base.length);
  const app = new Hono()
    .use(compress(), async ({ req: { path }, header }, next) => {
      await next();
      header("cache-control", "no-cache");
      header("x-content-type-options", "nosniff");
      const type = TYPES[extname(path)];
      if (type) header("content-type", `${type}; charset=utf-8`);
    })
    .get(`${base}*`, ({ req: { path }, redirect }, next) => {
      const isFolder = !path.endsWith("/") && existsSync(join(folder, toPath(path), "index.html"));
      return isFolder ? Promise.resolve(redirect(`${path}/`, 301)) : next();
    })
    .get(`${base}*`, serveStatic({ root: folder, rewriteRequestPath: toPath }))
    .notFound(({ html }) => html(readFileSync(join(folder, "404.html"), "utf8"), 404));
  const listening = await listen(getRequestListener(app.fetch), port);
  return { ...listening, url: listening.url + base };
}
