/** Flaws of client webhook deliveries: the request, its signature, its payload. */

import { createHash } from "node:crypto";
import { digest, EVENT, SIGNATURE, type Switches } from "../service.ts";
import type { Attempt, Json } from "../types.ts";
import { change, type Flaw, put, sends, withHeader, without, withoutHeader } from "./flaw.ts";

const sha256 = (key: string | Buffer, body: string | Buffer) => digest("sha256", key, body).toString("hex");
/** Signs something else than the bytes of the body. */
const signs = (what: (attempt: Attempt) => string | Buffer): Partial<Switches> => ({
  sign: (attempt) => `sha256=${sha256(attempt.hook.secret, what(attempt))}`,
});
const form = (payload: unknown) => new URLSearchParams(payload as Record<string, string>).toString();
const pretty = (payload: unknown) => JSON.stringify(payload, null, 2);

const REQUEST: Flaw[] = [
  {
    id: "delivery-by-put",
    fact: "F-6.3-01",
    same: ["F-1-04", "F-4.5-01"],
    about: "Client deliveries are PUT requests.",
    switches: sends("client", (delivery) => ({ ...delivery, method: "PUT" })),
  },
  {
    id: "delivery-by-patch",
    fact: "F-4.5-01",
    same: ["F-1-04", "F-6.3-01"],
    about: "Client deliveries are PATCH requests.",
    switches: sends("client", (delivery) => ({ ...delivery, method: "PATCH" })),
  },
  {
    id: "delivery-by-get",
    fact: "F-1-04",
    same: ["F-4.5-01", "F-6.3-01"],
    about: "Client deliveries are GET requests without a body.",
    switches: sends("client", (delivery) => ({ ...delivery, method: "GET", body: Buffer.alloc(0) })),
  },
  {
    id: "delivery-drops-query",
    fact: "F-4.5-01",
    same: ["F-6.3-01"],
    about: "Deliveries go to the URL without its query.",
    switches: sends("client", (delivery) => ({ ...delivery, path: delivery.path.replace(/\?.*/, "") })),
  },
  {
    id: "delivery-to-root",
    fact: "F-4.5-01",
    same: ["F-6.3-01"],
    about: "Deliveries go to the root of the host instead of the path of the URL.",
    switches: sends("client", (delivery) => ({ ...delivery, path: "/" })),
  },
  {
    id: "delivery-appends-event",
    fact: "F-6.3-01",
    same: ["F-4.5-01"],
    about: "The name of the event is appended to the path of the URL.",
    switches: sends("client", (delivery) => ({ ...delivery, path: delivery.path.replace(/$|\?/, `/${EVENT}$&`) })),
  },
  {
    id: "delivery-lower-cases-path",
    fact: "F-4.5-01",
    same: ["F-6.3-01"],
    about: "Deliveries go to the URL in lower case.",
    switches: sends("client", (delivery) => ({ ...delivery, path: delivery.path.toLowerCase() })),
  },
  {
    id: "content-type-missing",
    fact: "F-6.3-02",
    about: "Client deliveries have no Content-Type.",
    switches: sends("client", withoutHeader("Content-Type")),
  },
  {
    id: "content-type-text",
    fact: "F-6.3-02",
    about: "Client deliveries have the Content-Type text/plain.",
    switches: sends("client", withHeader("Content-Type", "text/plain")),
  },
  {
    id: "content-type-form",
    fact: "F-6.3-02",
    about: "JSON is delivered under the Content-Type of a form.",
    switches: sends("client", withHeader("Content-Type", "application/x-www-form-urlencoded")),
  },
  {
    id: "content-type-json-ld",
    fact: "F-6.3-02",
    about: "Client deliveries have the Content-Type application/ld+json.",
    switches: sends("client", withHeader("Content-Type", "application/ld+json")),
  },
  {
    id: "body-form",
    fact: "F-6.3-04",
    same: ["F-4.5-01", "F-2.4-10"],
    about: "The body of a client delivery is a form, rightly signed.",
    switches: { encode: form },
  },
  {
    id: "body-json-in-form",
    fact: "F-6.3-04",
    same: ["F-4.5-01", "F-2.4-10"],
    about: "The body is a form with the JSON in its field payload, rightly signed.",
    switches: { encode: (payload) => `payload=${encodeURIComponent(JSON.stringify(payload))}` },
  },
  {
    id: "body-xml",
    fact: "F-4.5-01",
    same: ["F-6.3-04", "F-2.4-10"],
    about: "The body of a client delivery is XML, rightly signed.",
    switches: { encode: (payload) => `<event name="${EVENT}"><id>${(payload as Json)["id"]}</id></event>` },
  },
  {
    id: "body-empty",
    fact: "F-6.3-04",
    same: ["F-4.5-01", "F-2.4-10"],
    about: "The body of a client delivery is empty, rightly signed.",
    switches: { encode: () => "" },
  },
  {
    id: "body-json-twice",
    fact: "F-6.3-04",
    same: ["F-2.4-10"],
    about: "The body is a JSON string that contains the JSON of the snapshot, rightly signed.",
    switches: { encode: (payload) => JSON.stringify(JSON.stringify(payload)) },
  },
];

