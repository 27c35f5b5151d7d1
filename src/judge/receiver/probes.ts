/** What a faulty receiver with the correct secret could accept in the place of the stated signature. */

import { createHash, createHmac } from "node:crypto";
import { SIGNATURE_HEADER } from "../../../generated/constants.ts";
import { sorted, spaced } from "../../signature-mistakes/json-forms.ts";
import { OTHER_DIGESTS, OTHER_KEYS } from "../../signature-mistakes/keys.ts";

/** The stated one too: a receiver that knows only that is at fault where a deployment names another. */
const OTHER_HEADERS = [
  SIGNATURE_HEADER,
  "X-Signature",
  "X-Hub-Signature-256",
  "X-Webhook-Signature",
  "Signature",
  "X-Signature-256",
];

/** Headers in the place of the signature. */
export type Probe = (body: string, secret: string) => Record<string, string>;
const hmac = (key: string | Buffer, body: string | Buffer) => createHmac("sha256", key).update(body).digest();

/** What a receiver may hash instead of the raw body: the same JSON, re-encoded, or nothing. */
const WRITINGS: ((body: string) => string)[] = [
  (body) => JSON.stringify(JSON.parse(body), null, 2),
  (body) => JSON.stringify(sorted(JSON.parse(body))),
  (body) => spaced(JSON.parse(body), ", ", ": "),
  (body) => spaced(sorted(JSON.parse(body)), ", ", ": "),
  (body) => `${body}\n`,
  (body) => createHash("sha256").update(body).digest("hex"),
  (body) => Buffer.from(body).toString("base64"),
  () => "",
];

/** What a receiver may compute instead of the HMAC of the body, with the prefixes that go with it. */
const DIGESTS = Object.entries(OTHER_DIGESTS).flatMap(([what, make]) => {
  const own = /^HMAC with (SHA-?|MD)(\d+)$/.exec(what);
  const prefixes = own ? [`${own[1]?.replace("-", "").toLowerCase()}${own[2]}=`, "sha256="] : ["sha256="];
  return prefixes.map((prefix) => ({ prefix, make }));
});

/** What a receiver may hash in front of the body: where it was sent, and with which method. */
const targets = (url: string): string[] => {
  const { pathname, search } = new URL(url);
  const target = pathname + search;
  return [target, url, `POST${target}`, `POST ${target}`, `${target}.`, `${target}\n`, `POST\n${target}\n`];
};
const TIME_HEADERS = [
  "X-Service-Timestamp",
  "X-Timestamp",
  "X-Webhook-Timestamp",
  "X-Request-Timestamp",
  "X-Signature-Timestamp",
];
const timeHeaders = (time: string) => Object.fromEntries(TIME_HEADERS.map((one) => [one, time]));

/** The stated signature, with the secret without the white space around it. */
export const trimmedSecret =
  (name: string): Probe =>
  (body, secret) => ({ [name]: `sha256=${hmac(secret.trim(), body).toString("hex")}` });

/** Headers that a faulty receiver with the correct secret would accept. `name`: of the signature header. */
export function probesFor(name: string, url: string): Probe[] {
  const signed =
    (header: (body: string, secret: string) => string): Probe =>
    (body, secret) => ({ [name]: header(body, secret) });
  const timed: ((time: string, body: string) => string)[] = [
    (time, body) => `${time}.${body}`,
    (time, body) => time + body,
    (time, body) => `${time}:${body}`,
    (time, body) => `${time}\n${body}`,
  ];
  return [
    () => ({}),
    trimmedSecret(name),
    ...targets(url).map((target) => signed((body, secret) => `sha256=${hmac(secret, target + body).toString("hex")}`)),
    ...timed.map(
      (write): Probe =>
        (body, secret) => {
          const time = String(Math.floor(Date.now() / 1000));
          return { [name]: `sha256=${hmac(secret, write(time, body)).toString("hex")}`, ...timeHeaders(time) };
        },
    ),
    (body, secret) => ({ [name]: `sha256=${hmac(secret, body).toString("hex")}`, Authorization: "Bearer judge" }),
    signed((body, secret) => hmac(secret, body).toString("hex")),
    signed((body, secret) => hmac(secret, body).toString("base64")),
    signed((body, secret) => `sha256=${hmac(secret, body).toString("base64")}`),
    signed((body, secret) => `sha256=${hmac(secret, body).toString("hex").toUpperCase()}`),
    signed((body, secret) => `sha256=${hmac(secret, body).toString("base64url")}`),
    ...DIGESTS.map(({ prefix, make }) => signed((body, secret) => prefix + make(secret, body).toString("hex"))),
    ...WRITINGS.map((write) => signed((body, secret) => `sha256=${hmac(secret, write(body)).toString("hex")}`)),
    ...Object.values(OTHER_KEYS).map((make) =>
      signed((body, secret) => `sha256=${hmac(make(secret), body).toString("hex")}`),
    ),
    (body, secret) => {
      const header = `sha256=${hmac(secret, body).toString("hex")}`;
      const time = { ...timeHeaders(String(Math.floor(Date.now() / 1000))), Date: new Date().toUTCString() };
      const id = { "X-Delivery-Id": "d-1", "X-Event": "case_file.payment.confirmed" };
      return { [name]: header, ...Object.fromEntries(OTHER_HEADERS.map((one) => [one, header])), ...time, ...id };
    },
  ];
}
