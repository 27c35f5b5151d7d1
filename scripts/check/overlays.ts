import { applyOverlay, OverlayError } from "../../src/overlays/overlay.ts";
import type { Finding } from "./finding.ts";
import type { Bundled } from "./gaps.ts";
import type { Inputs } from "./inputs.ts";
import { finding } from "./source.ts";

/** Checks that every overlay action finds its target. The file name tells the document: `<what>.openapi.yaml`. */
export function checkOverlays(inputs: Inputs, bundled: Bundled): Finding[] {
  return inputs.overlays.flatMap((source) => {
    const kind = /\.(openapi|asyncapi)\.yaml$/.exec(source.file)?.[1] as keyof Bundled | undefined;
    if (!kind)
      return [
        finding(
          source,
          [],
          "overlay-name",
          "The name does not say which document it is for.",
          "Name it <what>.openapi.yaml or <what>.asyncapi.yaml.",
        ),
      ];
    try {
      applyOverlay(bundled[kind], source.data);
      return [];
    } catch (error) {
      if (!(error instanceof OverlayError)) throw error;
      return [
        finding(
          source,
          ["actions", error.index, "target"],
          "overlay-target",
          error.message,
          "Correct the target; it is looked up in the bundled document.",
        ),
      ];
    }
  });
}
