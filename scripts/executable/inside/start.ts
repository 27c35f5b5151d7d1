/**
 * What the executable runs first. Node loads nothing from the disk for the main script of an executable, so modules of
 * users, such as a driver, are imported by a script that may.
 */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { constants, Script } from "node:vm";
import { SCRIPT_VARIABLE } from "./children.ts";

type Import = (specifier: string) => Promise<unknown>;

/** Node warns that this loader is experimental; the one version in this executable is the one that was tested. */
function quietly<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}

let load: Import | undefined;

/** `import()` of what the disk has. */
export const importFromDisk: Import = (specifier) =>
  quietly(() => {
    load ??= new Script("(specifier) => import(specifier)", {
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    }).runInThisContext() as Import;
    return load(specifier);
  });

/** The script that this process runs instead of the command: see children.ts. */
export function scriptOfChild(): (() => Promise<unknown>) | undefined {
  const script = process.env[SCRIPT_VARIABLE];
  if (script === undefined) return undefined;
  delete process.env[SCRIPT_VARIABLE];
  return () => importFromDisk(pathToFileURL(resolve(script)).href);
}
