/** The `.http` file that editors run: VS Code with REST Client, and the IDEs of JetBrains. */

import { banner } from "../../../src/languages/banner.ts";
import { DEMO_APP } from "../../../src/sandbox/seed.ts";
import type { Json } from "../../check/source.ts";
import { type Request, readOperations } from "./operations.ts";

const HEAD = `# Both hosts and the app are those of a sandbox at its defaults.
# Fill in code and access_token as you get them.
# Deliveries are not here, because an editor cannot sign: collections-contract send does.
@base_url = http://127.0.0.1:4011
@auth_url = http://127.0.0.1:4011
@client_id = ${DEMO_APP.id}
@client_secret = ${DEMO_APP.secret}
@redirect_uri = ${DEMO_APP.redirectUris[0]}
@code =
@access_token =
`;

/** Returns the file for a bundled OpenAPI document. */
export function httpFile(document: Json): string {
  return [banner("#") + HEAD, ...readOperations(document).map(block)].join("\n");
}

function block({ name, method, host, path, headers, body }: Request): string {
  const lines = [`### ${name}`, `${method} {{${host}}}${path}`, ...headers.map((one) => `${one.name}: ${one.value}`)];
  return `${[...lines, ...(body ? ["", text(body)] : [])].join("\n")}\n`;
}

function text(body: NonNullable<Request["body"]>): string {
  if ("json" in body) return JSON.stringify(body.json, null, 2);
  return Object.entries(body.form)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}
