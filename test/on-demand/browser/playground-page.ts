import { join } from "node:path";
import { rolldown } from "rolldown";
import { listen } from "../../../scripts/listen.ts";
import { read, root } from "../../support/repository.ts";

export type PlaygroundPage = { url: string; stop(): Promise<void> };

const CSP = [
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self'",
  "img-src data:; form-action 'none'; base-uri 'none'",
].join("; ");

/** Type and text of the files of a page with the playground alone, by their paths. */
export async function playgroundFiles(): Promise<Record<string, [type: string, text: string]>> {
  const build = await rolldown({ input: join(root, "docs/site/playground/playground.ts"), platform: "browser" });
  const { output } = await build.generate({ format: "esm" });
  await build.close();
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Playground</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css">
<main><h1>Playground</h1>${read("docs/site/playground/fragment.html")}</main>
<script type="module">import { start } from "/script.js"; start(document.querySelector("[data-playground]"));</script>`;
  return {
    "/": ["text/html", page],
    "/script.js": ["text/javascript", output[0].code],
    "/style.css": ["text/css", read("docs/site/playground/playground.css")],
  };
}

/** The playground on a page of its own, under a policy that lets it ask for nothing but its own script and style. */
export async function openPlayground(): Promise<PlaygroundPage> {
  const files = await playgroundFiles();
  const { url, stop } = await listen((request, response) => {
    const [type, text] = files[request.url ?? ""] ?? ["text/plain", ""];
    response.writeHead(text ? 200 : 404, { "content-type": `${type}; charset=utf-8`, "content-security-policy": CSP });
    response.end(text);
  });
  return { url: `${url}/`, stop };
}
