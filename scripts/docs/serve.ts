import express, { type NextFunction, type Request, type Response } from "express";
import { type Listening, listen } from "../listen.ts";

/**
 * Serves a folder on 127.0.0.1 like any static host: `index.html` for a folder, 404.html for a missing file.
 * @param base the path below which the folder appears, for example `/docs/`
 * @param port 0 takes any free port
 */
export async function serveFolder(folder: string, { port = 0, base = "/" } = {}): Promise<Listening> {
  const missing = (response: Response) => response.status(404).sendFile("404.html", { root: folder });
  const app = express()
    .use(base, express.static(folder))
    .use((_request, response) => missing(response))
    // A path that does not decode. Express knows this function by its four parameters.
    .use((_error: Error, _request: Request, response: Response, _next: NextFunction) => missing(response));
  const listening = await listen(app, port);
  return { ...listening, url: listening.url + base };
}
