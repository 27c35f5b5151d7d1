/** The collection for Postman (format 2.1) and an environment with the values of the sandbox. */

import { DEMO_APP } from "../../../src/sandbox/seed.ts";
import type { Json } from "../../check/source.ts";
import { jsonBanner } from "../banner.ts";
import { type Request, readDeliveries, readOperations } from "./operations.ts";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** Signs the bytes that will be sent. Postman's library takes both texts as UTF-8, as the signature does. */
const SIGN = [
  'const { HmacSHA256, enc } = require("crypto-js");',
  "// The body goes out as it was signed: its variables are filled in first.",
  "const body = pm.variables.replaceIn(pm.request.body.raw);",
  "pm.request.body.update(body);",
  'const secret = pm.variables.get("webhook_secret") || "";',
  'if (!secret) throw new Error("webhook_secret is empty: create a client webhook first, or set it.");',
  "const digest = HmacSHA256(body, secret).toString(enc.Hex);",
  'pm.variables.set("signature", "sha256=" + digest);',
];

/** Keeps a member of a success for the requests that need it. */
const keep = (member: string, variable: string) => [
  "if (pm.response.code >= 200 && pm.response.code < 300) {",
  `  const value = pm.response.json()["${member}"];`,
  `  if (value) pm.environment.set("${variable}", value);`,
  "}",
];

const EVENTS: Readonly<Record<string, { listen: string; exec: readonly string[] }>> = {
  exchangeAuthorizationCode: { listen: "test", exec: keep("access_token", "access_token") },
  createClientWebhook: { listen: "test", exec: keep("secret", "webhook_secret") },
  deliverClientWebhook: { listen: "prerequest", exec: SIGN },
};

/** The control of the sandbox: no part of the contract, and in a folder of its own. */
const CODE: Request = {
  id: "sandboxCode",
  name: "A code without a browser",
  description: "The control of the sandbox gives a code. A real service gives one after the customer approved.",
  method: "POST",
  host: "base_url",
  path: "/_control/oauth/code",
  headers: [{ name: "Content-Type", value: "application/json" }],
  body: { json: {} },
};

/** Returns the collection of a bundled OpenAPI document. */
export function postmanCollection(document: Json): Json {
  const folder = (name: string, description: string, requests: readonly Json[]) => ({
    name,
    description,
    item: requests,
  });
  return {
    ...jsonBanner,
    info: {
      name: document.info.title,
      description: document.info.description,
      version: document.info.version,
      schema: SCHEMA,
    },
    item: [
      folder("Sandbox only", "Not in the contract: helps where no browser is at hand.", [
        { ...toItem(CODE), event: [event({ listen: "test", exec: keep("code", "code") })] },
      ]),
      folder("Operations", "What the contract has.", readOperations(document).map(toItem)),
      folder(
        "Test deliveries",
        "What the service sends. Point the variables at a receiver of yours. The first one is signed.",
        readDeliveries(document).map(toItem),
      ),
    ],
    variable: Object.keys(VALUES).map((key) => ({ key, value: "" })),
  };
}

/** The values of a sandbox at its defaults, and of a receiver on port 3000. The requests fill in what is empty. */
const VALUES: Readonly<Record<string, string>> = {
  base_url: "http://127.0.0.1:4011",
  auth_url: "http://127.0.0.1:4011",
  client_id: DEMO_APP.id,
  client_secret: DEMO_APP.secret,
  redirect_uri: DEMO_APP.redirectUris[0] ?? "",
  code: "",
  access_token: "",
  webhook_secret: "",
  webhook_url: "http://127.0.0.1:3000/",
  app_webhook_url: "http://127.0.0.1:3000/",
};

/** Returns the environment. */
export function postmanEnvironment(): Json {
  const values = Object.entries(VALUES).map(([key, value]) => ({
    key,
    value,
    type: /secret|token|code/.test(key) ? "secret" : "default",
    enabled: true,
  }));
  return { ...jsonBanner, name: "Sandbox", values, _postman_variable_scope: "environment" };
}

const event = ({ listen, exec }: { listen: string; exec: readonly string[] }) => ({
  listen,
  script: { type: "text/javascript", exec },
});

function toItem({ id, name, description, method, host, path, headers, body }: Request): Json {
  const script = EVENTS[id];
  return {
    name,
    ...(script ? { event: [event(script)] } : {}),
    request: {
      method,
      description,
      header: headers.map(({ name, value }) => ({ key: name, value })),
      url: {
        raw: `{{${host}}}${path}`,
        host: [`{{${host}}}`],
        ...(path ? { path: path.slice(1).split("/") } : {}),
      },
      ...(body ? { body: postmanBody(body) } : {}),
    },
    response: [],
  };
}

function postmanBody(body: NonNullable<Request["body"]>): Json {
  if ("form" in body) {
    const urlencoded = Object.entries(body.form).map(([key, value]) => ({ key, value }));
    return { mode: "urlencoded", urlencoded };
  }
  return { mode: "raw", raw: JSON.stringify(body.json), options: { raw: { language: "json" } } };
}
