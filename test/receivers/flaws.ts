/**
 * Receivers with one flaw each. A flaw breaks one stated fact; `same` names facts that cannot but be broken with it.
 */

import { createHash, timingSafeEqual } from "node:crypto";
import {
  type Delivery,
  EVENT,
  hmac,
  isSigned,
  type Payload,
  paymentAndEvent,
  SIGNATURE,
  type Switches,
} from "./receivers.ts";

export type Flaw = { id: string; fact: string; same?: string[]; about: string; switches: Partial<Switches> };

const digitsOf = (header = "") => header.replace(/^sha256=/, "");
/** Verifies as it should, but over these bytes instead of those that came. */
const over = (bytes: (raw: Buffer) => string | Buffer) => (delivery: Delivery) => {
  try {
    return isSigned({ ...delivery, raw: Buffer.from(bytes(delivery.raw)) });
  } catch {
    return false;
  }
};
const json = (raw: Buffer): Payload => JSON.parse(raw.toString());
const hex = ({ secret, raw }: Delivery) => hmac(secret, raw).toString("hex");

/** A forgery takes effect. */
const FORGERIES: Flaw[] = [
  {
    id: "verifies-nothing",
    fact: "F-6.3-08",
    about: "The signature is not looked at.",
    switches: { verifies: () => true },
  },
  {
    id: "acts-before-it-verifies",
    fact: "F-6.3-08",
    same: ["F-6.3-06"],
    about: "A delivery takes effect before it is verified; forgeries are answered 401.",
    switches: { acts: "before" },
  },
  {
    id: "acts-although-refused",
    fact: "F-6.3-08",
    about: "A delivery is verified, and takes effect whatever came of it.",
    switches: { acts: "anyway" },
  },
  {
    id: "acts-although-dropped",
    fact: "F-6.3-08",
    about: "Forgeries are answered 200 and take effect a moment later.",
    switches: { acts: "anyway", refusal: { status: 200 }, workLaterMs: 30 },
  },
  {
    id: "accepts-plain-hash",
    fact: "F-6.3-08",
    same: ["F-6.3-07"],
    about: "The SHA-256 of the body, which everybody can compute, is accepted as well.",
    switches: {
      verifies: (delivery) =>
        isSigned(delivery) || digitsOf(delivery.header) === createHash("sha256").update(delivery.raw).digest("hex"),
    },
  },
  {
    id: "missing-secret-as-word",
    fact: "F-6.3-08",
    same: ["F-6.3-07"],
    about: "Where no secret is set, the word undefined is the key; it is tried as well.",
    switches: {
      verifies: (delivery) => isSigned(delivery) || isSigned({ ...delivery, secret: "undefined" }),
    },
  },
  {
    id: "accepts-missing-header",
    fact: "F-6.3-08",
    about: "A delivery without a signature header is trusted.",
    switches: { verifies: (delivery) => delivery.header === undefined || isSigned(delivery) },
  },
  {
    id: "accepts-empty-header",
    fact: "F-6.3-08",
    about: "A delivery with an empty signature header is trusted.",
    switches: { verifies: (delivery) => delivery.header === "" || isSigned(delivery) },
  },
  {
    id: "accepts-empty-digest",
    fact: "F-6.3-08",
    same: ["F-6.3-07"],
    about: "A delivery is trusted if nothing follows the prefix.",
    switches: { verifies: (delivery) => delivery.header === "sha256=" || isSigned(delivery) },
  },
  {
    id: "looks-at-prefix-only",
    fact: "F-6.3-08",
    same: ["F-6.3-07"],
    about: "Whatever begins with sha256= is trusted.",
    switches: { verifies: ({ header }) => header?.startsWith("sha256=") ?? false },
  },
  {
    id: "looks-at-form-only",
    fact: "F-6.3-08",
    same: ["F-6.3-07"],
    about: "Any 64 hex digits after the prefix are trusted, so that another secret will do.",
    switches: { verifies: ({ header = "" }) => /^sha256=[0-9a-f]{64}$/i.test(header) },
  },
  {
    id: "compares-given-length",
    fact: "F-6.3-07",
    same: ["F-6.3-08"],
    about: "Only as many digits are compared as were given, so that a truncated digest is trusted.",
    switches: {
      verifies: (delivery) =>
        /^sha256=./.test(delivery.header ?? "") && hex(delivery).startsWith(digitsOf(delivery.header)),
    },
  },
  {
    id: "trusts-when-lengths-differ",
    fact: "F-6.3-07",
    same: ["F-6.3-08"],
    about: "The comparison throws if the digests differ in length, and what throws is trusted.",
    switches: {
      verifies: (delivery) => {
        try {
          return timingSafeEqual(Buffer.from(digitsOf(delivery.header)), Buffer.from(hex(delivery)));
        } catch {
          return true;
        }
      },
    },
  },
  {
    id: "compares-first-half",
    fact: "F-6.3-07",
    same: ["F-6.3-08"],
    about: "The first 32 of 64 digits are compared.",
    switches: {
      verifies: (delivery) =>
        /^sha256=[0-9a-f]{64}$/i.test(delivery.header ?? "") &&
        digitsOf(delivery.header).slice(0, 32).toLowerCase() === hex(delivery).slice(0, 32),
    },
  },
  {
    id: "compares-from-second-digit",
    fact: "F-6.3-07",
    same: ["F-6.3-08"],
    about: "The first digit is not compared.",
    switches: {
      verifies: (delivery) =>
        /^sha256=[0-9a-f]{64}$/i.test(delivery.header ?? "") &&
        digitsOf(delivery.header).slice(1).toLowerCase() === hex(delivery).slice(1),
    },
  },
  {
    id: "accepts-sha1",
    fact: "F-6.3-08",
    same: ["F-6.3-07"],
    about: "An HMAC-SHA1 under the prefix sha1= is trusted as well.",
    switches: {
      verifies: (delivery) =>
        isSigned(delivery) || delivery.header === `sha1=${hmac(delivery.secret, delivery.raw, "sha1").toString("hex")}`,
    },
  },
  {
    id: "accepts-none",
    fact: "F-6.3-08",
    same: ["F-6.3-07"],
    about: "A header with the prefix none= is trusted without a digest.",
    switches: { verifies: (delivery) => isSigned(delivery) || /^none=/.test(delivery.header ?? "") },
  },
  {
    id: "unknown-algorithm-passes",
    fact: "F-6.3-08",
    same: ["F-6.3-07"],
    about: "Only headers with the prefix sha256= are verified; others with another prefix pass.",
    switches: { verifies: (delivery) => isSigned(delivery) || /^(?!sha)\w+=/.test(delivery.header ?? "") },
  },
  {
    id: "verifies-first-kilobyte",
    fact: "F-6.3-06",
    same: ["F-6.3-08"],
    about: "Only the first 1024 bytes are signed and checked; longer deliveries are refused.",
    switches: { verifies: over((raw) => raw.subarray(0, 1024)) },
  },
  {
    id: "verifies-parsed-body",
    fact: "F-6.3-06",
    same: ["F-6.3-08"],
    about:
      "The body is parsed and encoded again before it is verified: pretty-printed ones fail, re-encoded ones pass.",
    switches: { verifies: over((raw) => JSON.stringify(json(raw))) },
  },
  {
    id: "verifies-either-form",
    fact: "F-6.3-08",
    same: ["F-6.3-06"],
    about: "The raw body or its re-encoded form has to have the signature.",
    switches: { verifies: (delivery) => isSigned(delivery) || over((raw) => JSON.stringify(json(raw)))(delivery) },
  },
  {
    id: "verifies-sorted-body",
    fact: "F-6.3-06",
    about: "The members are sorted before the signature is checked.",
    switches: { verifies: over((raw) => JSON.stringify(Object.fromEntries(Object.entries(json(raw)).sort()))) },
  },
  {
    id: "verifies-ascii-json",
    fact: "F-6.3-06",
    about: "The body is encoded again with everything outside ASCII escaped.",
    switches: {
      verifies: over((raw) =>
        JSON.stringify(json(raw)).replace(
          /[^\0-\x7f]/g,
          (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
        ),
      ),
    },
  },
  {
    id: "verifies-trimmed-body",
    fact: "F-6.3-06",
    same: ["F-6.3-08"],
    about: "White space around the body is cut off before the signature is checked.",
    switches: { verifies: over((raw) => raw.toString().trim()) },
  },
  {
    id: "verifies-body-as-text",
    fact: "F-6.3-06",
    same: ["F-6.3-08"],
    about: "Bytes that are no UTF-8 are replaced before the signature is checked, so that some other bytes pass.",
    switches: { verifies: over((raw) => raw.toString()) },
  },
  {
    id: "verifies-body-without-bom",
    fact: "F-6.3-06",
    same: ["F-6.3-08"],
    about: "A byte order mark is dropped before the signature is checked, so that one can be put in front.",
    switches: {
      verifies: over((raw) => new TextDecoder().decode(raw)),
      decodes: (raw) => JSON.parse(new TextDecoder().decode(raw)),
    },
  },
];

/** A genuine delivery is not acknowledged, or has no effect. */
const REFUSALS: Flaw[] = [
  {
    id: "reads-body-as-latin1",
    fact: "F-6.3-06",
    about: "The body is read as Latin-1 before the signature is checked, so that letters outside ASCII fail.",
    switches: { verifies: over((raw) => raw.toString("latin1")) },
  },
  {
    id: "reads-body-as-ascii",
    fact: "F-6.3-06",
    about: "The eighth bit of every byte is dropped before the signature is checked.",
    switches: { verifies: over((raw) => Buffer.from(raw.map((byte) => byte & 0x7f))) },
  },
  {
    id: "turns-line-ends",
    fact: "F-6.3-06",
    about: "Line ends are unified before the signature is checked, as text modes do.",
    switches: { verifies: over((raw) => Buffer.from(raw.toString("latin1").replaceAll("\r\n", "\n"), "latin1")) },
  },
  {
    id: "header-name-exact",
    fact: "F-6.5-01",
    same: ["F-6.3-07"],
    about: "The header is found only as X-Service-Signature, in these capitals.",
    switches: {
      header: ({ rawHeaders }) => {
        const at = rawHeaders.findIndex((name, i) => i % 2 === 0 && name === "X-Service-Signature");
        return at < 0 ? undefined : rawHeaders[at + 1];
      },
    },
  },
  {
    id: "prefix-not-taken-off",
    fact: "F-6.3-07",
    same: ["F-6.5-01"],
    about: "The header is compared with its prefix still on, so that nothing ever passes.",
    switches: { verifies: (delivery) => delivery.header === hex(delivery) },
  },
  {
    id: "reads-first-chunk",
    fact: "F-6.3-06",
    same: ["F-6.5-01"],
    about: "Of a chunked body only a part is read, so that its signature never holds.",
    switches: {
      verifies: (delivery) => isSigned(delivery) && delivery.req.headers["transfer-encoding"] === undefined,
    },
  },
  {
    id: "refuses-pretty-printed",
    fact: "F-6.5-01",
    about: "A delivery that is not compact JSON is refused.",
    switches: {
      decodes: (raw) => {
        if (/^\{\s/.test(raw.toString())) throw new Error("not compact");
        return json(raw);
      },
    },
  },
  {
    id: "wants-time-header",
    fact: "F-6.5-01",
    about: "A delivery without a time stamp in a header is refused, which the service never sends.",
    switches: { refusesAtOnce: ({ headers }) => (headers["x-timestamp"] === undefined ? 400 : undefined) },
  },
  {
    id: "acknowledges-500",
    fact: "F-6.5-01",
    about: "A genuine delivery takes effect and is answered 500.",
    switches: { ack: { status: 500 } },
  },
  {
    id: "acknowledges-302",
    fact: "F-6.5-01",
    about: "A genuine delivery takes effect and is answered with a redirection.",
    switches: { ack: { status: 302, headers: { Location: "/thanks" } } },
  },
  {
    id: "acknowledges-304",
    fact: "F-6.5-01",
    about: "A genuine delivery takes effect and is answered 304.",
    switches: { ack: { status: 304 } },
  },
  {
    id: "never-takes-effect",
    fact: "F-6.5-01",
    about: "A genuine delivery is answered 200 and forgotten.",
    switches: { takesEffect: false },
  },
  {
    id: "lost-after-error",
    fact: "F-6.5-01",
    same: ["F-6.5-05"],
    about:
      "The first attempt is noted as seen and fails with 500; the retry counts as a repetition, and the event is lost.",
    switches: { losesFirst: true },
  },
];

/** A repetition takes effect again. */
const REPETITIONS: Flaw[] = [
  {
    id: "handles-repetitions",
    fact: "F-6.5-05",
    about: "Every delivery takes effect, repeated or not.",
    switches: { remembers: () => [] },
  },
  {
    id: "races",
    fact: "F-6.5-05",
    about: "Between the look whether a delivery is new and the note that it was handled, others slip through.",
    switches: { storeMs: 120 },
  },
  {
    id: "remembers-the-last",
    fact: "F-6.5-05",
    about: "Only the last event is remembered: after another one, an older takes effect again.",
    switches: { remembers: (keys) => keys.slice(-1) },
  },
  {
    id: "remembers-by-connection",
    fact: "F-6.5-05",
    about: "A repetition is recognised on the same connection only.",
    switches: { key: (payload, { req }) => `${paymentAndEvent(payload)} ${req.socket.remotePort}` },
  },
  {
    id: "remembers-by-header",
    fact: "F-6.5-05",
    about: "A repetition is recognised by a delivery id in a header, which the service is not said to send.",
    switches: { key: (_, { req }) => String(req.headers["x-delivery-id"] ?? Math.random()) },
  },
  {
    id: "remembers-the-second",
    fact: "F-6.5-05",
    about: "An event is remembered from its second delivery on.",
    switches: { remembers: (keys) => keys.filter((key, i) => keys.indexOf(key) < i) },
  },
];

export const FLAWS: Flaw[] = [...FORGERIES, ...REFUSALS, ...REPETITIONS];

/** What looks wrong and breaks no stated fact beyond doubt: nobody may demand that it is accused, or that it is not. */
export const DOUBTFUL: (Flaw & { reason: string })[] = [
  {
    id: "accepts-without-prefix",
    fact: "F-6.3-07",
    about: "A bare digest without the prefix is trusted.",
    reason: "Only who has the secret can make a right digest, so nobody is harmed.",
    switches: { verifies: (delivery) => isSigned({ ...delivery, header: `sha256=${digitsOf(delivery.header)}` }) },
  },
  {
    id: "length-required",
    fact: "F-6.5-01",
    about: "A chunked delivery is refused with 411.",
    reason: "A server may refuse a body of unknown length (RFC 9110, 15.5.12).",
    switches: { refusesAtOnce: ({ headers }) => (headers["content-length"] === undefined ? 411 : undefined) },
  },
  {
    id: "remembers-by-payment",
    fact: "F-6.5-05",
    about: "Payment id alone is the key, so that another event of the same payment would be lost.",
    reason: "The key of id and event is an example, and there is one event today.",
    switches: { key: (payload) => String(payload["id"]) },
  },
  {
    id: "remembers-by-body",
    fact: "F-6.5-05",
    about: "The bytes of the body are the key.",
    reason: "Whether a repetition has the same bytes is not stated; with the same bytes it is idempotent.",
    switches: { key: (_, { raw }) => hmac("", raw).toString("hex") },
  },
  {
    id: "remembers-by-signature",
    fact: "F-6.5-05",
    about: "The value of the signature header is the key.",
    reason: "As for the body; the case of the hex digits is open besides.",
    switches: { key: (_, { header }) => String(header) },
  },
  {
    id: "slices-seven-characters",
    fact: "F-6.3-07",
    about: "The first seven characters of the header are dropped, whatever they are.",
    reason:
      "Who knows the right digest knows the secret; that a wrong prefix is refused is not stated in so many words.",
    switches: { verifies: (delivery) => isSigned({ ...delivery, header: `sha256=${delivery.header?.slice(7)}` }) },
  },
  {
    id: "content-type-without-parameter",
    fact: "F-6.5-01",
    about: "application/json; charset=utf-8 is refused with 415.",
    reason: "The header is stated without a parameter, and whether one follows is open (U-22).",
    switches: { refusesAtOnce: ({ headers }) => (headers["content-type"] === "application/json" ? undefined : 415) },
  },
  {
    id: "limit-of-a-kilobyte",
    fact: "F-6.5-01",
    about: "Deliveries of more than 1000 bytes are refused with 413.",
    reason: "No maximum of a payload is stated (N-8-02), so no size is owed.",
    switches: { maxBytes: 1000 },
  },
  {
    id: "limit-of-64-kilobytes",
    fact: "F-6.5-01",
    about: "Deliveries of more than 64 kB are refused with 413.",
    reason: "No maximum of a payload is stated (N-8-02), so no size is owed.",
    switches: { maxBytes: 65_536 },
  },
  {
    id: "locks-out-after-forgeries",
    fact: "F-6.5-01",
    about: "After three forgeries every request is refused with 429.",
    reason: "A defence against guessing; that it must not exist is not stated.",
    switches: lockout(),
  },
  {
    id: "finds-signature-in-other-header",
    fact: "F-6.3-08",
    about: "A right signature in X-Signature is trusted as well.",
    reason: "It proves the sender all the same.",
    switches: { header: ({ headers }) => (headers[SIGNATURE] ?? headers["x-signature"]) as string | undefined },
  },
  {
    id: "refuses-other-events",
    fact: "F-6.5-01",
    about: `Events other than ${EVENT} are refused with 400.`,
    reason: "No other event is delivered today (F-6.2-02), so there is nothing to acknowledge.",
    switches: { isWelcome: (payload) => payload["@event"] === EVENT },
  },
];

/** Counts per receiver: the verifier meets the header of each receiver's own secret. */
function lockout(): Partial<Switches> {
  const forgeries = new Map<string, number>();
  return {
    verifies: (delivery) => {
      const { secret } = delivery;
      const count = forgeries.get(secret) ?? 0;
      const isGenuine = count < 3 && isSigned(delivery);
      if (!isGenuine) forgeries.set(secret, count + 1);
      return isGenuine;
    },
    refusal: { status: 429 },
  };
}
