import { execFile } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filesBelow } from "../../scripts/files.ts";
import { root } from "../support/repository.ts";

/** A copy of what `npm run generate` reads and writes, to be broken at will; disposing removes it. */
export function copyRepository(): { root: string } & Disposable {
  const copy = mkdtempSync(join(tmpdir(), "contract-"));
  for (const part of ["spec", "generated", "test/fixtures", "redocly.yaml", "package.json"]) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return { root: copy, [Symbol.dispose]: () => rmSync(copy, { recursive: true, force: true }) };
}

/** Every file below a folder with its bytes, to compare before and after. */
export function filesOf(folder: string): Map<string, string> {
  return new Map(filesBelow(folder).map((name) => [name, readFileSync(join(folder, name), "latin1")]));
}

/** Makes one file stale, two missing and two foreign. */
export function drift(generated: string): void {
  appendFileSync(join(generated, "types.ts"), "\n// edited by hand\n");
  rmSync(join(generated, "openapi.json"));
  rmSync(join(generated, "schemas/EventName.json"));
  writeFileSync(join(generated, "notes.txt"), "foreign");
  mkdirSync(join(generated, "old"));
  writeFileSync(join(generated, "old/model.ts"), "foreign");
}

export type Run = { code: number; stdout: string; stderr: string };

/** `npm run generate` as a process, started from a folder that is not the repository. */
export function runGenerate(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, "scripts/generate.ts"), ...args],
      { cwd: tmpdir() },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      },
    );
  });
}
