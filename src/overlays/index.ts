/**
 * The entry `./overlays`: what a deployment states beyond the interface description, for the sandbox and the judge.
 * Re-exports only.
 */

import "../runtime/supported-node.ts";

export { type DocumentCode, DocumentError } from "../errors/documents.ts";
export type { Deployment, DeploymentEvent, PackageName, SignatureScheme } from "./deployment.ts";
export { readDeployment } from "./folder.ts";
