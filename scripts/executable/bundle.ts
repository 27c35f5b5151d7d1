import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { filesBelow } from "../files.ts";

/** Files that the command reads in addition to its code. */
const FILES = [
  "package.json",
  "generated/openapi.json",
  "generated/openapi-3.0.json",
  "generated/asyncapi.json",
  "generated/control.json",
  "generated/languages/payloads.json",
  "spec/vectors/client.json",
  "spec/vectors/json.json",
  "spec/vectors/receiver.json",
  "spec/vectors/signature.json",
  "spec/vectors/webhook-urls.json",
];
const FOLDERS = ["src/languages/templates", "src/sandbox/console"];

/** A folder that cannot exist, so that no one can put a file there that the command would use as its own. */
const ROOT = process.platform === "win32" ? "file:///C:/%3Cexecutable%3E/" : "file:///dev/null/executable/";

/** What our modules import in place of import(). */
const START = "executable:start";

/**
 * Bundles the command with everything that it needs. Reads the working tree, and makes no request. Returns one CommonJS
 * script, because Node takes no ES module as the main script of an executable; the files of the repository that go into
 * it, with slashes; and the folders of the npm packages whose code is in the script.
 */
export async function bundle(root: string) {
  const files = [...FILES, ...FOLDERS.flatMap((folder) => filesIn(root, folder))].sort();
  const packages = new Set<string>();
  const build = await rolldown({
    input: join(root, "src/cli.ts"),
    cwd: root,
    platform: "node",
    plugins: [ownModules(root, packages)],
    transform: {
      define: { EXECUTABLE_ROOT: JSON.stringify(ROOT), EXECUTABLE_FILES: JSON.stringify(files) },
    },
  });
  const { output } = await build.generate({ format: "cjs", codeSplitting: false });
  await build.close();
  const [{ code }] = output;
  return { code, files, packages: [...packages].sort() };
}

/** Redirects our own code to the files in the executable, and reports which packages are included. */
function ownModules(root: string, packages: Set<string>): Plugin {
  const inside = join(root, "scripts/executable/inside");
  const isOwn = (id: string) => !relative(root, id).startsWith("..") && !id.includes("node_modules");
  return {
    name: "own-modules",
    resolveId(id, from) {
      if (from === undefined || !isOwn(from) || from.startsWith(inside)) return null;
      if (id === START) return join(inside, "start.ts");
      if (id === "node:fs") return join(inside, "files.ts");
      if (id === "node:child_process") return join(inside, "children.ts");
      return null;
    },
    transform(code, id) {
      const [folder] = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(id) ?? [];
      if (folder) packages.add(folder);
      if (!isOwn(id) || id.startsWith(inside) || !/\.ts$/.test(id)) return null;
      const path = relative(root, id).replaceAll("\\", "/");
      const placed = code.replaceAll("import.meta.url", JSON.stringify(new URL(path, ROOT).href));
      return withDiskImports(path === "src/cli.ts" ? withoutTopLevelAwait(placed) : placed);
    },
  };
}

/** CommonJS has no top-level await: what cli.ts does last becomes a function. */
function withoutTopLevelAwait(code: string): string {
  const last = /^await (runProgram\(program\));\n$/m.exec(code);
  if (last === null) throw new Error("src/cli.ts no longer ends with the run of the command.");
  return `${code.slice(0, last.index)}
import { scriptOfChild } from "${START}";
(scriptOfChild() ?? (() => ${last[1]}))();
`;
}

/** An import() of anything but a literal names a file of the user, or a package that may be installed. */
function withDiskImports(code: string): string {
  const done = code.replaceAll(/\bimport\((?=[a-z]\w*[()])/gi, "importFromDisk(");
  return done === code ? code : `${done}\nimport { importFromDisk } from "${START}";\n`;
}

function filesIn(root: string, folder: string): string[] {
  return filesBelow(join(root, folder))
    .filter((file) => folder !== "src/sandbox/console" || !file.endsWith(".ts"))
    .map((file) => `${folder}/${file}`);
}

/** The licence of a package, under its name and version. */
export function readLicence(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)/i.test(one));
  if (file === undefined) throw new Error(`${basename(folder)} has no licence text, which has to go along.`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
