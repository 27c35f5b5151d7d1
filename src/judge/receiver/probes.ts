/** What a faulty receiver with the correct secret could accept in the place of the stated signature. */

import { createHash, createHmac } from "node:crypto";
import { CASE_FILE_PAYMENT_CONFIRMED as EVENT, SIGNATURE_HEADER } from "../../../generated/constants.ts";
import { sorted, spaced } from "../../signature-mistakes/json-forms.ts";
import { OTHER_DIGESTS, OTHER_KEYS } from "../../signature-mistakes/keys.ts";

/** The stated one too: a receiver that knows only that is at fault where a deployment names another. */
const OTHER_HEADERS = [
  ...[SIGNATURE_HEADER, "X-Signature", "X-Hub-Signature-256", "X-Webhook-Signature", "Signature", "X-Signature-256"],
];

/** Headers in the place of the signature. */
export type Probe = (body: string, secret: string) => Record<string, string>;
const hmac = (key: string | Buffer, body: string | Buffer) => createHmac("sha256", key).update(body).digest();
const stated = (body: string, secret: string | Buffer) => `sha256=${hmac(secret, body).toString("hex")}`;
/** What a receiver may hash instead of the body. */
type Writing = (body: string) => string;

/** The same JSON, re-encoded, or nothing. */
const WRITINGS: readonly Writing[] = [
  (body) => JSON.stringify(JSON.parse(body), null, 2),
  (body) => JSON.stringify(sorted(JSON.parse(body))),
  (body) => spaced(JSON.parse(body), ", ", ": "),
  (body) => spaced(sorted(JSON.parse(body)), ", ", ": "),
  (body) => `${body}\n`,
  (body) => createHash("sha256").update(body).digest("hex"),
  (body) => Buffer.from(body).toString("base64"),
  () => "",
];
/** In front of it where it was sent, and with which method. */
function withTarget(url: string): Writing[] {
  const { pathname, search } = new URL(url);
  const target = pathname + search;
  const fronts = [target, url, `POST${target}`, `POST ${target}`, `${target}.`, `${target}\n`, `POST\n${target}\n`];
  return fronts.map((front) => (body) => front + body);
}

/** A value of the signature header. */
type Header = (body: string, secret: string) => string;

/** Other ways to write the right digest. */
const SPELLINGS: readonly ((digest: Buffer) => string)[] = [
  (digest) => digest.toString("hex"),
  (digest) => digest.toString("base64"),
  (digest) => `sha256=${digest.toString("base64")}`,
  (digest) => `sha256=${digest.toString("hex").toUpperCase()}`,
  (digest) => `sha256=${digest.toString("base64url")}`,
];

/** What a receiver may compute instead of the HMAC of the body, with the prefixes that go with it. */
const DIGESTS = Object.entries(OTHER_DIGESTS).flatMap(([what, make]) => {
  const own = /^HMAC with (SHA-?|MD)(\d+)$/.exec(what);
  const prefixes = own ? [`${own[1]?.replace("-", "").toLowerCase()}${own[2]}=`, "sha256="] : ["sha256="];
  return prefixes.map(
    (prefix): Header =>
      (body, secret) =>
        prefix + make(secret, body).toString("hex"),
  );
});

/** Between a time stamp and the body. */
const SEPARATORS = [".", "", ":", "\n"];
const timeHeaders = (time: string) =>
  Object.fromEntries(["Service-", "", "Webhook-", "Request-", "Signature-"].map((of) => [`X-${of}Timestamp`, time]));
const seconds = () => String(Math.floor(Date.now() / 1000));

/** The stated signature, with the secret without the white space around it. */
export const trimmedSecret =
  (name: string): Probe =>
  (body, secret) => ({ [name]: stated(body, secret.trim()) });

/** Headers that a faulty receiver with the correct secret would accept. `name`: of the signature header. */
export function probesFor(name: string, url: string): Probe[] {
  const headers: readonly Header[] = [
    ...[...withTarget(url), ...WRITINGS].map(
      (write): Header =>
        (body, secret) =>
          stated(write(body), secret),
    ),
    ...SPELLINGS.map(
      (spell): Header =>
        (body, secret) =>
          spell(hmac(secret, body)),
    ),
    ...DIGESTS,
    ...Object.values(OTHER_KEYS).map(
      (key): Header =>
        (body, secret) =>
          stated(body, key(secret)),
    ),
  ];
  const timed = (separator: string): Probe => {
    const time = seconds();
    return (body, secret) => ({ [name]: stated(time + separator + body, secret), ...timeHeaders(time) });
  };
  return [
    () => ({}),
    trimmedSecret(name),
    ...headers.map(
      (header): Probe =>
        (body, secret) => ({ [name]: header(body, secret) }),
    ),
    ...SEPARATORS.map(timed),
    (body, secret) => ({ [name]: stated(body, secret), Authorization: "Bearer judge" }),
    (body, secret) => {
      const names = Object.fromEntries(OTHER_HEADERS.map((one) => [one, stated(body, secret)]));
      const more = { Date: new Date().toUTCString(), "X-Delivery-Id": "d-1", "X-Event": EVENT };
      return { [name]: stated(body, secret), ...names, ...timeHeaders(seconds()), ...more };
    },
  ];
}
