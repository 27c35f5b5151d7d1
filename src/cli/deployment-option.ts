/** The option `--deployment`: the contract of one deployment instead of the interface description alone. */

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
