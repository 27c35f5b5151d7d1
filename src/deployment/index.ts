/** A deployment's own contract: made from overlays, kept in a folder, used by sandbox, mock and judge. */

export { applyOverlays, type Contract, type OverlayFile } from "./apply.ts";
export { readFolder, renderFolder, writeFolder } from "./folder.ts";
export type { Restated } from "./restated.ts";
