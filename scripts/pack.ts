import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { npm } from "./on-demand.ts";

/** `npm run pack [-- FOLDER]`: builds the package with its site, packs it, looks into it, and says where it is. */
const root = join(import.meta.dirname, "..");
const folder = resolve(root, process.argv[2] ?? ".");
/** What a package needs to be of use, and lacks if it is packed without being built. */
const NEEDED = ["dist/src/cli.js", "dist/src/index.js", "dist/site.br", "generated/openapi.json", "README.md"];

mkdirSync(folder, { recursive: true });
// .npmrc forbids scripts, and prepack is one.
const args = ["pack", "--ignore-scripts=false", "--silent", "--pack-destination", folder];
const { status } = spawnSync(npm, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
if (status !== 0) throw new Error("npm pack failed.");
const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const file = join(folder, `${name}-${version}.tgz`);
const packed = execFileSync("tar", ["-tzf", file], { encoding: "utf8" }).split("\n");
const missing = NEEDED.filter((path) => !packed.includes(`package/${path}`));
if (missing.length > 0) throw new Error(`${file} lacks ${missing.join(", ")}.`);
const shown = relative(process.cwd(), file);
process.stdout.write(
  `${shown}: ${(statSync(file).size / 1e6).toFixed(2)} MB, with its command and its site\n` +
    `In your project: npm install ${file}\n`,
);
