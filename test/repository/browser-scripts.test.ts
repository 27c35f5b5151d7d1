/** The scripts that a browser runs: each import names a script that is served, and what it exports. */

import { dirname, join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { expect, it } from "vitest";
import { createDesk } from "../../src/cli/inbox/desk.ts";
import type { Store } from "../../src/inbox/store.ts";
import { loadConsole } from "../../src/sandbox/console/serve.ts";
import { files, read, root } from "../support/repository.ts";

const ORIGIN = "http://127.0.0.1";

/** Has modules by their path, as a browser has them. */
const servedBy = (answer: (path: string) => Promise<Response> | Response | undefined): Plugin => ({
  name: "served",
  resolveId: (to, from = "/") => new URL(to, new URL(from, ORIGIN)).pathname,
  async load(path) {
    const response = await answer(path);
    return response?.ok ? response.text() : this.error(`${path} is not served`);
  },
});

/** Says what is wrong with the imports of these scripts. */
async function faults(input: string[], plugins: Plugin[] = []): Promise<string> {
  const build = await rolldown({ input, plugins, logLevel: "silent", external: /^@?[a-z][^:]*$/ });
  return build.generate().then(
    () => "",
    (error) => error.message,
  );
}

const pages = loadConsole();
const consoleScripts = [...pages.keys()].filter((path) => path.endsWith(".js"));
const desk = createDesk({ store: {} as Store<unknown>, title: "", allowChanges: false, token: "t", log() {} });
const askDesk = (path: string) =>
  desk(new Request(ORIGIN + path, { headers: { host: "127.0.0.1", authorization: "Bearer t" } }));
/** What the components of the site import in their scripts. */
const siteScripts = files("docs/site", /\.astro$/).flatMap((file) =>
  [...read(file).matchAll(/(?<=^<script>$.*?import [^"]*")\.[^"]+/gms)].map(([to]) => join(root, dirname(file), to)),
);

it.each([
  ["the console of the sandbox", consoleScripts, [servedBy((path) => pages.get(path)?.())]],
  ["the page of an inbox", ["/inbox.js"], [servedBy(askDesk)]],
  ["the site", siteScripts, []],
])("%s imports what is there", async (_, scripts, plugins) => {
  expect(scripts).not.toEqual([]);
  expect(await faults(scripts, plugins)).toBe("");
});

it.each([
  ['import "./gone.js";', "/gone.js is not served"],
  ['import { gone } from "./words.js"; gone();', "gone"],
])("%s is told", async (code, fault) => {
  const served = servedBy((path) => (path === "/_console/new.js" ? new Response(code) : pages.get(path)?.()));
  expect(await faults(["/_console/new.js"], [served])).toContain(fault);
});
