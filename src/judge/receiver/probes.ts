/** What a faulty receiver with the correct secret could accept in the place of the stated signature. */

import { CASE_FILE_PAYMENT_CONFIRMED as EVENT, SIGNATURE_HEADER } from "../../../generated/constants.ts";
import { mistakenBodies } from "../../signature-mistakes/bodies.ts";
import { mistakenKeys, OTHER_DIGESTS } from "../../signature-mistakes/keys.ts";
import { hmac, sign } from "../wire/signature.ts";

/** The stated one too: a receiver that knows only that is at fault where a deployment names another. */
const OTHER_HEADERS = [
  ...[SIGNATURE_HEADER, "X-Signature", "X-Hub-Signature-256", "X-Webhook-Signature", "Signature", "X-Signature-256"],
];
const TIME_HEADERS = ["Service-", "", "Webhook-", "Request-", "Signature-"].map((of) => `X-${of}Timestamp`);
/** Between a time stamp and the body. */
const SEPARATORS = [".", "", ":", "\n"];

/** How a digest may be written instead, behind the name of its algorithm or alone. */
function written(digest: Buffer): string[] {
  const [hex, base64] = [digest.toString("hex"), digest.toString("base64")];
  const prefixed = [base64, hex.toUpperCase(), digest.toString("base64url")].map((text) => `sha256=${text}`);
  return [hex, base64, ...prefixed];
}

/** Other digests, with the prefixes that go with them. */
const digested = (body: string, secret: string) =>
  Object.entries(OTHER_DIGESTS).flatMap(([what, make]) => {
    const [, name, bits] = /^HMAC with (SHA|MD)-?(\d+)$/.exec(what) ?? [];
    const prefixes = [...(name ? [`${name.toLowerCase()}${bits}=`] : []), "sha256="];
    return prefixes.map((prefix) => prefix + make(secret, body).toString("hex"));
  });

/** In front of a body: where it was sent, and with which method. */
function fronts(url: string): string[] {
  const { pathname, search } = new URL(url);
  const target = pathname + search;
  return [target, url, `POST${target}`, `POST ${target}`, `${target}.`, `${target}\n`, `POST\n${target}\n`];
}

/** What a receiver may hash instead of the body; forms with other escapes or another end alone are left out. */
const rewritten = (body: string) =>
  [...mistakenBodies(Buffer.from(body))].flatMap(({ what, bytes }) =>
    /before @event|escape|capital|, with a line break/.test(what) ? [] : [bytes],
  );

/** The headers that such receivers accept with this body. `name`: of the signature header. */
export function probesFor(name: string, url: string, body: string, secret: string): Record<string, string>[] {
  const stated = (bytes: string | Buffer, key: string | Buffer = secret) => sign(bytes, key);
  const right = stated(body);
  const bodies = [...fronts(url).map((front) => front + body), ...rewritten(body)];
  const values = new Set([
    ...[...bodies.map((bytes) => stated(bytes)), ...written(hmac(secret, body)), ...digested(body, secret)],
    ...mistakenKeys(secret).map(({ bytes }) => stated(body, bytes)),
  ]);
  const time = String(Math.floor(Date.now() / 1000));
  const at = Object.fromEntries(TIME_HEADERS.map((one) => [one, time]));
  const names = Object.fromEntries(OTHER_HEADERS.map((one) => [one, right]));
  const more = { Date: new Date().toUTCString(), "X-Delivery-Id": "d-1", "X-Event": EVENT };
  return [
    {},
    ...[...values].map((value) => ({ [name]: value })),
    ...SEPARATORS.map((separator) => ({ [name]: stated(time + separator + body), ...at })),
    { [name]: right, Authorization: "Bearer judge" },
    { [name]: right, ...names, ...at, ...more },
  ];
}
