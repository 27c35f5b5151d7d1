import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { root } from "./repository.ts";

/** A place for folders whose programs import packages by their names, this one among them. */
export const CACHE = join(root, ".cache");

/** A folder for the tests of one file, which goes with them. `prefix`: how its name begins. */
export function scratchFolder(prefix: string, parent: string = tmpdir()): string {
  const { folder, remove } = makeFolder(prefix, parent);
  afterAll(remove);
  return folder;
}

/** A folder for the test that runs, which goes with it. */
export function testFolder(prefix: string, parent: string = tmpdir()): string {
  const { folder, remove } = makeFolder(prefix, parent);
  onTestFinished(remove);
  return folder;
}

function makeFolder(prefix: string, parent: string): { folder: string; remove(): void } {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, prefix));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) };
}