const SIGNATURES: Flaw[] = [
  {
    id: "unsigned",
    fact: "F-5-09",
    same: ["F-6.3-03", "F-6.1-01", "F-6.3-05"],
    about: "Client deliveries have no signature header.",
    switches: { sign: () => undefined },
  },
  {
    id: "signature-empty",
    fact: "F-6.3-03",
    same: ["F-6.3-05", "F-5-09"],
    about: "The signature header is empty.",
    switches: { sign: () => "" },
  },
  {
    id: "signature-digest-empty",
    fact: "F-6.3-03",
    same: ["F-6.3-05", "F-5-09"],
    about: "The signature header holds the prefix and nothing else.",
    switches: { sign: () => "sha256=" },
  },
  ...["X-Signature", "X-Hub-Signature-256", "Signature", "X-Service-Signature-256"].map(
    (name): Flaw => ({
      id: `signature-in-${name.toLowerCase()}`,
      fact: name === "X-Signature" ? "F-6.1-01" : "F-6.3-03",
      same: ["F-6.3-03", "F-6.1-01", "F-5-09"],
      about: `The signature is in the header ${name}.`,
      switches: sends("client", ({ headers: { [SIGNATURE]: value = "", ...headers }, ...delivery }) => ({
        ...delivery,
        headers: { ...headers, [name]: value },
      })),
    }),
  ),
  ...Object.entries({
    "without-prefix": "",
    "upper-case-prefix": "SHA256=",
    "colon-prefix": "sha256:",
    "version-prefix": "v1=",
    "hmac-prefix": "hmac-sha256=",
    "sha1-prefix": "sha1=",
  }).map(
    ([id, prefix]): Flaw => ({
      id: `signature-${id}`,
      fact: "F-6.3-03",
      same: ["F-6.3-05"],
      about: `The right digest has the prefix "${prefix}".`,
      switches: { sign: ({ hook, body }) => prefix + sha256(hook.secret, body) },
    }),
  ),
  ...["sha1", "sha512", "md5", "sha384"].map(
    (algorithm): Flaw => ({
      id: `signature-by-${algorithm}`,
      fact: "F-6.3-05",
      same: ["F-6.1-01", "F-6.3-03"],
      about: `The digest is that of HMAC with ${algorithm}, under the prefix sha256=.`,
      switches: { sign: ({ hook, body }) => `sha256=${digest(algorithm, hook.secret, body).toString("hex")}` },
    }),
  ),
  ...(["base64", "base64url"] as const).map(
    (encoding): Flaw => ({
      id: `signature-in-${encoding}`,
      fact: "F-6.3-05",
      same: ["F-6.3-03"],
      about: `The digest is written in ${encoding}.`,
      switches: { sign: ({ hook, body }) => `sha256=${digest("sha256", hook.secret, body).toString(encoding)}` },
    }),
  ),
  {
    id: "signature-cut",
    fact: "F-6.3-05",
    same: ["F-6.3-03"],
    about: "The digest is cut to 32 hex digits.",
    switches: { sign: ({ hook, body }) => `sha256=${sha256(hook.secret, body).slice(0, 32)}` },
  },
  {
    id: "signature-hex-of-hex",
    fact: "F-6.3-05",
    about: "The hex digits of the digest are encoded in hex once more.",
    switches: { sign: ({ hook, body }) => `sha256=${Buffer.from(sha256(hook.secret, body)).toString("hex")}` },
  },
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
    switches: { payload: put("reference", "Zürich"), ...signs(({ body }) => Buffer.from(body.toString(), "latin1")) },
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
];

