/** Viewers of documents, rendered in headless Chromium. */

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import express from "express";
import openapi from "../../../generated/openapi.json" with { type: "json" };
import { type Listening, listen } from "../../listen.ts";
import { install, requirePrograms } from "../tools.ts";
import { type Reader, readGenerated, rowsIn } from "./reader.ts";

/** What a reader looks for: each operation, and each delivery. */
const SUMMARIES = [...Object.values(openapi.paths), ...Object.values(openapi.webhooks)].flatMap((item) =>
  Object.values(item as Record<string, { summary?: string }>).flatMap(({ summary }) => summary ?? []),
);

/** Serves a page, the document and a package on loopback. @param lost gets the files that the package does not have */
async function serve(page: string, library: string, lost: string[]): Promise<Listening> {
  const app = express()
    .get("/", (_request, response) => void response.type("html").send(page))
    .get("/openapi.json", (_request, response) => void response.type("json").send(readGenerated("openapi.json")))
    .get("/favicon.ico", (_request, response) => void response.end())
    .use("/lib", express.static(library))
    .use(({ originalUrl }, response) => {
      lost.push(originalUrl);
      response.sendStatus(404);
    });
  return listen(app);
}

/** @param routes parts after `#` that are opened one after the other: groups of operations are closed at first */
const look =
  (body: string, routes: readonly string[]) =>
  async ({ install: what }: Reader): Promise<string> => {
    requirePrograms("chromium");
    const lost: string[] = [];
    const name = what.replace(/^npm (.*)@.*$/, "$1");
    const library = join(await install(what), "node_modules", name);
    const server = await serve(`<!doctype html><meta charset="utf-8">${body}`, library, lost);
    const profile = mkdtempSync(join(tmpdir(), "viewer-"));
    const window = ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,20000"];
    const network = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--enable-logging=stderr", "--v=0"];
    const options = [...window, ...network, `--user-data-dir=${profile}`];
    let [html, log] = ["", ""];
    try {
      for (const route of routes) {
        const address = `${server.url}/#/${route}`;
        const words = [...options, "--virtual-time-budget=20000", "--dump-dom", address];
        const said = await promisify(execFile)("chromium", words, { timeout: 120_000, maxBuffer: 64 * 1024 * 1024 });
        html += said.stdout;
        log += said.stderr;
      }
    } finally {
      await server.stop();
      rmSync(profile, { recursive: true, force: true });
    }
    const error = log.split("\n").find((line) => /CONSOLE.*"(?:Uncaught|Error|TypeError)/.test(line));
    if (error) throw new Error(`Error: ${error.replace(/^.*CONSOLE[^"]*/, "")}`);
    const text = html.replaceAll(/<[^>]*>/g, "").replaceAll("&amp;", "&");
    const unseen = SUMMARIES.filter((summary) => !text.includes(summary));
    if (unseen.length > 0) throw new Error(`Error: not seen: ${unseen.join("; ")}`);
    const files = lost.length > 0 ? `; it asks for ${lost.length} files that its package has not` : "";
    return `${SUMMARIES.length} of ${SUMMARIES.length} operations and deliveries seen, no error on the console${files}`;
  };

const row = rowsIn("viewers");
const viewer = (tool: string, what: string, body: string, how = "at its defaults", routes = [""]): Reader =>
  row(tool, `npm ${what}`, "`openapi.json`", `\`${what.replace(/@[^@]*$/, "")}\`, ${how}`, look(body, routes));

// biome-ignore format: a table
export const VIEWERS: readonly Reader[] = [
  viewer("Swagger UI", "swagger-ui-dist@5.35.0",
    `<link rel="stylesheet" href="/lib/swagger-ui.css"><div id="v"></div>
<script src="/lib/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: "/openapi.json", dom_id: "#v" })</script>`),
  viewer("Redoc", "redoc@2.5.4",
    `<redoc spec-url="/openapi.json"></redoc><script src="/lib/bundles/redoc.standalone.js"></script>`),
  viewer("Scalar", "@scalar/api-reference@1.46.4",
    `<div id="v"></div><script src="/lib/dist/browser/standalone.js"></script><script>Scalar.createApiReference("#v",
{ url: "/openapi.json", withDefaultFonts: false, telemetry: false, defaultOpenAllTags: true })</script>`,
    "`defaultOpenAllTags: true`"),
  viewer("Elements", "@stoplight/elements@9.0.25",
    `<link rel="stylesheet" href="/lib/styles.min.css"><script src="/lib/web-components.min.js"></script>
<elements-api apiDescriptionUrl="/openapi.json" router="hash" layout="sidebar"></elements-api>`,
    "an operation of each group opened",
    ["operations/exchangeAuthorizationCode", "operations/createClientWebhook", "operations/createAppWebhook",
      "webhooks/deliverClientWebhook"]),
];
