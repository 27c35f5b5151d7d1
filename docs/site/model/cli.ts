import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "./source.ts";

/** One command of the command line, as `scripts/docs/cli-tree.ts` writes it. */
export type CliCommand = {
  /** With all its parents, such as `collections-contract test api`. */
  name: string;
  anchor: string;
  description: string;
  usage: string;
  arguments: { term: string; description: string }[];
  options: { term: string; description: string; anchor: string }[];
  /** What `--help` prints after the options: examples, exit codes. */
  after: string;
};

/** Every command with an action, in the order of the tree. */
export function cliCommands(): CliCommand[] {
  const file = join(cacheFolder, "cli.json");
  if (!existsSync(file)) throw new Error("The tree of commands is not written yet. Build the site by npm run docs.");
  return JSON.parse(readFileSync(file, "utf8"));
}
