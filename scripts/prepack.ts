import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readArchive } from "../src/sandbox/docs.ts";
import { replaceReadme, restoreReadme } from "./build/readme.ts";
import { siteArchive } from "./build/site-archive.ts";
import { makeReadable } from "./files.ts";

/**
 * Before packing: builds dist/ and the site in it, gives the README links that its reader can follow, and lets everyone
 * read what is packed. Under a strict umask (077) npm would otherwise pack other modes, so the same commit would give
 * other bytes, and files that other users of a machine cannot read.
 */
const root = join(import.meta.dirname, "..");
restoreReadme(root);
const { status } = spawnSync(process.execPath, [join(root, "scripts/build.ts")], { cwd: root, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
const site = await siteArchive(root);
writeFileSync(join(root, "dist/site.br"), site);

const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { files: string[] };
/** `dist`, `generated/*.json`: the folder is what is walked. What npm adds by itself lies beside package.json. */
const folders = new Set(files.filter((name) => !name.startsWith("!")).map((name) => name.split("/")[0] as string));
const beside = readdirSync(root).filter((name) => /^(README|LICENSE|CHANGELOG|package\.json)/.test(name));
for (const name of [...folders, ...beside]) makeReadable(join(root, name));

const pages = readArchive(site);
replaceReadme(root, {
  isPacked: (path) => existsSync(join(root, path)) && (folders.has(path.split("/")[0] ?? "") || path === "LICENSE"),
  hasPage: (path) => pages.has(`${path}index.html`),
});
