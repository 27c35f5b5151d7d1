import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runScript } from "./command.ts";

const HELP = `Usage: npm run sbom [-- --out FILE]

The bill of materials of the package (CycloneDX, JSON): what is installed with it, as package-lock.json has it
locked. The same lockfile writes the same bytes in every folder: no time, no random number. Makes no request.

  --out FILE   write it there instead of printing it
`;

interface Package {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
type Lock = { packages: Record<string, Package> };
type Bill = { serialNumber?: string; metadata: { timestamp?: string } };

const root = join(import.meta.dirname, "..");
await runScript(HELP, { out: { type: "string" } }, async ({ out }) => {
  const text = `${JSON.stringify(billOfMaterials(), null, 2)}\n`;
  if (out === undefined) process.stdout.write(text);
  else writeFileSync(out, text);
});

/**
 * npm writes it, over a manifest and a lockfile without anything for development: with --omit dev it leaves out what
 * development happens to need as well, such as commander.
 */
function billOfMaterials(): Bill {
  const { name, version, description, license, dependencies } = json("package.json");
  const manifest = { name, version, description, license, dependencies };
  const lock = json("package-lock.json") as Lock;
  const packages = { "": manifest, ...installedWith(lock, manifest) };
  using temp = mkdtempDisposableSync(join(tmpdir(), "sbom-"));
  // npm calls the package by its folder.
  const folder = join(temp.path, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ ...lock, packages }));
  // On Windows npm is a script, which needs a shell; nothing in the command comes from outside.
  const shell = process.platform === "win32";
  const command = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
  const bill: Bill = JSON.parse(
    execFileSync("npm", command, { shell, cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  );
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  return bill;
}

/** What a lockfile holds for a manifest, by the rule of Node: the nearest node_modules upwards. */
function installedWith({ packages }: Lock, manifest: Package): Record<string, Package> {
  const found: Record<string, Package> = {};
  const queue = Object.keys(manifest.dependencies ?? {}).map((name) => ({ name, from: "" }));
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { name, from } = next;
    let at = from;
    while (at !== "" && !packages[`${at}/node_modules/${name}`])
      at = at.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "");
    const path = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    const entry = packages[path];
    if (!entry) throw new Error(`package-lock.json has no ${name}: run npm install`);
    if (found[path]) continue;
    found[path] = entry;
    const below = { ...entry.dependencies, ...entry.optionalDependencies };
    queue.push(...Object.keys(below).map((one) => ({ name: one, from: path })));
  }
  return found;
}

function json(file: string) {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}
