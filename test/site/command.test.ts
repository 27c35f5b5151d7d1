/** `npm run docs`: wrong use, what it refuses to overwrite, and the server that shows the site. */

import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { serveFolder } from "../../scripts/docs/serve.ts";
import { root } from "../support/repository.ts";
import { scratchFolder } from "../support/scratch.ts";

const run = promisify(execFile);
const folder = scratchFolder("docs-");

/** Exit code and what was said. */
async function docs(...args: string[]): Promise<[code: number, said: string]> {
  return run(process.execPath, ["scripts/run.mjs", "docs", ...args], { cwd: root }).then(
    ({ stdout, stderr }) => [0, stdout + stderr],
    ({ code, stdout, stderr }) => [code, stdout + stderr],
  );
}

describe("npm run docs", () => {
  it.each([
    [["--port", "http"], /--port http is not a port/],
    [["--port", "65536"], /is not a port/],
    [["--base", "docs"], /--base docs is not a path: it must start and end with a slash/],
    [["--bse", "/x/"], /--bse/],
  ])("%j is wrong use", async (args, said) => {
    const [code, text] = await docs(...args);
    expect([code, text]).toEqual([2, expect.stringMatching(said)]);
    expect(text).toContain("Usage: npm run docs");
  });

  it("says which document is missing, and leaves the pages of the repository as they are", async () => {
    const page = join(root, "docs/errors.md");
    const known = readFileSync(page);
    const before = statSync(page).mtimeMs;
    const [code, said] = await docs("--deployment", folder, "--out", join(folder, "out"));
    expect([code, said]).toEqual([1, expect.stringMatching(/openapi\.json is missing/)]);
    expect([statSync(page).mtimeMs, readFileSync(page).equals(known)]).toEqual([before, true]);
  });

  it("deletes nothing that is no site", async () => {
    const precious = join(folder, "precious");
    mkdirSync(precious);
    writeFileSync(join(precious, "thesis.txt"), "years of work");
    const [code, said] = await docs("--out", precious);
    expect([code, said]).toEqual([1, expect.stringMatching(/holds something else than a site/)]);
    expect(readFileSync(join(precious, "thesis.txt"), "utf8")).toBe("years of work");
  });
});

describe("the server of the site", async () => {
  const site = join(folder, "site");
  mkdirSync(join(site, "guides"), { recursive: true });
  writeFileSync(join(site, "index.html"), "<p>home");
  writeFileSync(join(site, "guides/index.html"), "<p>guides");
  writeFileSync(join(site, "404.html"), "<p>nothing");
  writeFileSync(join(folder, "secret.txt"), "not for readers");
  const server = await serveFolder(site, { base: "/x/" });
  afterAll(server.stop);

  /** The path as it is: `fetch` would tidy it. */
  const get = (path: string) =>
    new Promise<[status: number, body: string]>((resolve, reject) => {
      request(new URL(server.url), { path }, (response) => {
        let body = "";
        response.on("data", (chunk) => {
          body += chunk;
        });
        response.on("end", () => resolve([response.statusCode ?? 0, body]));
      })
        .on("error", reject)
        .end();
    });

  it("listens on this machine alone", () => {
    expect(server.server.address()).toMatchObject({ address: "127.0.0.1" });
  });

  it.each([
    ["/x/", 200, "<p>home"],
    ["/x/?q#a", 200, "<p>home"],
    ["/x/guides/", 200, "<p>guides"],
    ["/x/nothing", 404, "<p>nothing"],
    ["/", 404, "<p>nothing"],
    ["/x/../secret.txt", 404, "<p>nothing"],
    ["/x/%2e%2e/secret.txt", 404, "<p>nothing"],
    ["/x/..%2fsecret.txt", 404, "<p>nothing"],
    ["/x/%00", 404, "<p>nothing"],
    ["/x/%", 404, "<p>nothing"],
  ])("%s: %i", async (path, status, body) => {
    expect(await get(path)).toEqual([status, body]);
  });

  it("adds the slash that relative links need", async () => {
    const response = await fetch(`${server.url}guides`, { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([301, "/x/guides/"]);
  });
});
