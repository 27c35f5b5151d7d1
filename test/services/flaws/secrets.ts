/** Flaws of the secret of a client webhook, and of the key that is made of it. */

import { digest } from "../service.ts";
import type { Attempt } from "../types.ts";
import { change, type Flaws, flaw, put, shows, without } from "./flaw.ts";

/** Signs with another key than the secret it told. */
const keyedBy = (key: (secret: string, attempt: Attempt) => string | Buffer) => (attempt: Attempt) =>
  `sha256=${digest("sha256", key(attempt.hook.secret, attempt), attempt.body).toString("hex")}`;
const letters = () => digest("sha256", String(Math.random()), "").toString("base64url");

export const SECRET_FLAWS: Flaws = {
  look: [
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
      id: "secret-shared",
      fact: "F-2.2-02",
      about: "All client webhooks have the same secret.",
      switches: { newSecret: (hooks) => hooks.find(({ kind }) => kind === "client")?.secret ?? letters() },
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
  ],
  judge: [
    flaw("secret-is-name", "F-2.2-10", "The secret is the name that the request gave.", {
      created: (resource, { kind, body }) => (kind === "client" ? { ...resource, secret: body["name"] } : resource),
      sign: ({ hook, body }) => `sha256=${digest("sha256", String(hook.body["name"]), body).toString("hex")}`,
    }),
    flaw("secret-is-url", "F-2.2-10", "The secret is the URL that the request gave.", {
      created: (resource, { kind, url }) => (kind === "client" ? { ...resource, secret: url } : resource),
      sign: ({ hook, body }) => `sha256=${digest("sha256", hook.url, body).toString("hex")}`,
    }),
    flaw("secret-list", "F-2.2-10 F-2.2-11", "The secret is shown as a list with one secret.", {
      ...shows(
        "client",
        change("secret", (secret) => [secret]),
      ),
    }),
    flaw("secrets-alike-across-clients", "F-2.2-02 F-2.2-10", "The nth webhooks of all clients have the same secret.", {
      adopts: (hook, hooks) => {
        const nth = hooks.filter(({ kind, owner }) => kind === hook.kind && owner === hook.owner).length;
        return hook.kind === "client" ? { ...hook, secret: `the-secret-number-${nth}` } : hook;
      },
    }),
    flaw("secret-of-url", "F-2.2-02 F-2.2-10", "The secret comes from the URL, so clients with one URL share it.", {
      adopts: (hook) =>
        hook.kind === "client" ? { ...hook, secret: digest("sha256", "key", hook.url).toString("hex") } : hook,
    }),
    flaw("secret-kept-back-for-http", "F-2.2-11 F-4.3-03", "Whoever registers an http URL is shown no secret.", {
      created: (resource, { kind, url }) =>
        kind === "client" && url.startsWith("http:") ? without("secret")(resource) : resource,
    }),
  ],
  arguable: [
    {
      id: "secret-empty",
      rests: ["F-2.2-10", "U-20"],
      about: "The secret is the empty string, and the key is empty.",
      reason: "Format and length of a secret are open; that an empty one is none is common sense, not a statement.",
      switches: { newSecret: () => "" },
    },
  ],
};
