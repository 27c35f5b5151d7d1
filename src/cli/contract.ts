/** The option `--contract`: the contract folder of a deployment, in place of the interface description alone. */

import type { Deployment } from "../deployment/deployment.ts";

export const CONTRACT = [
  "--contract <folder>",
  "the contract of a deployment, as overlay apply writes it; default: the interface description alone",
] as const;

/** What the folder states; nothing without one. The modules behind it load only then. @throws DocumentError as `readFolder` */
export async function deploymentOf(folder: string | undefined): Promise<{ contract?: Deployment }> {
  if (folder === undefined) return {};
  const { readFolder } = await import("../deployment/index.ts");
  return { contract: readFolder(folder).deployment };
}
