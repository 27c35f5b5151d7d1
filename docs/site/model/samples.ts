import { CASE_FILE_PAYMENT_CONFIRMED } from "../../../generated/constants.ts";
import { cutExcerpts } from "./excerpts.ts";
import type { Message } from "./messages.ts";
import type { Operation } from "./operations.ts";
import { ownSample } from "./own-samples.ts";
import { foldersIn, isFile, type Json, readText } from "./source.ts";

/** One tab of sample code. Secrets, tokens and addresses come from the environment. */
export type Sample = {
  label: string;
  language: string;
  title: string;
  code: string;
  /** The code of the guide that takes its place, rendered. */
  html?: string | undefined;
};

/** The samples of an operation, one row a language. */
export function writeSamples(operation: Operation): Sample[] {
  const typed = typescript(operation);
  return [curl(operation), ...(typed ? [typed] : []), ...cutExcerpts(operation.id)].map(ownSample);
}

const SERVERS: Record<string, string> = { "{base_url}": "$BASE_URL", "{auth_url}": "$AUTH_URL" };

/** Placeholders of the examples, as variables for a shell and for Node. */
const VARIABLES: Record<string, string> = {
  "<AUTHORIZATION_CODE>": "CODE",
  "<CLIENT_ID>": "CLIENT_ID",
  "<CLIENT_SECRET>": "CLIENT_SECRET",
  "<ACCESS_TOKEN>": "ACCESS_TOKEN",
};

function curl({ method, path, server, parameters, request, security }: Operation): Sample {
  const lines = [`curl --fail-with-body --request ${method} "${SERVERS[server] ?? server}${fill(path, parameters)}"`];
  if (security.length > 0) lines.push(`--header "Authorization: Bearer $ACCESS_TOKEN"`);
  const example = request?.examples[0]?.value;
  if (request && example !== undefined) {
    if (request.mediaType === "application/x-www-form-urlencoded")
      lines.push(...Object.entries(example).map(formField));
    else {
      lines.push(`--header "Content-Type: ${request.mediaType}"`);
      lines.push(`--data '${JSON.stringify(example, null, 2).replaceAll("'", "'\\''")}'`);
    }
  }
  return { label: "curl", language: "sh", title: "Call it with curl", code: lines.join(" \\\n  ") };
}

function formField([name, value]: [string, Json]): string {
  const variable = VARIABLES[value];
  return `--data-urlencode "${name}=${variable ? `$${variable}` : value}"`;
}

function fill(path: string, parameters: Operation["parameters"]): string {
  return path.replaceAll(/\{(\w+)\}/g, (all, name) => {
    const example = parameters.find((parameter) => parameter.name === name)?.example;
    return example === undefined ? all : encodeURIComponent(String(example));
  });
}

const CLIENT = `import { createClient } from "collections-contract/client";

const client = createClient({ baseUrl: process.env.BASE_URL!, accessToken: process.env.ACCESS_TOKEN! });
`;

/** The client call of each operation, given the example of its request. */
const CALLS: Record<string, (example: Json, operation: Operation) => string> = {
  exchangeAuthorizationCode: (example) => `import { exchangeCode } from "collections-contract/oauth";

const tokens = await exchangeCode({
  authUrl: process.env.AUTH_URL!,
  clientId: process.env.CLIENT_ID!,
  clientSecret: process.env.CLIENT_SECRET!,
  redirectUri: "${example.redirect_uri}",
  code: process.env.CODE!,
});
console.log(tokens.expiresIn);`,
  createClientWebhook: (example) => `${CLIENT}
const webhook = await client.createClientWebhook(${literal(example)});
console.log(webhook.secret.length); // store it now`,
  createAppWebhook: (example) => `${CLIENT}
await client.createAppWebhook(${literal(example)});`,
  listAppWebhooks: (_, { parameters }) => `${CLIENT.replace("createClient }", "createClient, itemsOf }")}
const webhooks = itemsOf(await client.listAppWebhooks(${JSON.stringify(parameters[0]?.example)}));
console.log(webhooks.length);`,
};

/** Undefined for an operation without a client function, which only a deployment can add. */
function typescript(operation: Operation): Sample | undefined {
  const call = CALLS[operation.id];
  if (!call) return undefined;
  const code = call(operation.request?.examples[0]?.value, operation);
  return { label: "TypeScript", language: "ts", title: "Call it with the client", code };
}

/** Formats an example as a TypeScript object literal, with quotes around keys only where they are needed. */
function literal(value: Json): string {
  return JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:");
}

/** The samples of a delivery: how to receive it in TypeScript and in every language that we generate a package for. */
export function receiverSamples(message: Message): Sample[] {
  if (!message.event || message.security.length === 0) return [];
  // The READMEs of the packages show the handler of confirmed payments.
  const others = message.event === CASE_FILE_PAYMENT_CONFIRMED ? languageSamples() : [];
  return [typescriptReceiver(message.event), ...others, OPENSSL].map(ownSample);
}

function typescriptReceiver(event: string): Sample {
  const code = `import { createServer } from "node:http";
import { createReceiver } from "collections-contract";

const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET!,
  on: { "${event}": ({ payload }) => console.log("store", payload.id) },
});
createServer(receiver.node).listen(Number(process.env.PORT));`;
  return { label: "TypeScript", language: "ts", title: "Receive it with the library", code };
}

const OPENSSL: Sample = {
  label: "openssl",
  language: "sh",
  title: "Compute the header value for the file body.json",
  code: `printf 'sha256=%s\\n' "$(openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -hex < body.json | sed 's/.*= //')"`,
};

const TEMPLATES = "src/languages/templates";

/** How the receiver of each language writes a payment and its key in one transaction, and is asked for its secrets. */
export const transactionSamples = (): Sample[] => languageSamples(/^## .*transactions$/m).map(ownSample);

/**
 * The first block of code, after a heading if one is given, in the README of each package that
 * `collections-contract generate` writes.
 */
function languageSamples(heading = /^/): Sample[] {
  return foldersIn(TEMPLATES).flatMap((name) => {
    const readme = `${TEMPLATES}/${name}/README.md`;
    if (name === "typescript" || !isFile(readme)) return [];
    const text = readText(readme);
    const label = /^# .* for (.+)$/m.exec(text)?.[1];
    const section = text.slice(Math.max(0, text.search(heading)));
    const [, language, code] = /^```(\w+)\n([\s\S]*?)\n```$/m.exec(section) ?? [];
    if (!label || !language || !code || code.includes("{{")) return [];
    const title = `${label}, with the package of collections-contract generate --language ${name}`;
    return [{ label, language, title, code }];
  });
}
