/** Converters of documents into collections of requests. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../tools.ts";
import { NPM_READERS } from "../versions.ts";
import { npmLibrary } from "./programs.ts";
import type { Reader } from "./reader.ts";

const read = (name: string) => JSON.parse(readFileSync(join(root, "generated", name), "utf8"));

type Item = { name: string; item?: Item[]; items?: Item[]; request?: { method: string; url: unknown } };

/** Every request below, with its URL as text. */
function requestsOf(items: readonly Item[]): string[] {
  return items.flatMap(({ item, items: inner, request }) => {
    const below = item ?? inner;
    if (below) return requestsOf(below);
    const { url } = request ?? {};
    const { host = [], path = [] } = (typeof url === "object" ? url : {}) as { host?: string[]; path?: string[] };
    return [`${request?.method} ${typeof url === "string" ? url : [host.join("."), ...path].join("/")}`];
  });
}

/** @throws unless exactly one request asks for a token, and this host for it */
function tokenAt(requests: readonly string[], host: string): void {
  const found = requests.filter((one) => one.includes("/oauth/v2/token"));
  if (found.join() !== `POST ${host}/oauth/v2/token`) throw new Error(`Error: ${found.join() || "no token exchange"}`);
}

/** @returns the requests that Postman's converter makes of a document */
async function postman(name: string): Promise<string[]> {
  const converter = await npmLibrary("openapi-to-postmanv2");
  const input = { type: "json", data: read(name) };
  const { result, reason, output } = await new Promise<{ result: boolean; reason?: string; output: never }>(
    (resolve, reject) =>
      converter.convertV2(input, {}, (error: unknown, made: never) => (error ? reject(error) : resolve(made))),
  );
  if (!result) throw new Error(`Error: ${reason}`);
  const [{ data }] = output as [{ data: { item: Item[] } }];
  return requestsOf(data.item);
}

export const COLLECTIONS: readonly Reader[] = [
  {
    name: "openapi-to-postmanv2, Postman's import",
    version: NPM_READERS["openapi-to-postmanv2"]["openapi-to-postmanv2"],
    from: "npm",
    group: "testers",
    files: "`codegen/openapi-3.0.json`",
    how: "`openapi2postmanv2 -s FILE -o collection.json`; our own `postman/collection.json` has the scripts as well",
    quick: false,
    async run() {
      const requests = await postman("codegen/openapi-3.0.json");
      tokenAt(requests, "auth-url.invalid");
      return `${requests.length} requests; the token is asked of its own host`;
    },
  },
  {
    name: "@usebruno/converters, Bruno's import",
    version: NPM_READERS["@usebruno/converters"]["@usebruno/converters"],
    from: "npm",
    group: "testers",
    files: "`postman/collection.json`, as a Postman collection",
    how: "in Bruno: Import collection. Of an OpenAPI document it reads one host: import `codegen/token.json` as a collection of its own",
    quick: false,
    async run() {
      const bruno = await npmLibrary("@usebruno/converters");
      const imported = await bruno.postmanToBruno(read("postman/collection.json"));
      const requests = requestsOf((imported.collection ?? imported).items);
      tokenAt(requests, "{{auth_url}}");
      const exchange = await bruno.openApiToBruno(read("codegen/token.json"), {});
      tokenAt(requestsOf(exchange.items), "{{baseUrl}}");
      const [{ variables }] = exchange.environments;
      const host = variables.find(({ name }: { name: string }) => name === "baseUrl")?.value;
      if (host !== "https://auth-url.invalid") throw new Error(`Error: the base URL is ${host}`);
      return `${requests.length} requests; the token is asked of its own host`;
    },
  },
  {
    name: "insomnia-importers, Insomnia's import",
    version: NPM_READERS["insomnia-importers"]["insomnia-importers"],
    from: "npm",
    group: "testers",
    files: "`postman/collection.json`, as a Postman collection",
    how: "in Insomnia: Import. Of an OpenAPI document it reads one host, and asks the API for the token",
    quick: false,
    async run() {
      const { convert } = await npmLibrary("insomnia-importers");
      const { data } = await convert(JSON.stringify(read("postman/collection.json")));
      const requests: string[] = data.resources
        .filter(({ _type }: { _type: string }) => _type === "request")
        .map(({ method, url }: { method: string; url: string }) => `${method} ${url}`);
      tokenAt(requests, "{{auth_url}}");
      return `${requests.length} requests; the token is asked of its own host`;
    },
  },
];
