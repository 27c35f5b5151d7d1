/** How the code of one language is checked and its probe is run. One file per language, next to this one. */

import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** `env` is added to the environment. */
export type Command = { command: readonly string[]; env?: Record<string, string> };

/** `skip`: what is missing here, so that there is no result. */
type Built = Command | { skip: string };

export type Language = {
  /** Programs that must be on the PATH. */
  needs: readonly string[];
  /**
   * Compiles `FOLDER/generated` and a probe.
   * @param folder the folder of one run, whose `generated` the generator wrote
   * @param probe the name of a file in `probes/`
   * @returns how to run the probe @throws what the compiler said
   */
  build(folder: string, probe: string): Promise<Built>;
};

const PROBES = join(import.meta.dirname, "../probes");

export function copyProbe(probe: string, to: string): void {
  copyFileSync(join(PROBES, probe), to);
}

export function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file))
    .sort();
}
