/** What a faulty receiver with the correct secret could accept in the place of the stated signature. */

import { createHash, createHmac } from "node:crypto";
import { SIGNATURE_HEADER } from "../../../generated/constants.ts";

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
const hmac = (key: string | Buffer, body: string | Buffer, algorithm = "sha256") =>
  createHmac(algorithm, key).update(body).digest();

const sorted = (body: string) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).sort()));
/** As Python's `json.dumps` writes it: no text of a snapshot holds these two marks. */
const spaced = (body: string) => body.replaceAll('":', '": ').replaceAll(',"', ', "');
/** What a receiver may hash instead of the raw body: the same JSON, re-encoded, or nothing. */
const WRITINGS: ((body: string) => string)[] = [
  (body) => JSON.stringify(JSON.parse(body), null, 2),
  sorted,
  spaced,
  (body) => spaced(sorted(body)),
  (body) => `${body}\n`,
  () => "",
];

const plainHash = (text: string, algorithm = "sha256") => createHash(algorithm).update(text).digest("hex");
/** What a receiver may compute instead of the HMAC of the body, each with the prefix that goes with it. */
const ALGORITHMS: readonly (readonly [string, (secret: string, body: string) => string])[] = [
  ["sha256", (secret, body) => plainHash(secret + body)],
  ["sha256", (secret, body) => plainHash(body + secret)],
  ["sha256", (secret, body) => plainHash(`${secret}.${body}`)],
  ["sha256", (secret, body) => plainHash(`${body}.${secret}`)],
  ["sha256", (_, body) => plainHash(body)],
  ["sha256", (secret, body) => hmac(body, secret).toString("hex")],
  ["sha256", (secret, body) => hmac(secret, body).toString("base64url")],
  ["sha256", (secret, body) => hmac(secret, hmac(secret, body)).toString("hex")],
  ["sha256", (secret, body) => hmac(secret, plainHash(body)).toString("hex")],
  ["sha256", (secret, body) => hmac(secret, Buffer.from(body).toString("base64")).toString("hex")],
  ["sha256", (secret, body) => hmac(secret, body, "sha512").toString("hex")],
  ["sha384", (secret, body) => hmac(secret, body, "sha384").toString("hex")],
  ["md5", (secret, body) => hmac(secret, body, "md5").toString("hex")],
  ["sha256", (secret, body) => hmac(secret, body, "md5").toString("hex")],
];

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
  const keys: ((secret: string) => string | Buffer)[] = [
    (secret) => Buffer.from(secret, "hex"),
    (secret) => Buffer.from(secret, "base64"),
    (secret) => `${secret}\n`,
    (secret) => secret.toLowerCase(),
    (secret) => secret.replace(/^[a-z]+_/i, ""),
    (secret) => Buffer.from(secret).toString("base64"),
    (secret) => Buffer.from(secret).toString("hex"),
    (secret) => createHash("sha256").update(secret).digest(),
    (secret) => plainHash(secret),
  ];
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
    signed((body, secret) => `sha1=${hmac(secret, body, "sha1").toString("hex")}`),
    signed((body, secret) => `sha256=${hmac(secret, body, "sha1").toString("hex")}`),
    signed((body, secret) => `sha512=${hmac(secret, body, "sha512").toString("hex")}`),
    ...ALGORITHMS.map(([name, of]) => signed((body, secret) => `${name}=${of(secret, body)}`)),
    ...WRITINGS.map((write) => signed((body, secret) => `sha256=${hmac(secret, write(body)).toString("hex")}`)),
    ...keys.map((keyOf) => signed((body, secret) => `sha256=${hmac(keyOf(secret), body).toString("hex")}`)),
    (body, secret) => {
      const header = `sha256=${hmac(secret, body).toString("hex")}`;
      const time = { ...timeHeaders(String(Math.floor(Date.now() / 1000))), Date: new Date().toUTCString() };
      const id = { "X-Delivery-Id": "d-1", "X-Event": "case_file.payment.confirmed" };
      return { [name]: header, ...Object.fromEntries(OTHER_HEADERS.map((one) => [one, header])), ...time, ...id };
    },
  ];
}
