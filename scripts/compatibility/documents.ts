/** The documents that a generator is given: those of a deployment whose two hosts are those of the probe. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonValue } from "../../src/json.ts";
import { applyOverlays } from "../../src/overlays/apply.ts";
import { renderFolder } from "../../src/overlays/folder.ts";
import type { Origin } from "./answers.ts";
import { root } from "./tools.ts";

/** The documents that a team takes from `generated/`, or from what `overlay apply` writes. */
export const ARTEFACTS = {
  "codegen 3.0": "codegen/openapi-3.0.json",
  "codegen 3.1": "codegen/openapi.json",
  "receiver 3.0": "codegen/receiver-3.0.json",
  "receiver 3.1": "codegen/receiver.json",
  "codegen AsyncAPI": "codegen/asyncapi.json",
  "openapi 3.0": "openapi-3.0.json",
  "JSON Schema": "schemas/PaymentSnapshot.json",
} as const;
export type Artefact = keyof typeof ARTEFACTS;

/**
 * Writes the document as `overlay apply` does for a deployment with these hosts. A JSON Schema has no hosts: it is the
 * generated one.
 *
 * @returns its file
 */
export function writeDocument(artefact: Artefact, urls: Record<Origin, string>, folder: string): string {
  const name = ARTEFACTS[artefact];
  return artefact === "JSON Schema" ? join(root, "generated", name) : writeFile(name, urls, folder);
}

/** Writes one file of the folder that `overlay apply` writes for these hosts and `more`. @returns its file */
export function writeFile(name: string, urls: Record<Origin, string>, folder: string, more: JsonValue[] = []): string {
  const text = renderFolder(applyOverlays([{ file: "hosts.openapi.yaml", data: overlay(urls, more) }])).get(name);
  if (!text) throw new Error(`overlay apply writes no ${name}`);
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const overlay = ({ api, auth }: Record<Origin, string>, more: JsonValue[]) => ({
  overlay: "1.0.0",
  info: { title: "Hosts of the probe", version: "1.0.0" },
  actions: [
    { target: "$.servers[0].variables.base_url", update: { default: api } },
    { target: "$.paths['/oauth/v2/token'].post.servers[0].variables.auth_url", update: { default: auth } },
    ...more,
  ],
});
