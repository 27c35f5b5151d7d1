/** Checks before a commit: types, format, fresh generated files, and the tests of what changed since the last one. */

import { execFileSync, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { startVitest } from "vitest/node";

const HELP = `Usage: npm run check

Checks types, format and lint, whether generated/ is fresh, and runs the tests of the files that changed since the
last commit. It takes seconds to a minute. npm test runs everything.
`;

/** Tests that read files instead of importing them, by the folder that they read. */
const READERS: readonly [folder: RegExp, filters: readonly string[]][] = [
  [/^spec\//, ["test/spec/", "test/generate/"]],
  [/^docs\/[a-z-]+\.md$|^docs\/guides\//, ["test/docs/"]],
  [/^test\/fixtures\//, ["test/spec/fixtures"]],
  [/^src\/sandbox\/console\//, ["browser/console", "browser/try"]],
  [/^docs\/site\//, ["test/site/", "browser/site.test", "browser/playground"]],
  [/^(README|CONTRIBUTING|ARCHITECTURE|CHANGELOG)\.md$|^package\.json$|^\.github\//, ["test/repository/"]],
];

const root = join(import.meta.dirname, "..");
if (process.argv.includes("--help")) {
  process.stdout.write(HELP);
  process.exit(0);
}
const require = createRequire(import.meta.url);
const binary = (name: string, path: string) => join(dirname(require.resolve(`${name}/package.json`)), path);
// It remembers which files were right: 2 s of CPU time instead of 7.
const known = ["--incremental", "--tsBuildInfoFile", join(root, ".cache/types.tsbuildinfo")];
step("types", [binary("typescript-native", "bin/tsc"), "--noEmit", ...known]);
step("format and lint", [binary("@biomejs/biome", "bin/biome"), "check", "--reporter=summary"]);
step("generated files", [join(root, "scripts/run.mjs"), "generate", "--check"]);

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
const changed = [...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")];
const settings = {
  root,
  watch: false,
  passWithNoTests: true,
  forceRerunTriggers: [],
};
const modules = "**/node_modules/**";
const readers = [
  ...new Set(READERS.flatMap(([folder, filters]) => (changed.some((file) => folder.test(file)) ? filters : []))),
];
const runs = [
  // The first run follows the imports, the second one the files that tests read as text.
  await startVitest("test", [], { ...settings, changed: true, exclude: ["test/on-demand/**", modules] }),
  ...(readers.length > 0 ? [await startVitest("test", readers, { ...settings, exclude: [modules] })] : []),
];
for (const vitest of runs) await vitest.close();
process.exit(process.exitCode ?? 0);

function step(name: string, args: readonly string[]): void {
  process.stdout.write(`${name} ... `);
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  process.stdout.write(status === 0 ? "ok\n" : `failed\n${stdout}${stderr}`);
  if (status !== 0) process.exit(1);
}
