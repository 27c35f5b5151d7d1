import { readText } from "./source.ts";

/** A reserved name: no host has it, so nobody could follow the link. */
const NOWHERE = /\.invalid(?:[/:]|$)/;

/** What the header says of the project. `repository` is undefined as long as it has no address. */
export function about(): { name: string; version: string; repository: string | undefined } {
  const { name, version, repository } = JSON.parse(readText("package.json"));
  const url = String(repository?.url ?? "").replace(/^git\+|\.git$/g, "");
  return { name, version, repository: NOWHERE.test(url) || url === "" ? undefined : url };
}
