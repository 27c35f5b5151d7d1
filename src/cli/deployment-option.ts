/** The option `--deployment`: the contract of one deployment instead of the interface description alone. */

import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import type { Documents } from "../languages/contract.ts";
import type { Deployment } from "../overlays/deployment.ts";

export const DEPLOYMENT = [
  "--deployment <folder>",
  "contract folder of a deployment, written by overlay apply; default: the interface description alone",
] as const;

/**
 * Reads the deployment from its folder; without a folder, loads nothing and returns an empty object.
 *
 * @throws DocumentError as `readFolder`
 */
export async function deploymentOf(folder: string | undefined): Promise<{ deployment?: Deployment }> {
  if (folder === undefined) return {};
  const { readDeployment } = await import("../overlays/folder.ts");
  return { deployment: readDeployment(folder) };
}

/** Reads the documents of a deployment; undefined without a folder. @throws as `deploymentOf` */
export async function documentsOf(folder: string | undefined): Promise<Documents | undefined> {
  if (folder === undefined) return undefined;
  const { readFolder } = await import("../overlays/folder.ts");
  const { openapi, asyncapi } = readFolder(folder);
  return { openapi, asyncapi };
}

/** Returns the name of the signature header, that of the deployment if there is one. @throws as `deploymentOf` */
export async function signatureHeaderOf(folder: string | undefined): Promise<string> {
  return (await deploymentOf(folder)).deployment?.signature.header ?? SIGNATURE_HEADER;
}
