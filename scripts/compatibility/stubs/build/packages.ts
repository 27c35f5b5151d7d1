import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { generateClient } from "../../../../src/languages/index.ts";

const CODE = join(import.meta.dirname, "../code");

/** A file of ours next to the stub. */
export function copyCode(file: string, to: string): void {
  copyFileSync(join(CODE, file), to);
}

/** The package that `collections-contract generate` writes: it verifies the signatures. */
export async function writePackage(language: string, out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  await generateClient({ language, out });
}
