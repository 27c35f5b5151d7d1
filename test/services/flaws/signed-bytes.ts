/** Flaws in what is signed in a client delivery, and with which key. */

import { createHash } from "node:crypto";
import type { Switches } from "../service.ts";
import type { Attempt, Json } from "../types.ts";
import { compressed, type Flaws, flaws, put, sends, withHeader, without } from "./flaw.ts";
import { sha256 } from "./signatures.ts";

/** Signs something else than the bytes of the body. */
const signs = (what: (attempt: Attempt) => string | Buffer): Partial<Switches> => ({
  sign: (attempt) => `sha256=${sha256(attempt.hook.secret, what(attempt))}`,
});
const pretty = (payload: unknown) => JSON.stringify(payload, null, 2);

export const SIGNED_BYTES_FLAWS: Flaws = {
  look: [
    ...flaws("F-6.3-05 F-6.1-01", {
      "signature-plain-hash: The signature is the plain hash of secret and body, not an HMAC.": {
        sign: ({ hook, body }) => `sha256=${createHash("sha256").update(hook.secret).update(body).digest("hex")}`,
      },
    }),
    ...flaws("F-6.3-05", {
      "signature-of-hash: The hash of the body is signed instead of the body.": signs(({ body }) =>
        createHash("sha256").update(body).digest("hex"),
      ),
      "signature-key-and-body-swapped: The body is the key and the secret the text that is signed.": {
        sign: ({ hook, body }) => `sha256=${sha256(body, hook.secret)}`,
      },
      "signature-of-compact-json: Pretty-printed JSON is sent, and its compact form is signed.": {
        encode: pretty,
        ...signs(({ payload }) => JSON.stringify(payload)),
      },
      "signature-of-pretty-json: Compact JSON is sent, and its pretty-printed form is signed.": signs(({ payload }) =>
        pretty(payload),
      ),
      "signature-of-sorted-json: The members are sorted before the JSON is signed, but not before it is sent.": signs(
        ({ payload }) => JSON.stringify(Object.fromEntries(Object.entries(payload as Json).sort())),
      ),
      "signature-of-escaped-json: An umlaut is sent as it is, and signed in its escaped form.": {
        payload: put("reference", "Zürich"),
        ...signs(({ body }) => body.toString().replaceAll("ü", "\\u00fc")),
      },
      "signature-of-latin1: UTF-8 is sent, and the Latin-1 encoding of the same text is signed.": {
        payload: put("reference", "Zürich"),
        ...signs(({ body }) => Buffer.from(body.toString(), "latin1")),
      },
      "signature-before-event-is-added: The body is signed before @event is added to it.": signs(({ payload }) =>
        JSON.stringify(without("@event")(payload as Json)),
      ),
      "signature-of-body-and-newline: The body is signed with a newline behind it that is not sent.": signs(
        ({ body }) => `${body}\n`,
      ),
      "signature-of-time-and-body: A time stamp in a header is signed together with the body.": {
        ...signs(({ body }) => `1772439300.${body}`),
        ...sends("client", withHeader("X-Timestamp", "1772439300")),
      },
      "signature-of-plain-body: The body is compressed after it was signed.": sends("client", compressed),
      "signature-of-url-and-body: The URL is signed together with the body.": signs(
        ({ hook, body }) => `${hook.url}${body}`,
      ),
      "signature-of-previous-body: The signature is that of the body before.": signs(({ previous }) => previous),
      "signature-of-id: The payment id is signed instead of the body.": signs(({ payload }) =>
        String((payload as Json)["id"]),
      ),
    }),
    ...flaws("F-2.2-12 F-6.3-05", {
      "signature-by-secret-of-app: The key is the OAuth client secret of the app.": {
        sign: ({ clientSecret, body }) => `sha256=${sha256(clientSecret, body)}`,
      },
      "signature-by-name-of-secret: Each delivery is signed with the name of the webhook as the key.": {
        sign: ({ hook, body }) => `sha256=${sha256(String(hook.body["name"]), body)}`,
      },
    }),
    ...flaws("F-2.2-12 F-6.3-05 F-2.2-02", {
      "signature-by-secret-of-first: Each delivery is signed with the secret of the first client webhook.": {
        sign: ({ hooks, body }) => `sha256=${sha256(hooks.find(({ kind }) => kind === "client")?.secret ?? "", body)}`,
      },
    }),
  ],
};