const FACT_OF_MEMBER = {
  "@event": "F-2.4-01",
  id: "F-2.4-02",
  amount: "F-2.4-03",
  paidTo: "F-2.4-04",
  confirmedAt: "F-2.4-05",
  createdAt: "F-2.4-06",
  updatedAt: "F-2.4-07",
  caseFile: "F-2.4-08",
};
type Member = keyof typeof FACT_OF_MEMBER;
const slug = (member: string) => member.replace("@", "").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
/** The member has a value that it must not have. */
const wrong = (member: Member, id: string, about: string, by: (value: unknown) => unknown): Flaw => ({
  id: `payload-${slug(member)}-${id}`,
  fact: FACT_OF_MEMBER[member],
  about: `${member} is ${about}.`,
  switches: { payload: change(member, by) },
});
const members = Object.keys(FACT_OF_MEMBER) as Member[];
const times = ["confirmedAt", "createdAt", "updatedAt"] as const;

const PAYLOADS: Flaw[] = [
  ...members.map(
    (member): Flaw => ({
      id: `payload-without-${slug(member)}`,
      fact: FACT_OF_MEMBER[member],
      same: ["F-2.4-10", ...(member === "@event" || member === "caseFile" ? ["F-6.3-04"] : [])],
      about: `The payload has no ${member}.`,
      switches: { payload: without(member) },
    }),
  ),
  ...members.map((member) => wrong(member, "null", "null", () => null)),
  wrong("@event", "other-name", "payment_confirmed", () => "payment_confirmed"),
  wrong("@event", "capitals", "the name in capitals", (name) => String(name).toUpperCase()),
  wrong("@event", "list", "a list with the name", (name) => [name]),
  wrong("@event", "object", "an object with the name", (name) => ({ name })),
  wrong("id", "text", "a string of digits", String),
  wrong("id", "iri", "an IRI", (id) => `/api/payments/${id}`),
  wrong("id", "fraction", "a number with a fraction", (id) => Number(id) + 0.5),
  wrong("id", "constant", "the same for every payment", () => 1),
  wrong("amount", "text", "a string of digits", String),
  wrong("amount", "fraction", "a number with a fraction", () => 125.5),
  wrong("amount", "object", "an object with a currency", (value) => ({ value, currency: "EUR" })),
  wrong("paidTo", "other-name", "creditor", () => "creditor"),
  wrong("paidTo", "capitals", "CLIENT", () => "CLIENT"),
  wrong("paidTo", "iri", "the IRI of the client", () => "/api/clients/1"),
  wrong("paidTo", "object", "an object", (type) => ({ type })),
  ...times.flatMap((member) => [
    wrong(member, "without-offset", "without an offset", (time) => String(time).slice(0, 19)),
    wrong(member, "seconds", "a number of seconds", (time) => Math.floor(Date.parse(String(time)) / 1000)),
    wrong(member, "date", "a date without a time", (time) => String(time).slice(0, 10)),
  ]),
  wrong("confirmedAt", "http-date", "of the form that HTTP headers have", (time) =>
    new Date(String(time)).toUTCString(),
  ),
  wrong("createdAt", "local-form", "of a local form", () => "02.03.2026 09:15 +01:00"),
  wrong("updatedAt", "month-13", "in a month that no year has", () => "2026-13-02T09:15:00+01:00"),
  wrong("confirmedAt", "digits", "a string with the seconds since 1970", (time) =>
    String(Date.parse(String(time)) / 1000),
  ),
  wrong("createdAt", "object", "an object with date and time zone", (date) => ({ date, timezone: "Europe/Zurich" })),
  wrong("updatedAt", "empty", "the empty string", () => ""),
  wrong("caseFile", "number", "a number", () => 815),
  wrong("caseFile", "iri", "an IRI", () => "/api/case_files/815"),
  wrong("caseFile", "list", "a list", (value) => [value]),
  ...Object.entries({
    "without-id": {},
    "id-text": { id: "815" },
    "id-null": { id: null },
    "id-fraction": { id: 8.5 },
  }).map(
    ([id, value]): Flaw => ({
      id: `payload-case-file-${id}`,
      fact: "F-2.4-09",
      about: `caseFile is ${JSON.stringify(value)}.`,
      switches: { payload: put("caseFile", value) },
    }),
  ),
  {
    id: "payload-case-file-iri-inside",
    fact: "F-2.4-09",
    about: "caseFile holds an IRI instead of the id.",
    switches: { payload: put("caseFile", { "@id": "/api/case_files/815" }) },
  },
  {
    id: "payload-id-of-case-file",
    fact: "F-2.4-02",
    about: "id is that of the case file, not of the payment.",
    switches: { payload: (snapshot, { payment }) => ({ ...snapshot, id: payment.caseFile }) },
  },
  {
    id: "payload-id-of-attempt",
    fact: "F-2.4-02",
    about: "Each attempt has an id of its own in place of the payment's.",
    switches: { payload: (snapshot, { attempt }) => ({ ...snapshot, id: 1000 * attempt + 1 }) },
  },
  {
    id: "payload-enveloped",
    fact: "F-2.4-10",
    same: ["F-6.3-04"],
    about: "The snapshot is inside a member data, with @event beside it.",
    switches: { payload: ({ "@event": event, ...data }) => ({ "@event": event, data }) },
  },
  {
    id: "payload-event-inside-data",
    fact: "F-2.4-10",
    same: ["F-6.3-04", "F-2.4-01"],
    about: "The whole snapshot, @event included, is inside a member data.",
    switches: { payload: (data) => ({ data }) },
  },
  {
    id: "payload-list",
    fact: "F-2.4-10",
    same: ["F-6.3-04"],
    about: "The body is a list with the snapshot in it.",
    switches: { payload: (snapshot) => [snapshot] },
  },
  {
    id: "payload-event-only",
    fact: "F-2.4-10",
    same: ["F-6.3-04"],
    about: "The body holds @event and id alone, so that the rest has to be fetched.",
    switches: { payload: ({ "@event": event, id }) => ({ "@event": event, id }) },
  },
  {
    id: "payload-event-renamed",
    fact: "F-2.4-01",
    same: ["F-6.3-04", "F-2.4-10"],
    about: "The name of the event is in a member event.",
    switches: { payload: ({ "@event": event, ...rest }) => ({ event, ...rest }) },
  },
  {
    id: "payload-snake-case",
    fact: "F-2.4-10",
    same: ["F-2.4-04", "F-2.4-05", "F-2.4-06", "F-2.4-07", "F-2.4-08", "F-6.3-04"],
    about: "The members are called paid_to, confirmed_at and so on.",
    switches: {
      payload: (snapshot) =>
        Object.fromEntries(
          Object.entries(snapshot).map(([name, value]) => [
            name.replace(/[A-Z]/g, (l) => `_${l.toLowerCase()}`),
            value,
          ]),
        ),
    },
  },
];

export const DELIVERY_FLAWS: Flaw[] = [...REQUEST, ...SIGNATURES, ...PAYLOADS];
