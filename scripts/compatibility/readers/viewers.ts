/** Viewers of documents, rendered in headless Chromium. */

import { execFile } from "node:child_process";
import { once } from "node:events";
import { createReadStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import openapi from "../../../generated/openapi.json" with { type: "json" };
import { onDemand } from "../../on-demand.ts";
import { missing, root } from "../tools.ts";
import { NPM_READERS } from "../versions.ts";
import { had, type Reader, Skipped } from "./reader.ts";

/** What a reader looks for: each operation, and each delivery. */
const SUMMARIES = [...Object.values(openapi.paths), ...Object.values(openapi.webhooks)].flatMap((item) =>
  Object.values(item as Record<string, { summary?: string }>).flatMap(({ summary }) => summary ?? []),
);

/** `routes`: parts after `#` that are opened one after the other, because groups of operations are closed at first. */
type Viewer = { name: keyof typeof NPM_READERS; title: string; body: string; routes?: readonly string[]; how?: string };

const PAGES: readonly Viewer[] = [
  {
    name: "swagger-ui-dist",
    title: "Swagger UI",
    body: `<link rel="stylesheet" href="/lib/swagger-ui.css"><div id="v"></div><script src="/lib/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: "/openapi.json", dom_id: "#v" })</script>`,
  },
  {
    name: "redoc",
    title: "Redoc",
    body: `<redoc spec-url="/openapi.json"></redoc><script src="/lib/bundles/redoc.standalone.js"></script>`,
  },
  {
    name: "@scalar/api-reference",
    title: "Scalar",
    how: "`defaultOpenAllTags: true`",
    body: `<div id="v"></div><script src="/lib/dist/browser/standalone.js"></script>
<script>Scalar.createApiReference("#v", { url: "/openapi.json", withDefaultFonts: false, telemetry: false, defaultOpenAllTags: true })</script>`,
  },
  {
    name: "@stoplight/elements",
    title: "Elements",
    how: "an operation of each group opened",
    body: `<link rel="stylesheet" href="/lib/styles.min.css"><script src="/lib/web-components.min.js"></script>
<elements-api apiDescriptionUrl="/openapi.json" router="hash" layout="sidebar"></elements-api>`,
    routes: [
      ...["operations/exchangeAuthorizationCode", "operations/createClientWebhook", "operations/createAppWebhook"],
      "webhooks/deliverClientWebhook",
    ],
  },
];

const LIMITS = { timeout: 120_000, maxBuffer: 64 * 1024 * 1024 };

/** Serves one viewer and the document on loopback, and lets Chromium render it. */
async function look({ name, body, routes = [""] }: Viewer): Promise<string> {
  if (missing(["chromium"]).length > 0) throw new Skipped("chromium not found");
  const { folder, skip } = await onDemand(`viewer-${name.replaceAll(/\W+/g, "-")}`, { ...NPM_READERS[name] });
  const library = join(had(folder, skip || undefined), "node_modules", name);
  const lost: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    const file =
      url === "/openapi.json" ? join(root, "generated/openapi.json") : join(library, url.slice(5).split("?")[0] ?? "");
    if (url === "/")
      return void response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<!doctype html><meta charset="utf-8">${body}`);
    if (url === "/favicon.ico") return void response.writeHead(204).end();
    if (!existsSync(file)) {
      lost.push(url);
      return void response.writeHead(404).end();
    }
    const type = file.endsWith(".css") ? "text/css" : file.endsWith(".js") ? "text/javascript" : "application/json";
    response.writeHead(200, { "content-type": type });
    createReadStream(file).pipe(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const profile = mkdtempSync(join(tmpdir(), "viewer-"));
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const options = [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      `--user-data-dir=${profile}`,
      "--window-size=1400,20000",
    ];
    const network = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--enable-logging=stderr", "--v=0"];
    let [html, log] = ["", ""];
    for (const route of routes) {
      const words = [...options, ...network, "--virtual-time-budget=20000", "--dump-dom", `${address}#/${route}`];
      const { stdout, stderr } = await promisify(execFile)("chromium", words, LIMITS);
      html += stdout;
      log += stderr;
    }
    const errors = log.split("\n").filter((line) => /CONSOLE.*"(?:Uncaught|Error|TypeError)/.test(line));
    const text = html.replaceAll(/<[^>]*>/g, "").replaceAll("&amp;", "&");
    const seen = SUMMARIES.filter((summary) => text.includes(summary));
    if (errors.length > 0) throw new Error(`Error: ${errors[0]?.replace(/^.*CONSOLE[^"]*/, "")}`);
    if (seen.length < SUMMARIES.length)
      throw new Error(`Error: not seen: ${SUMMARIES.filter((summary) => !seen.includes(summary)).join("; ")}`);
    const files = lost.length > 0 ? `; it asks for ${lost.length} files that its package has not` : "";
    return `${seen.length} of ${SUMMARIES.length} operations and deliveries seen, no error on the console${files}`;
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

export const VIEWERS: readonly Reader[] = PAGES.map((viewer) => ({
  name: viewer.title,
  version: (NPM_READERS[viewer.name] as Record<string, string>)[viewer.name] ?? "",
  from: "npm",
  group: "viewers",
  files: "`openapi.json`",
  how: `\`${viewer.name}\`, ${viewer.how ?? "at its defaults"}`,
  quick: false,
  run: () => look(viewer),
}));
