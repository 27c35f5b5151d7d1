/** Converters of documents into collections of requests. */

import { npmLibrary, type Reader, readGenerated } from "./reader.ts";
import { tester } from "./testers.ts";

type Item = { name: string; item?: Item[]; items?: Item[]; request?: { method: string; url: unknown } };

/** Every request below, with its URL as text. */
function listRequests(items: readonly Item[]): string[] {
  return items.flatMap(({ item, items: inner, request }) => {
    const below = item ?? inner;
    if (below) return listRequests(below);
    const { url } = request ?? {};
    const { host = [], path = [] } = (typeof url === "object" ? url : {}) as { host?: string[]; path?: string[] };
    return [`${request?.method} ${typeof url === "string" ? url : [host.join("."), ...path].join("/")}`];
  });
}

/** @throws unless exactly one request asks for a token, and this host for it */
function tokenAt(requests: readonly string[], host: string): string {
  const found = requests.filter((one) => one.includes("/oauth/v2/token"));
  if (found.join() !== `POST ${host}/oauth/v2/token`) throw new Error(`Error: ${found.join() || "no token exchange"}`);
  return `${requests.length} requests; the token is asked of its own host`;
}

async function postman(row: Reader): Promise<string> {
  const converter = await npmLibrary(row);
  const input = { type: "json", data: JSON.parse(readGenerated("codegen/openapi-3.0.json")) };
  const { promise, resolve, reject } = Promise.withResolvers<{
    reason?: string;
    output: { data: { item: Item[] } }[];
  }>();
  converter.convertV2(input, {}, (error: unknown, made: never) => (error ? reject(error) : resolve(made)));
  const { reason, output } = await promise;
  if (!output?.[0]) throw new Error(`Error: ${reason}`);
  return tokenAt(listRequests(output[0].data.item), "auth-url.invalid");
}

async function bruno(row: Reader): Promise<string> {
  const { postmanToBruno, openApiToBruno } = await npmLibrary(row);
  const imported = await postmanToBruno(JSON.parse(readGenerated("postman/collection.json")));
  const exchange = await openApiToBruno(JSON.parse(readGenerated("codegen/token.json")), {});
  tokenAt(listRequests(exchange.items), "{{baseUrl}}");
  const [{ variables }] = exchange.environments;
  const host = variables.find(({ name }: { name: string }) => name === "baseUrl")?.value;
  if (host !== "https://auth-url.invalid") throw new Error(`Error: the base URL is ${host}`);
  return tokenAt(listRequests((imported.collection ?? imported).items), "{{auth_url}}");
}

async function insomnia(row: Reader): Promise<string> {
  const { data } = await (await npmLibrary(row)).convert(readGenerated("postman/collection.json"));
  const requests = data.resources.filter(({ _type }: { _type: string }) => _type === "request");
  return tokenAt(
    requests.map((one: Record<string, string>) => `${one["method"]} ${one["url"]}`),
    "{{auth_url}}",
  );
}

const COLLECTION = "`postman/collection.json`, as a Postman collection";

// biome-ignore format: a table
export const COLLECTIONS: readonly Reader[] = [
  tester("openapi-to-postmanv2, Postman's import", "npm openapi-to-postmanv2@6.3.3", "`codegen/openapi-3.0.json`",
    "`openapi2postmanv2 -s FILE -o collection.json`; our own `postman/collection.json` has the scripts as well",
    postman),
  tester("@usebruno/converters, Bruno's import", "npm @usebruno/converters@0.23.0", COLLECTION,
    "in Bruno: Import collection. Of an OpenAPI document it reads one host:" +
      " import `codegen/token.json` as a collection of its own",
    bruno),
  tester("insomnia-importers, Insomnia's import", "npm insomnia-importers@3.6.0", COLLECTION,
    "in Insomnia: Import. Of an OpenAPI document it reads one host, and asks the API for the token", insomnia),
];
