/** The option `--deployment`: the contract of one deployment instead of the interface description alone. */

import { existsSync, readFileSync } from "node:fs";
import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import type { Documents } from "../languages/contract.ts";
import type { Deployment, PackageName } from "../overlays/deployment.ts";

export const DEPLOYMENT = [
  "--deployment <folder>",
  "contract folder of a deployment, written by overlay apply; default: the interface description alone",
] as const;

/**
 * Reads the deployment from its folder; without a folder, loads nothing and returns an empty object.
 *
 * @throws DocumentError as `readFolder`
 */
export async function loadDeployment(folder: string | undefined): Promise<{ deployment?: Deployment }> {
  if (folder === undefined) return {};
  const { readDeployment } = await import("../overlays/folder.ts");
  return { deployment: readDeployment(folder) };
}

/**
 * Reads the documents of a deployment and the names of its packages; without a folder, only the names that this package
 * was built with, if it is that of a deployment.
 *
 * @throws DocumentError as `loadDeployment`
 */
export async function readPackages(
  folder: string | undefined,
): Promise<{ documents?: Documents; stated: PackageName | undefined }> {
  if (folder === undefined) return { stated: builtWith() };
  const { readFolder } = await import("../overlays/folder.ts");
  const documents = readFolder(folder);
  return { documents, stated: documents.deployment.package };
}

/** The names in `generated/deployment.json` of this package, seen from src/cli and from dist/src/cli. */
function builtWith(): PackageName | undefined {
  const places = ["../../", "../../../"].map((up) => new URL(`${up}generated/deployment.json`, import.meta.url));
  const file = places.find((place) => existsSync(place));
  return file && JSON.parse(readFileSync(file, "utf8")).package;
}

/**
 * Returns the name of the signature header, that of the deployment if there is one. @throws as `loadDeployment`
 */
export async function readSignatureHeader(folder: string | undefined): Promise<string> {
  return (await loadDeployment(folder)).deployment?.signature.header ?? SIGNATURE_HEADER;
}
