/** Flaws of the secret of a client webhook, and of the key that is made of it. */

import { digest } from "../service.ts";
import type { Attempt } from "../types.ts";
import { arguable, change, type Flaws, flaw, flaws, put, shows, without } from "./flaw.ts";

/** Signs with another key than the secret it told. */
const keyedBy = (key: (secret: string, attempt: Attempt) => string | Buffer) => (attempt: Attempt) =>
  `sha256=${digest("sha256", key(attempt.hook.secret, attempt), attempt.body).toString("hex")}`;
const letters = () => digest("sha256", String(Math.random()), "").toString("base64url");

export const SECRET_FLAWS: Flaws = {
  look: [
    flaw("client-wants-secret", "F-2.2-10 F-4.3-02", "The caller has to bring the secret.", {
      refuses: ({ kind, body }) => kind === "client" && !("secret" in body),
    }),
    flaw("secret-chosen-by-caller", "F-2.2-10", "A secret in the request is taken instead of a generated one.", {
      adopts: (hook) => ({ ...hook, secret: String(hook.body["secret"] ?? hook.secret) }),
    }),
    ...flaws("F-2.2-10 F-2.2-11", {
      "secret-number: The secret is shown as a number.": {
        newSecret: () => String(Math.floor(Math.random() * 1e9)),
        ...shows("client", change("secret", Number)),
      },
      "secret-object: The secret is shown as an object around it.": shows(
        "client",
        change("secret", (value) => ({ value, algorithm: "sha256" })),
      ),
    }),
    ...flaws("F-2.2-11 F-4.3-03", {
      "secret-missing: The answer to the creation has no secret.": shows("client", without("secret")),
      "secret-renamed: The secret is shown as signingKey.": shows("client", ({ secret, ...rest }) => ({
        ...rest,
        signingKey: secret,
      })),
    }),
    ...flaws("F-2.2-11 F-4.3-03 F-2.2-10", {
      "secret-null: The secret in the answer is null.": shows("client", put("secret", null)),
    }),
    flaw("secret-shared", "F-2.2-02", "All client webhooks have the same secret.", {
      newSecret: (hooks) => hooks.find(({ kind }) => kind === "client")?.secret ?? letters(),
    }),
    ...flaws("F-2.2-12 F-6.3-05", {
      "key-hex-decoded: The secret is hex, and its decoded bytes are the key.": {
        newSecret: () => digest("sha256", letters(), "").toString("hex"),
        sign: keyedBy((secret) => Buffer.from(secret, "hex")),
      },
      "key-base64-decoded: The secret is base64, and its decoded bytes are the key.": {
        newSecret: () => digest("sha256", letters(), "").toString("base64"),
        sign: keyedBy((secret) => Buffer.from(secret, "base64")),
      },
      "key-trimmed: The secret ends in a space, which the key has not.": {
        newSecret: () => `${letters()} `,
        sign: keyedBy((secret) => secret.trim()),
      },
      "key-with-newline: The key has a newline after the secret.": {
        sign: keyedBy((secret) => `${secret}\n`),
      },
      "key-without-prefix: The secret has a prefix, which the key has not.": {
        newSecret: () => `hook_${letters()}`,
        sign: keyedBy((secret) => secret.slice("hook_".length)),
      },
      "key-lower-case: The key is the secret in lower case.": {
        sign: keyedBy((secret) => secret.toLowerCase()),
      },
      "key-cut: The key is the first 16 characters of the secret.": {
        sign: keyedBy((secret) => secret.slice(0, 16)),
      },
      "key-hashed: The key is the hash of the secret.": {
        sign: keyedBy((secret) => digest("sha256", "", secret)),
      },
    }),
    ...flaws("F-2.2-12 F-4.3-03 F-2.2-11", {
      "secret-masked: The answer shows asterisks in place of most of the secret.": shows(
        "client",
        change("secret", (secret) => `${"*".repeat(20)}${String(secret).slice(-4)}`),
      ),
    }),
  ],
  judge: [
    ...flaws("F-2.2-10", {
      "secret-is-name: The secret is the name that the request gave.": {
        created: (resource, { kind, body }) => (kind === "client" ? { ...resource, secret: body["name"] } : resource),
        sign: ({ hook, body }) => `sha256=${digest("sha256", String(hook.body["name"]), body).toString("hex")}`,
      },
      "secret-is-url: The secret is the URL that the request gave.": {
        created: (resource, { kind, url }) => (kind === "client" ? { ...resource, secret: url } : resource),
        sign: ({ hook, body }) => `sha256=${digest("sha256", hook.url, body).toString("hex")}`,
      },
    }),
    flaw("secret-list", "F-2.2-10 F-2.2-11", "The secret is shown as a list with one secret.", {
      ...shows(
        "client",
        change("secret", (secret) => [secret]),
      ),
    }),
    ...flaws("F-2.2-02 F-2.2-10", {
      "secrets-alike-across-clients: The nth webhooks of all clients have the same secret.": {
        adopts: (hook, hooks) => {
          const nth = hooks.filter(({ kind, owner }) => kind === hook.kind && owner === hook.owner).length;
          return hook.kind === "client" ? { ...hook, secret: `the-secret-number-${nth}` } : hook;
        },
      },
      "secret-of-url: The secret comes from the URL, so clients with one URL share it.": {
        adopts: (hook) =>
          hook.kind === "client" ? { ...hook, secret: digest("sha256", "key", hook.url).toString("hex") } : hook,
      },
    }),
    flaw("secret-kept-back-for-http", "F-2.2-11 F-4.3-03", "Whoever registers an http URL is shown no secret.", {
      created: (resource, { kind, url }) =>
        kind === "client" && url.startsWith("http:") ? without("secret")(resource) : resource,
    }),
  ],
  arguable: arguable({
    "secret-empty: The secret is the empty string, and the key is empty.": {
      rests: ["F-2.2-10", "U-20"],
      reason: "Format and length of a secret are open; that an empty one is none is common sense, not a statement.",
      switches: { newSecret: () => "" },
    },
  }),
};
