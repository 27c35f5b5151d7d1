import { globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** Deletes each declaration that the types of no entry lead to: nobody can import it, and they are 0.4 MB. */
export function dropUnusedDeclarations(out: string, entries: readonly string[]): void {
  const used = new Set(entries.map((entry) => join(out, entry)));
  // A set is walked in order of insertion, what is added on the way too.
  for (const file of used) {
    for (const [, target] of readFileSync(file, "utf8").matchAll(/"(\.[^"\n]+)\.[jt]s"/g)) {
      used.add(join(dirname(file), `${target}.d.ts`));
    }
  }
  const all = globSync("{src,generated}/**/*.d.ts", { cwd: out, exclude: ["src/languages/templates/**"] });
  for (const file of all.map((name) => join(out, name))) if (!used.has(file)) rmSync(file);
}
