/** The documents that a tool is given, as `overlay apply` writes them for the hosts of a service on 127.0.0.1. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { applyOverlays } from "../../src/overlays/apply.ts";
import { renderFolder } from "../../src/overlays/folder.ts";
import type { JsonValue } from "../../src/values/json.ts";
import type { Host } from "./service.ts";
import { root } from "./tools.ts";

/** Names of the page, and files below `generated/` or in the folder that `overlay apply` writes. */
export const DOCUMENTS = {
  "codegen 3.0": "codegen/openapi-3.0.json",
  "codegen 3.1": "codegen/openapi.json",
  "receiver 3.0": "codegen/receiver-3.0.json",
  "receiver 3.1": "codegen/receiver.json",
  "codegen AsyncAPI": "codegen/asyncapi.json",
  "openapi 3.0": "openapi-3.0.json",
  "JSON Schema": "schemas/PaymentSnapshot.json",
} as const;
export type Document = keyof typeof DOCUMENTS;

/** Writes one file of the folder that `overlay apply` writes for these hosts and `more`. @returns its path */
export function writeDocument(
  name: string,
  { api, auth }: Record<Host, string>,
  folder: string,
  more: JsonValue[] = [],
): string {
  // A JSON Schema has no hosts.
  if (name.startsWith("schemas/")) return join(root, "generated", name);
  const actions = [
    { target: "$.servers[0].variables.base_url", update: { default: api } },
    { target: "$.paths['/oauth/v2/token'].post.servers[0].variables.auth_url", update: { default: auth } },
    ...more,
  ];
  const data = { overlay: "1.0.0", info: { title: "Hosts of the probe", version: "1.0.0" }, actions };
  const text = renderFolder(applyOverlays([{ file: "hosts.openapi.yaml", data }])).get(name);
  if (!text) throw new Error(`overlay apply writes no ${name}`);
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
