import { deployment, readOwnPackage, siteTitle } from "./deployment.ts";
import { readText } from "./source.ts";

/** A reserved name: no host has it, so nobody could follow the link. */
const NOWHERE = /\.invalid(?:[/:]|$)/;

/** The page that says where things are in the repository. */
const SOURCES = "contributing/";

/** Where the site says what the deployment states. */
const STATED = "unspecified/#stated-by-this-deployment";

/**
 * What the header says of the project, or of the deployment that is shown. `history` is the address of what its version
 * holds; `repository` is the page about the sources as long as it has no address. A deployment states its own as
 * `package.repository`; undefined if it does not.
 */
export function about(): { name: string; version: string; history: string; repository: string | undefined } {
  const of = deployment();
  if (of)
    return {
      name: siteTitle(),
      version: readOwnPackage(of).version,
      history: STATED,
      repository: of.package?.repository,
    };
  const { name, version, repository } = JSON.parse(readText("package.json"));
  const url = String(repository?.url ?? "").replace(/^git\+|\.git$/g, "");
  const isSomewhere = url !== "" && !NOWHERE.test(url);
  return { name, version, history: "changelog/", repository: isSomewhere ? url : SOURCES };
}
