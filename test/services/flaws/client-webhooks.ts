/** Flaws of creating client webhooks, apart from those of the URL rule. */

import { digest, EVENT } from "../service.ts";
import type { Attempt } from "../types.ts";
import { change, type Flaw, put, shows, without } from "./flaw.ts";

/** Signs with another key than the secret it told. */
const keyedBy = (key: (secret: string, attempt: Attempt) => string | Buffer) => (attempt: Attempt) =>
  `sha256=${digest("sha256", key(attempt.hook.secret, attempt), attempt.body).toString("hex")}`;
const letters = () => digest("sha256", String(Math.random()), "").toString("base64url");

export const CLIENT_WEBHOOK_FLAWS: Flaw[] = [
  {
    id: "client-route-hyphen",
    fact: "F-4.3-01",
    same: ["F-6.1-01"],
    about: "Client webhooks are created at /api/client-webhooks.",
    switches: { routes: { client: "POST /api/client-webhooks" } },
  },
  {
    id: "client-route-put",
    fact: "F-4.3-01",
    same: ["F-6.1-01"],
    about: "Client webhooks are created by PUT.",
    switches: { routes: { client: "PUT /api/client_webhooks" } },
  },
  {
    id: "client-never-created",
    fact: "F-4.3-01",
    same: ["F-6.1-01"],
    about: "Every create request for a client webhook is refused.",
    switches: { refuses: ({ kind }) => kind === "client" },
  },
  {
    id: "client-missing-accepted",
    fact: "F-2.2-03",
    about: "A client webhook is created without client.",
    switches: { overlooks: ["client: client-missing"] },
  },
  {
    id: "client-of-any-type-accepted",
    fact: "F-2.2-03",
    same: ["F-2.2-01", "F-4.3-02"],
    about: "A client webhook is created with a client that is no string, and shown so.",
    switches: { overlooks: ["client: client-type"] },
  },
  {
    id: "client-list-accepted",
    fact: "F-2.2-01",
    same: ["F-2.2-03", "F-4.3-02"],
    about: "A client webhook is created for a list of clients, and shown so.",
    switches: {
      overlooks: ["client: client-type"],
      refuses: ({ kind, body }) =>
        kind === "client" && typeof body["client"] !== "string" && !Array.isArray(body["client"]),
    },
  },
  {
    id: "name-missing-accepted",
    fact: "F-2.2-04",
    about: "A client webhook is created without name.",
    switches: { overlooks: ["client: name-missing"] },
  },
  {
    id: "name-of-any-type-accepted",
    fact: "F-2.2-04",
    same: ["F-4.3-02"],
    about: "A client webhook is created with a name that is no string, and shown so.",
    switches: { overlooks: ["client: name-type"] },
  },
  {
    id: "events-missing-accepted",
    fact: "F-2.2-05",
    about: "A client webhook is created without events.",
    switches: { overlooks: ["client: events-missing"] },
  },
  {
    id: "events-empty-accepted",
    fact: "F-2.2-05",
    about: "A client webhook is created with an empty list of events.",
    switches: { overlooks: ["client: events-few"] },
  },
  {
    id: "events-text-accepted",
    fact: "F-2.2-05",
    same: ["F-4.3-02"],
    about: "A client webhook is created with a string as events, and shown so.",
    switches: { overlooks: ["client: events-type"] },
  },
  {
    id: "events-items-of-any-type-accepted",
    fact: "F-2.2-05",
    same: ["F-4.3-02"],
    about: "A client webhook is created with numbers in its events, and shown so.",
    switches: { overlooks: ["client: events-item-type"] },
  },
  {
    id: "url-missing-accepted",
    fact: "F-2.2-07",
    about: "A client webhook is created without url.",
    switches: { overlooks: ["client: url-missing"] },
  },
  {
    id: "url-of-any-type-accepted",
    fact: "F-2.2-07",
    same: ["F-4.3-02"],
    about: "A client webhook is created with a url that is no string, and shown so.",
    switches: { overlooks: ["client: url-type"] },
  },
  {
    id: "client-wants-webhook-url",
    fact: "F-4.3-02",
    about: "The URL of a client webhook has to come as webhookUrl.",
    switches: { refuses: ({ kind, body }) => kind === "client" && !("webhookUrl" in body) },
  },
  {
    id: "client-wants-id",
    fact: "F-4.3-02",
    about: "The client has to come as an integer, not as an IRI.",
    switches: {
      overlooks: ["client: client-type"],
      refuses: ({ kind, body }) => kind === "client" && !Number.isInteger(body["client"]),
    },
  },
  {
    id: "client-wants-event",
    fact: "F-4.3-02",
    same: ["F-2.2-05"],
    about: "A single event has to come as a string; a list is refused.",
    switches: {
      overlooks: ["client: events-type"],
      refuses: ({ kind, body }) => kind === "client" && Array.isArray(body["events"]),
    },
  },
  {
    id: "client-wants-secret",
    fact: "F-2.2-10",
    same: ["F-4.3-02"],
    about: "The caller has to bring the secret.",
    switches: { refuses: ({ kind, body }) => kind === "client" && !("secret" in body) },
  },
  {
    id: "secret-chosen-by-caller",
    fact: "F-2.2-10",
    about: "A secret in the request is taken instead of a generated one.",
    switches: { adopts: (hook) => ({ ...hook, secret: String(hook.body["secret"] ?? hook.secret) }) },
  },
  {
    id: "secret-number",
    fact: "F-2.2-10",
    same: ["F-2.2-11"],
    about: "The secret is shown as a number.",
    switches: {
      newSecret: () => String(Math.floor(Math.random() * 1e9)),
      ...shows("client", change("secret", Number)),
    },
  },
  {
    id: "secret-object",
    fact: "F-2.2-10",
    same: ["F-2.2-11"],
    about: "The secret is shown as an object around it.",
    switches: shows(
      "client",
      change("secret", (value) => ({ value, algorithm: "sha256" })),
    ),
  },
  {
    id: "secret-missing",
    fact: "F-2.2-11",
    same: ["F-4.3-03"],
    about: "The answer to the creation has no secret.",
    switches: shows("client", without("secret")),
  },
  {
    id: "secret-null",
    fact: "F-2.2-11",
    same: ["F-4.3-03", "F-2.2-10"],
    about: "The secret in the answer is null.",
    switches: shows("client", put("secret", null)),
  },
  {
    id: "secret-renamed",
    fact: "F-2.2-11",
    same: ["F-4.3-03"],
    about: "The secret is shown as signingKey.",
    switches: shows("client", ({ secret, ...rest }) => ({ ...rest, signingKey: secret })),
  },
  {
    id: "created-without-body",
    fact: "F-4.3-03",
    same: ["F-2.2-11"],
    about: "The creation of a client webhook is answered 204, without the resource.",
    switches: { createdStatus: 204, ...shows("client", () => undefined) },
  },
  {
    id: "created-id-only",
    fact: "F-4.3-03",
    same: ["F-2.2-11"],
    about: "The creation of a client webhook is answered with an id and nothing else.",
    switches: { created: (resource, hook) => (hook.kind === "client" ? { id: hook.number } : resource) },
  },
  {
    id: "secret-shared",
    fact: "F-2.2-02",
    about: "All client webhooks have the same secret.",
    switches: { newSecret: (hooks) => hooks.find(({ kind }) => kind === "client")?.secret ?? letters() },
  },
  {
    id: "second-replaces-first",
    fact: "F-2.2-02",
    same: ["F-6.1-04", "F-8-02"],
    about: "A second webhook of a client makes the first one disappear.",
    switches: { replaces: (old, hook) => hook.kind === "client" && old.kind === "client" && old.owner === hook.owner },
  },
  {
    id: "second-takes-url-of-first",
    fact: "F-2.2-02",
    same: ["F-4.5-01", "F-6.3-01"],
    about: "The webhooks of a client have one URL in common: the first.",
    switches: {
      adopts: (hook, hooks) => {
        const first = hooks.find(({ kind, owner }) => kind === "client" && owner === hook.owner);
        return hook.kind === "client" && first ? { ...hook, url: first.url } : hook;
      },
    },
  },
  {
    id: "second-takes-events-of-first",
    fact: "F-2.2-02",
    same: ["F-6.2-04"],
    about: "The webhooks of a client have one list of events in common: the first.",
    switches: {
      adopts: (hook, hooks) => {
        const first = hooks.find(({ kind, owner }) => kind === "client" && owner === hook.owner);
        return hook.kind === "client" && first ? { ...hook, events: first.events } : hook;
      },
    },
  },
  {
    id: "second-refused",
    fact: "F-6.1-04",
    same: ["F-2.2-02", "F-8-02"],
    about: "A client can have one webhook; the second is refused.",
    switches: {
      refuses: ({ kind, body, hooks }) =>
        kind === "client" && hooks.some((hook) => hook.kind === "client" && hook.owner === body["client"]),
    },
  },
  {
    id: "webhook-belongs-to-first-client",
    fact: "F-2.2-01",
    same: ["F-2.2-03"],
    about: "Every client webhook is given to the same client, whichever the request names.",
    switches: { adopts: (hook) => (hook.kind === "client" ? { ...hook, owner: "/api/clients/1" } : hook) },
  },
  {
    id: "key-hex-decoded",
    fact: "F-2.2-12",
    same: ["F-6.3-05"],
    about: "The secret is hex, and its decoded bytes are the key.",
    switches: {
      newSecret: () => digest("sha256", letters(), "").toString("hex"),
      sign: keyedBy((secret) => Buffer.from(secret, "hex")),
    },
  },
  {
    id: "key-base64-decoded",
    fact: "F-2.2-12",
    same: ["F-6.3-05"],
    about: "The secret is base64, and its decoded bytes are the key.",
    switches: {
      newSecret: () => digest("sha256", letters(), "").toString("base64"),
      sign: keyedBy((secret) => Buffer.from(secret, "base64")),
    },
  },
  {
    id: "key-trimmed",
    fact: "F-2.2-12",
    same: ["F-6.3-05"],
    about: "The secret ends in a space, which the key has not.",
    switches: { newSecret: () => `${letters()} `, sign: keyedBy((secret) => secret.trim()) },
  },
  {
    id: "key-with-newline",
    fact: "F-2.2-12",
    same: ["F-6.3-05"],
    about: "The key has a newline after the secret.",
    switches: { sign: keyedBy((secret) => `${secret}\n`) },
  },
  {
    id: "key-without-prefix",
    fact: "F-2.2-12",
    same: ["F-6.3-05"],
    about: "The secret has a prefix, which the key has not.",
    switches: { newSecret: () => `hook_${letters()}`, sign: keyedBy((secret) => secret.slice("hook_".length)) },
  },
  {
    id: "key-lower-case",
    fact: "F-2.2-12",
    same: ["F-6.3-05"],
    about: "The key is the secret in lower case.",
    switches: { sign: keyedBy((secret) => secret.toLowerCase()) },
  },
  {
    id: "key-cut",
    fact: "F-2.2-12",
    same: ["F-6.3-05"],
    about: "The key is the first 16 characters of the secret.",
    switches: { sign: keyedBy((secret) => secret.slice(0, 16)) },
  },
  {
    id: "key-hashed",
    fact: "F-2.2-12",
    same: ["F-6.3-05"],
    about: "The key is the hash of the secret.",
    switches: { sign: keyedBy((secret) => digest("sha256", "", secret)) },
  },
  {
    id: "secret-masked",
    fact: "F-2.2-12",
    same: ["F-4.3-03", "F-2.2-11"],
    about: "The answer shows asterisks in place of most of the secret.",
    switches: shows(
      "client",
      change("secret", (secret) => `${"*".repeat(20)}${String(secret).slice(-4)}`),
    ),
  },
  {
    id: "client-shown-as-object",
    fact: "F-2.2-03",
    same: ["F-4.3-02", "F-4.3-03"],
    about: "The created client webhook shows its client as an object.",
    switches: shows(
      "client",
      change("client", (id) => ({ "@id": id, "@type": "Client" })),
    ),
  },
  {
    id: "name-shown-as-null",
    fact: "F-2.2-04",
    same: ["F-4.3-02", "F-4.3-03"],
    about: "The created client webhook shows null as its name.",
    switches: shows("client", put("name", null)),
  },
  {
    id: "events-shown-as-text",
    fact: "F-2.2-05",
    same: ["F-4.3-02", "F-4.3-03"],
    about: "The created client webhook shows its events as one string with commas.",
    switches: shows("client", change("events", String)),
  },
  {
    id: "events-shown-as-map",
    fact: "F-2.2-05",
    same: ["F-4.3-02", "F-4.3-03"],
    about: "The created client webhook shows its events as an object with the keys 0, 1 and so on.",
    switches: shows(
      "client",
      change("events", (events) => ({ ...(events as string[]) })),
    ),
  },
  {
    id: "events-shown-as-objects",
    fact: "F-2.2-05",
    same: ["F-4.3-02", "F-4.3-03"],
    about: "The created client webhook shows each event as an object.",
    switches: shows("client", put("events", [{ name: EVENT }])),
  },
  {
    id: "url-shown-as-object",
    fact: "F-2.2-07",
    same: ["F-4.3-02", "F-4.3-03"],
    about: "The created client webhook shows its url in parts.",
    switches: shows(
      "client",
      change("url", (url) => ({ host: URL.parse(String(url))?.host })),
    ),
  },
];
