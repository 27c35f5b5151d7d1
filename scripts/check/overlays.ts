import { applyOverlay, OverlayError } from "../../src/overlays/overlay.ts";
import type { Finding } from "./finding.ts";
import type { Bundled } from "./gaps.ts";
import type { Inputs } from "./inputs.ts";
import { finding } from "./rules.ts";

/** Checks that every overlay action finds its target. The file name tells the document: `<what>.openapi.yaml`. */
export function checkOverlays(inputs: Inputs, bundled: Bundled): Finding[] {
  return inputs.overlays.flatMap((source) => {
    const [, kind] = /\.(openapi|asyncapi)\.yaml$/.exec(source.file) ?? [];
    if (kind !== "openapi" && kind !== "asyncapi") return [finding(source, [], "overlay-name")];
    try {
      applyOverlay(bundled[kind], source.data);
      return [];
    } catch (error) {
      if (!(error instanceof OverlayError)) throw error;
      return [finding(source, ["actions", error.index, "target"], "overlay-target", { message: error.message })];
    }
  });
}
