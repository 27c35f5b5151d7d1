/** Flaws in what is signed in a client delivery, and with which key. */

import { createHash } from "node:crypto";
import type { Switches } from "../service.ts";
import type { Attempt, Json } from "../types.ts";
import { compressed, type Flaws, flaw, put, sends, withHeader, without } from "./flaw.ts";
import { sha256 } from "./signatures.ts";

/** Signs something else than the bytes of the body. */
const signs = (what: (attempt: Attempt) => string | Buffer): Partial<Switches> => ({
  sign: (attempt) => `sha256=${sha256(attempt.hook.secret, what(attempt))}`,
});
const pretty = (payload: unknown) => JSON.stringify(payload, null, 2);

export const SIGNED_BYTES_FLAWS: Flaws = {
  look: [
    flaw(
      "signature-plain-hash",
      "F-6.3-05 F-6.1-01",
      "The signature is the plain hash of secret and body, not an HMAC.",
      {
        sign: ({ hook, body }) => `sha256=${createHash("sha256").update(hook.secret).update(body).digest("hex")}`,
      },
    ),
    flaw(
      "signature-of-hash",
      "F-6.3-05",
      "The hash of the body is signed instead of the body.",
      signs(({ body }) => createHash("sha256").update(body).digest("hex")),
    ),
    flaw("signature-key-and-body-swapped", "F-6.3-05", "The body is the key and the secret the text that is signed.", {
      sign: ({ hook, body }) => `sha256=${sha256(body, hook.secret)}`,
    }),
    flaw("signature-of-compact-json", "F-6.3-05", "Pretty-printed JSON is sent, and its compact form is signed.", {
      encode: pretty,
      ...signs(({ payload }) => JSON.stringify(payload)),
    }),
    flaw(
      "signature-of-pretty-json",
      "F-6.3-05",
      "Compact JSON is sent, and its pretty-printed form is signed.",
      signs(({ payload }) => pretty(payload)),
    ),
    flaw(
      "signature-of-sorted-json",
      "F-6.3-05",
      "The members are sorted before the JSON is signed, but not before it is sent.",
      signs(({ payload }) => JSON.stringify(Object.fromEntries(Object.entries(payload as Json).sort()))),
    ),
    flaw("signature-of-escaped-json", "F-6.3-05", "An umlaut is sent as it is, and signed in its escaped form.", {
      payload: put("reference", "Zürich"),
      ...signs(({ body }) => body.toString().replaceAll("ü", "\\u00fc")),
    }),
    flaw("signature-of-latin1", "F-6.3-05", "UTF-8 is sent, and the Latin-1 encoding of the same text is signed.", {
      payload: put("reference", "Zürich"),
      ...signs(({ body }) => Buffer.from(body.toString(), "latin1")),
    }),
    flaw(
      "signature-before-event-is-added",
      "F-6.3-05",
      "The body is signed before @event is added to it.",
      signs(({ payload }) => JSON.stringify(without("@event")(payload as Json))),
    ),
    flaw(
      "signature-of-body-and-newline",
      "F-6.3-05",
      "The body is signed with a newline behind it that is not sent.",
      signs(({ body }) => `${body}\n`),
    ),
    flaw("signature-of-time-and-body", "F-6.3-05", "A time stamp in a header is signed together with the body.", {
      ...signs(({ body }) => `1772439300.${body}`),
      ...sends("client", withHeader("X-Timestamp", "1772439300")),
    }),
    flaw(
      "signature-of-plain-body",
      "F-6.3-05",
      "The body is compressed after it was signed.",
      sends("client", compressed),
    ),
    flaw(
      "signature-of-url-and-body",
      "F-6.3-05",
      "The URL is signed together with the body.",
      signs(({ hook, body }) => `${hook.url}${body}`),
    ),
    flaw(
      "signature-of-previous-body",
      "F-6.3-05",
      "The signature is that of the body before.",
      signs(({ previous }) => previous),
    ),
    flaw(
      "signature-of-id",
      "F-6.3-05",
      "The payment id is signed instead of the body.",
      signs(({ payload }) => String((payload as Json)["id"])),
    ),
    flaw("signature-by-secret-of-app", "F-2.2-12 F-6.3-05", "The key is the OAuth client secret of the app.", {
      sign: ({ clientSecret, body }) => `sha256=${sha256(clientSecret, body)}`,
    }),
    flaw(
      "signature-by-secret-of-first",
      "F-2.2-12 F-6.3-05 F-2.2-02",
      "Each delivery is signed with the secret of the first client webhook.",
      {
        sign: ({ hooks, body }) => `sha256=${sha256(hooks.find(({ kind }) => kind === "client")?.secret ?? "", body)}`,
      },
    ),
    flaw(
      "signature-by-name-of-secret",
      "F-2.2-12 F-6.3-05",
      "Each delivery is signed with the name of the webhook as the key.",
      { sign: ({ hook, body }) => `sha256=${sha256(String(hook.body["name"]), body)}` },
    ),
  ],
};
