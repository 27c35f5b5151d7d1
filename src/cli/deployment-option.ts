/** The option `--deployment`: the folder of a deployment, in place of the interface description alone. */

import type { Deployment } from "../overlays/deployment.ts";

export const DEPLOYMENT = [
  "--deployment <folder>",
  "the contract of a deployment, as overlay apply writes it; default: the interface description alone",
] as const;

/**
 * What the folder states; nothing without one. The modules behind it load only then. @throws DocumentError as
 * `readFolder`
 */
export async function deploymentOf(folder: string | undefined): Promise<{ deployment?: Deployment }> {
  if (folder === undefined) return {};
  const { readDeployment } = await import("../overlays/folder.ts");
  return { deployment: readDeployment(folder) };
}
