/** Flaws in what is signed in a client delivery, and with which key. */

import { createHash } from "node:crypto";
import type { Switches } from "../service.ts";
import type { Attempt, Json } from "../types.ts";
import { compressed, type Flaws, put, sends, withHeader, without } from "./flaw.ts";
import { sha256 } from "./signatures.ts";

/** Signs something else than the bytes of the body. */
const signs = (what: (attempt: Attempt) => string | Buffer): Partial<Switches> => ({
  sign: (attempt) => `sha256=${sha256(attempt.hook.secret, what(attempt))}`,
});
const pretty = (payload: unknown) => JSON.stringify(payload, null, 2);

export const SIGNED_BYTES_FLAWS: Flaws = {
  look: [
    {
      id: "signature-plain-hash",
      fact: "F-6.3-05",
      same: ["F-6.1-01"],
      about: "The signature is the plain hash of secret and body, not an HMAC.",
      switches: {
        sign: ({ hook, body }) => `sha256=${createHash("sha256").update(hook.secret).update(body).digest("hex")}`,
      },
    },
    {
      id: "signature-of-hash",
      fact: "F-6.3-05",
      about: "The hash of the body is signed instead of the body.",
      switches: signs(({ body }) => createHash("sha256").update(body).digest("hex")),
    },
    {
      id: "signature-key-and-body-swapped",
      fact: "F-6.3-05",
      about: "The body is the key and the secret the text that is signed.",
      switches: { sign: ({ hook, body }) => `sha256=${sha256(body, hook.secret)}` },
    },
    {
      id: "signature-of-compact-json",
      fact: "F-6.3-05",
      about: "Pretty-printed JSON is sent, and its compact form is signed.",
      switches: { encode: pretty, ...signs(({ payload }) => JSON.stringify(payload)) },
    },
    {
      id: "signature-of-pretty-json",
      fact: "F-6.3-05",
      about: "Compact JSON is sent, and its pretty-printed form is signed.",
      switches: signs(({ payload }) => pretty(payload)),
    },
    {
      id: "signature-of-sorted-json",
      fact: "F-6.3-05",
      about: "The members are sorted before the JSON is signed, but not before it is sent.",
      switches: signs(({ payload }) => JSON.stringify(Object.fromEntries(Object.entries(payload as Json).sort()))),
    },
    {
      id: "signature-of-escaped-json",
      fact: "F-6.3-05",
      about: "An umlaut is sent as it is, and signed in its escaped form.",
      switches: {
        payload: put("reference", "Zürich"),
        ...signs(({ body }) => body.toString().replaceAll("ü", "\\u00fc")),
      },
    },
    {
      id: "signature-of-latin1",
      fact: "F-6.3-05",
      about: "UTF-8 is sent, and the Latin-1 encoding of the same text is signed.",
      switches: {
        payload: put("reference", "Zürich"),
        ...signs(({ body }) => Buffer.from(body.toString(), "latin1")),
      },
    },
    {
      id: "signature-before-event-is-added",
      fact: "F-6.3-05",
      about: "The body is signed before @event is added to it.",
      switches: signs(({ payload }) => JSON.stringify(without("@event")(payload as Json))),
    },
    {
      id: "signature-of-body-and-newline",
      fact: "F-6.3-05",
      about: "The body is signed with a newline behind it that is not sent.",
      switches: signs(({ body }) => `${body}\n`),
    },
    {
      id: "signature-of-time-and-body",
      fact: "F-6.3-05",
      about: "A time stamp in a header is signed together with the body.",
      switches: {
        ...signs(({ body }) => `1772439300.${body}`),
        ...sends("client", withHeader("X-Timestamp", "1772439300")),
      },
    },
    {
      id: "signature-of-plain-body",
      fact: "F-6.3-05",
      about: "The body is compressed after it was signed.",
      switches: sends("client", compressed),
    },
    {
      id: "signature-of-url-and-body",
      fact: "F-6.3-05",
      about: "The URL is signed together with the body.",
      switches: signs(({ hook, body }) => `${hook.url}${body}`),
    },
    {
      id: "signature-of-previous-body",
      fact: "F-6.3-05",
      about: "The signature is that of the body before.",
      switches: signs(({ previous }) => previous),
    },
    {
      id: "signature-of-id",
      fact: "F-6.3-05",
      about: "The payment id is signed instead of the body.",
      switches: signs(({ payload }) => String((payload as Json)["id"])),
    },
    {
      id: "signature-by-secret-of-app",
      fact: "F-2.2-12",
      same: ["F-6.3-05"],
      about: "The key is the OAuth client secret of the app.",
      switches: { sign: ({ clientSecret, body }) => `sha256=${sha256(clientSecret, body)}` },
    },
    {
      id: "signature-by-secret-of-first",
      fact: "F-2.2-12",
      same: ["F-6.3-05", "F-2.2-02"],
      about: "Each delivery is signed with the secret of the first client webhook.",
      switches: {
        sign: ({ hooks, body }) => `sha256=${sha256(hooks.find(({ kind }) => kind === "client")?.secret ?? "", body)}`,
      },
    },
    {
      id: "signature-by-name-of-secret",
      fact: "F-2.2-12",
      same: ["F-6.3-05"],
      about: "Each delivery is signed with the name of the webhook as the key.",
      switches: { sign: ({ hook, body }) => `sha256=${sha256(String(hook.body["name"]), body)}` },
    },
  ],
};
