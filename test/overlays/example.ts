import { join } from "node:path";
import { parse } from "yaml";
import { applyOverlays, type OverlayFile } from "../../src/overlays/apply.ts";
import type { Json } from "../support/json.ts";
import { read, root } from "../support/repository.ts";

/** The worked example: what Acme Collections, which does not exist, states. */
const EXAMPLE = ["openapi", "asyncapi"].map((kind) => `spec/overlays/example/acme.${kind}.yaml`);
export const examplePaths = EXAMPLE.map((file) => join(root, file));

/** The overlays, fresh with each call. */
export const exampleOverlays = (): OverlayFile[] => EXAMPLE.map((file) => ({ file, data: parse(read(file)) }));
export const acme = applyOverlays(exampleOverlays());

/** An overlay of some actions, for one of the documents. */
export function overlay(kind: "openapi" | "asyncapi", actions: Json[], settings?: Json): OverlayFile {
  const data = { overlay: "1.0.0", info: { title: "A", version: "1.0.0" }, actions };
  return { file: `some.${kind}.yaml`, data: settings ? { ...data, "x-settings": settings } : data };
}

/** An overlay that updates one place. */
export const updateAt = (kind: "openapi" | "asyncapi", target: string, update: Json, settings?: Json): OverlayFile =>
  overlay(kind, [{ target, update }], settings);
