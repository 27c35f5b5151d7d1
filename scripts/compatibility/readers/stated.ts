/** The documents of a deployment that states its status codes, for testers that want one code for each answer. */

import { join } from "node:path";
import openapi from "../../../generated/openapi.json" with { type: "json" };
import { writeFile } from "../documents.ts";
import { cache } from "../tools.ts";

/** By operation: its path, its method and the code that the sandbox answers. */
const CODES = [
  ["/oauth/v2/token", "post", "200"],
  ["/api/client_webhooks", "post", "201"],
  ["/api/apps/{id}/app_webhooks", "get", "200"],
  ["/api/app_webhooks", "post", "201"],
] as const;

// biome-ignore lint/suspicious/noExplicitAny: the document is read by path
const paths = openapi.paths as any;
const actions = CODES.flatMap(([path, method, code]) => {
  const target = `$.paths['${path}'].${method}.responses`;
  const answer = paths[path][method].responses["2XX"];
  return [
    { target: `${target}['2XX']`, remove: true },
    { target, update: { [code]: answer } },
  ];
});

/** Writes one file of the folder that `overlay apply` writes for it. @returns its file */
export const writeStated = (name: string, urls: { api: string; auth: string }): string =>
  writeFile(name, urls, join(cache, "stated"), actions);
