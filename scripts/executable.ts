import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { runScript } from "./command.ts";
import { bundle, readLicence } from "./executable/bundle.ts";

const HELP = `Usage: npm run executable [-- --out FOLDER]

Writes the command as one file that needs no Node, for the platform that this runs on: the Node that runs this, with
the command and all files that it reads inside (a single executable application). Beside it its checksum and the
licences of what is in it. Makes no request.

  --out FOLDER   where they are written (default: out)
`;

/** Node looks for the script in a section of this name, if the fuse says that there is one. */
const SECTION = "NODE_SEA_BLOB";
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

const root = join(import.meta.dirname, "..");
await runScript(HELP, { out: { type: "string", default: "out" } }, ({ out }) => build(resolve(out)));

async function build(out: string): Promise<void> {
  const started = performance.now();
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const base = join(out, `${name}-${process.platform}-${process.arch}`);
  const executable = process.platform === "win32" ? `${base}.exe` : base;
  const node = realpathSync(process.execPath);
  const { code, files, packages } = await bundle(root);
  mkdirSync(out, { recursive: true });
  const blob = buildBlob(node, code, files);
  try {
    copyFileSync(node, executable);
    chmodSync(executable, 0o755);
    inject(executable, blob);
  } finally {
    rmSync(dirname(blob), { recursive: true });
  }
  const licences = [nodeLicence(node), ...packages.map(readLicence)];
  writeFileSync(`${base}.licences.txt`, licences.join(`\n${"-".repeat(80)}\n\n`));
  const hash = createHash("sha256").update(readFileSync(executable)).digest("hex");
  writeFileSync(`${base}.sha256`, `${hash}  ${basename(executable)}\n`);
  const said = execFileSync(executable, ["--version"], { encoding: "utf8" }).trim();
  if (said !== version) throw new Error(`${executable} --version printed ${said}, not ${version}`);
  const size = (statSync(executable).size / 1e6).toFixed(1);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `${relative(process.cwd(), executable)}: ${size} MB, Node ${process.versions.node} ` +
      `with ${(code.length / 1e6).toFixed(1)} MB of code and ${files.length} files, in ${seconds} s\n`,
  );
}

/** What Node reads at its start, with the code compiled beforehand by the same Node. @returns its file */
function buildBlob(node: string, code: string, files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "executable-"));
  const main = join(folder, "collections-contract.cjs");
  const config = join(folder, "config.json");
  const output = join(folder, "blob");
  writeFileSync(main, code);
  writeFileSync(
    config,
    JSON.stringify({
      main,
      output,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      assets: Object.fromEntries(files.map((file) => [file, join(root, file)])),
    }),
  );
  execFileSync(node, ["--experimental-sea-config", config], { stdio: "pipe" });
  return output;
}

/** macOS runs nothing whose signature does not fit: the old one goes, and a local one comes. */
function inject(executable: string, blob: string): void {
  const isMac = process.platform === "darwin";
  const postject = join(dirname(createRequire(import.meta.url).resolve("postject/package.json")), "dist/cli.js");
  if (isMac) execFileSync("codesign", ["--remove-signature", executable]);
  const segment = isMac ? ["--macho-segment-name", "NODE_SEA"] : [];
  const args = [postject, executable, SECTION, blob, "--sentinel-fuse", FUSE, "--overwrite", ...segment];
  execFileSync(process.execPath, args, { stdio: "pipe" });
  if (isMac) execFileSync("codesign", ["--sign", "-", executable]);
}

/** In the npm package of the binary, and next to a Node that was installed in another way. */
function nodeLicence(node: string): string {
  const text = readFileSync(join(dirname(dirname(node)), "LICENSE"), "utf8");
  return `Node ${process.versions.node}\n\n${text.trim()}\n`;
}
