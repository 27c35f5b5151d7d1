/** The tarball: what is in it, how large it is, and that the same commit gives the same bytes. */

import { chmodSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { publint } from "publint";
import { describe, expect, it } from "vitest";
import { filesBelow } from "../../scripts/files.ts";
import { onDemand } from "../../scripts/on-demand.ts";
import { readArchive } from "../../src/sandbox/docs.ts";
import { listImports, read } from "../support/repository.ts";
import { checkout, pack, run, temp, tracked } from "./package/packed.ts";

/** What a user downloads and keeps, in bytes. Raise them with a reason in docs/decisions.md. */
const BUDGET = { packed: 2_250_000, unpacked: 6_500_000 };
const manifest = JSON.parse(read("package.json"));

const first = checkout("checkout");
const tarball = await pack(first);
await run("tar", ["-xzf", tarball, "-C", temp]);
const unpacked = join(temp, "package");
const packed = filesBelow(unpacked);
const size = packed.map((file) => readFileSync(join(unpacked, file)).length).reduce((a, b) => a + b);
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
process.stdout.write(
  `package: ${kilobytes(readFileSync(tarball).length)} packed, ${kilobytes(size)} in ${packed.length} files\n`,
);

/** Packages for other projects: they go as they are, and are neither compiled nor imported. */
const AS_IT_IS = /^(?:src\/languages\/templates|generated\/languages)\//;

const isDeclaration = (file: string) => file.endsWith(".d.ts") && !AS_IT_IS.test(file.replace(/^dist\//, ""));

describe("the tarball", () => {
  it("holds what was built, the documents and spec/, and nothing else", () => {
    const built = tracked
      .filter((file) => /^(?:src|generated)\/.*(?<!\.d)\.ts$/.test(file) && !AS_IT_IS.test(file))
      .map((file) => `dist/${file.slice(0, -".ts".length)}.js`);
    // Files that the code reads: the page of the console, templates, and JSON that it imports.
    const beside = [
      ...tracked.filter((file) => /^src\/.*\.(?:html|css|js)$/.test(file) && !AS_IT_IS.test(file)),
      ...tracked.filter((file) => /^src\/languages\/templates\//.test(file)),
      ...new Set(
        tracked
          .filter((file) => /^src\/.*\.ts$/.test(file) && !AS_IT_IS.test(file))
          .flatMap(listImports)
          .map(({ to }) => to)
          .filter((to) => to.endsWith(".json")),
      ),
    ].map((file) => `dist/${file}`);
    beside.push("dist/site.br");
    // The list of top-level domains is made from a package; its licence wants its text with each copy.
    beside.push("dist/licences/hapi-tlds.txt");
    const copied = [
      /^generated\/([^/]+\.(json|yaml|http)|(codegen|postman|schemas)\/.+|languages\/payloads\.json)$/,
      /^(spec\/.+|(CHANGELOG|LICENSE|README)(\.md)?|command\.mjs|package\.json)$/,
    ];
    const isCopied = (file: string) => copied.some((pattern) => pattern.test(file));
    const expected = [...built, ...beside, ...tracked.filter(isCopied)];
    expect(packed.filter((file) => !isDeclaration(file)).sort()).toEqual(expected.sort());
  });

  it("declares the types of each entry, and all that they lead to, but nothing that nobody can import", () => {
    const entries = Object.values<{ types?: string }>(manifest.exports).flatMap(({ types }) => types ?? []);
    const led = packed
      .filter(isDeclaration)
      .flatMap((file) =>
        [...readFileSync(join(unpacked, file), "utf8").matchAll(/"(\.[^"\n]+)\.[jt]s"/g)].map(([, to]) =>
          join(dirname(file), `${to}.d.ts`),
        ),
      );
    const wanted = new Set([...entries.map((types) => types.slice("./".length)), ...led]);
    expect([...wanted].sort()).toEqual(packed.filter(isDeclaration).sort());
  });

  it("has a README whose links lead to what it holds, and leaves that of the repository as it was", () => {
    const site = readArchive(readFileSync(join(unpacked, "dist/site.br")));
    const targets = [...readFileSync(join(unpacked, "README.md"), "utf8").matchAll(/\]\(([^)#]+)/g)].map(
      ([, to]) => to ?? "",
    );
    expect(targets.length).toBeGreaterThan(20);
    const page = (to: string) => /^http:\/\/127\.0\.0\.1:4011\/_docs\/(.*)$/.exec(to)?.[1];
    expect(targets.filter((to) => !packed.includes(to) && !site.has(`${page(to)}index.html`))).toEqual([]);
    expect(readFileSync(join(first, "README.md"), "utf8")).toBe(read("README.md"));
  });

  it("holds no tests, no sources of the site, no map to a missing file, and no name of this machine", () => {
    expect(
      packed.filter(
        (file) =>
          /(^|\/)(test|docs|scripts|\.github)\/|\.test\.|\.map$/.test(file) &&
          !AS_IT_IS.test(file.replace(/^dist\//, "")),
      ),
    ).toEqual([]);
    for (const file of packed.filter((one) => /\.(js|ts)$/.test(one))) {
      const text = readFileSync(join(unpacked, file), "utf8");
      expect(/sourceMappingURL/.test(text) || text.includes(temp), file).toBe(false);
    }
  });

  it("brings the site, which its sandbox serves", async () => {
    const { docsPage } = await import(pathToFileURL(join(unpacked, "dist/src/sandbox/docs.js")).href);
    const seen = [
      "",
      "guides/receiving/",
      "api/create-client-webhook/",
      "pagefind/pagefind.js",
      "downloads/openapi.json",
    ];
    for (const path of seen) expect((await docsPage(`/_docs/${path}`)?.())?.status, path).toBe(200);
    expect(await docsPage("/_docs/guides/receiving/")().text()).toContain('href="/_console"');
  });

  it("stays within its budget", () => {
    expect(readFileSync(tarball).length).toBeLessThan(BUDGET.packed);
    expect(size).toBeLessThan(BUDGET.unpacked);
  });

  it("is the same when packed again, and from another folder by someone stricter, byte for byte", async () => {
    const bytes = readFileSync(tarball);
    expect(readFileSync(await pack(first)).equals(bytes)).toBe(true);
    const other = checkout("some where/else", first);
    for (const file of filesBelow(other)) if (!file.startsWith("node_modules/")) chmodSync(join(other, file), 0o600);
    expect(readFileSync(await pack(other)).equals(bytes)).toBe(true);
  });

  it("has no complaint from publint", async () => {
    const { messages } = await publint({ pkgDir: unpacked, pack: false, level: "suggestion", strict: true });
    // The manifest of a template belongs to the package that is written from it.
    const template = /^\.\/dist\/src\/languages\/templates\//;
    expect(messages.filter(({ args }) => !template.test(String((args as { filePath?: string }).filePath)))).toEqual([]);
  });

  it("names no wildcard in its exports, and only files that are there", () => {
    const targets = Object.values<string | Record<string, string>>(manifest.exports).flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target),
    );
    expect(targets.filter((target) => target.includes("*") || !packed.includes(target.slice("./".length)))).toEqual([]);
  });

  it("has a main entry of one file, beside the error classes that it shares with the other entries", () => {
    const code = readFileSync(join(unpacked, manifest.exports["."].default), "utf8");
    const imported = [...code.matchAll(/\bfrom\s*"([^"]+)"|\bimport\s*\(?"([^"]+)"/g)].map(
      ([, from, bare]) => from ?? bare,
    );
    expect(imported.filter((name) => !name?.startsWith("node:"))).toEqual(["./errors/receiving.js"]);
  });

  it("runs nothing when it is installed", () => {
    expect(Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
  });
});

const attw = await onDemand("attw", { "@arethetypeswrong/cli": "0.18.5" });
it.skipIf(attw.skip)(`@arethetypeswrong/cli has no complaint${attw.skip}`, async () => {
  const cli = join(attw.folder ?? "", "node_modules/@arethetypeswrong/cli/dist/index.js");
  const { stdout } = await run(process.execPath, [
    cli,
    tarball,
    "--profile",
    "esm-only",
    "--format",
    "ascii",
    "--no-color",
    // It knows code and JSON alone.
    "--exclude-entrypoints",
    ...Object.keys(manifest.exports).filter((entry) => /\.(?:yaml|http)$/.test(entry)),
  ]);
  expect(stdout).toContain(`${manifest.name} v${manifest.version}`);
});
