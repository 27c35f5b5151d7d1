import { spawnSync } from "node:child_process";
import { cpSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** dist/ from src/ and generated/: tsc compiles, and what is no TypeScript (the page of the console) is copied. */
const root = join(import.meta.dirname, "..");
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
rmSync(join(root, "dist"), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [tsc, "-p", join(root, "tsconfig.build.json")], {
  cwd: root,
  stdio: "inherit",
});
cpSync(join(root, "src"), join(root, "dist/src"), {
  recursive: true,
  filter: (file) => statSync(file).isDirectory() || !file.endsWith(".ts"),
});
process.exitCode = status ?? 1;
