/** Forgeries of every kind: requests that must have no effect, whatever the answer. */

import { gzipSync } from "node:zlib";
import { asciiJson } from "../../signature-mistakes/json-forms.ts";
import { OTHER_DIGESTS } from "../../signature-mistakes/keys.ts";
import type { Rests } from "../check.ts";
import { sign } from "../wire/signature.ts";
import { asItIs, type Case, caseOf, chunked, type Doing, EXPECTS, filled, indented, type Line, NOTE } from "./cases.ts";
import { OTHER_EVENT, type ReceiverContext } from "./context.ts";
import type { Delivered, Shape } from "./delivery.ts";

const TRUST: Rests = ["F-6.3-08"];
const COMPARE: Rests = ["F-6.3-07", "F-6.3-08"];
const RAW: Rests = ["F-6.3-06", "F-6.3-08"];
const PREFIX = "sha256=";
/** Where the digits of a header begin. */
const AT = PREFIX.length;
type Header = NonNullable<Case["header"]>;

/** A key that everybody knows, unless it is the secret. */
const signedWith =
  (key: string): Header =>
  (_, json, { secret }) =>
    sign(json, key === secret ? "none" : key);
const digested =
  (kind: keyof typeof OTHER_DIGESTS, prefix = PREFIX): Header =>
  (_, json, { secret }) =>
    prefix + OTHER_DIGESTS[kind](secret, json).toString("hex");
/** What examples have in the place of a secret (F-5-10). */
const PLACEHOLDER = "<WEBHOOK_SECRET>";
/** Only the secret is wrong. */
const stranger: Header = (_, json, { secret }) => sign(json, `${secret}x`);
const ofKnown: Header = (_, __, context) => context.sign(known(context).body);
const known = (context: ReceiverContext) => (context.known as Delivered).shape;
/** Bytes that differ from the signed ones. */
const changed = (sent: NonNullable<Case["sent"]>, note?: string): Doing => ({
  ...{ signed: asItIs, sent },
  ...(note !== undefined && { members: { note } }),
});
/** Only a body that looks correct: a receiver that skips the check for some requests accepts it. */
const unsigned = (how: Partial<Shape>): Doing => ({ header: NONE, how });
const NONE: Header = () => null;
const atEnd = (json: string) => json.replace(/x"\]\}$/, 'y"]}');
const pretty = (json: string) => indented(json);
const other = (digit = "0") => (digit === "a" ? "b" : "a");
const latin1 = (part: string, by: string) => (json: string) => Buffer.from(json.replace(part, by), "latin1");
const AT_NOTE = '"note":"';
const BYTE = `${AT_NOTE}\xff`;
const OTHER = { "@event": OTHER_EVENT };
const COMPRESSED: Doing = { header: NONE, sent: gzipSync, how: { more: { "Content-Encoding": "gzip" } } };
const [FORM, PARTS] = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=part"];
const [BEARER, BASIC] = [{ Authorization: "Bearer none" }, { Authorization: "Basic YWRtaW46YWRtaW4=" }];
const LOCAL = { Host: "localhost", Origin: "http://localhost", Referer: "http://localhost/" };
/** A sign that is any character in a pattern. */
const anyDigits = (sign: string) => () => PREFIX + sign.repeat(64);
const half: Header = (right) => right.slice(0, AT + 32) + "0".repeat(32);
/** Headers that proxies set, and that anyone who reaches the receiver can forge. */
const PROXY = {
  more: {
    Forwarded: "for=127.0.0.1;host=localhost;proto=https",
    "X-Forwarded-For": "127.0.0.1",
    "X-Forwarded-Host": "localhost",
    "X-Forwarded-Proto": "https",
    "X-Real-IP": "127.0.0.1",
    "X-Signature-Verified": "true",
  },
};
/** What a stranger may say of a request, and some receivers believe. */
const ASKS = {
  more: {
    ...{ "X-HTTP-Method-Override": "GET", "X-Method-Override": "GET", "X-Forwarded-Method": "GET" },
    ...{ "X-Debug": "1", "X-Test": "true", "X-Internal": "true", Cookie: "admin=1; debug=1; test=1" },
    ...{ "X-Event": "ping", "X-Webhook-Event": "ping", "X-Retry-Count": "1", "X-Redelivery": "true" },
    ...{ "User-Agent": "Collections-Service/1.0 (webhook)", "X-Webhook-Retry": "1", "X-Webhook-Signature": "none" },
    ...{ "X-Original-URL": "/health", "X-Rewrite-URL": "/health" },
  },
};
const QUERY = "test=1&debug=1&mode=test&internal=1&verified=true&signature=none&sig=none&token=none&secret=none";
const ASKING = { at: (url: URL) => Object.assign(url, { search: `${url.search && `${url.search}&`}${QUERY}` }) };
/** Another payment, whose signature is right. */
const ofAnother = (json: string) => json.replace(/"id":(\d+)/, (_, id) => `"id":${id - 10 ** 9}`);
const IN_QUERY: Doing = {
  ...{ sent: ofAnother, header: (right) => right },
  how: { at: (url, id) => url.searchParams.set("id", String(id)) },
};
/** What tells webhooks of one receiver apart, the query or the end of the path, names none. */
function nowhere(url: URL): void {
  if (url.search === "") url.pathname = url.pathname.replace(/[^/]*\/?$/, "none");
  for (const name of [...url.searchParams.keys()]) url.searchParams.set(name, "none");
}
const NOWHERE: Doing = { header: signedWith(""), how: { at: nowhere } };
/** At other paths that some routers take for the same one, and not what verifies. */
const unsignedAt = (other: (path: string) => string) =>
  unsigned({ at: (url) => Object.assign(url, { pathname: other(url.pathname) }) });
const TEST = {
  ...{ test: true, isTest: true, debug: true, livemode: false, mode: "test", environment: "test" },
  ...{ signature: "none", signed: true, verified: true },
};
const ofOtherEvent = (context: ReceiverContext) => ({ ...JSON.parse(String(known(context).body)), ...OTHER });
const OF_KNOWN: Doing = { header: ofKnown, members: ofOtherEvent };
const UTF_16 = "application/json; charset=utf-16";
/** More than parsers take that call themselves for each list. */
const DEPTH = 5000;
const deep = (json: string) => `${json.slice(0, -1)},"deep":${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}}`;
const withoutRest = (json: string) => JSON.stringify(JSON.parse(json), ["@event", "id"]);

/** They are sent after a genuine delivery. */
const LINES: readonly Line[] = [
  ["tampered", "whose amount was changed", TRUST, changed((json) => json.replace("12550", "99550"))],
  ["tampered-end", "that was changed far from its beginning", RAW, { ...changed(atEnd), members: filled(3000) }],
  ["appended", "with a line break after the signed bytes", RAW, changed((json) => `${json}\n`)],
  ["prepended", "with a byte order mark before the signed bytes", RAW, changed((json) => `\ufeff${json}`)],
  ["reencoded", "that was signed compact and sent pretty-printed", RAW, changed(pretty)],
  ["reencoded-back", "that was signed pretty-printed and sent compact", RAW, { signed: pretty }],
  ["lower-case", "that was signed in lower-case letters", RAW, { signed: (json) => json.toLowerCase() }],
  ["reencoded-letters", "whose letters were escaped after signing", RAW, changed(asciiJson, NOTE)],
  ["not-text", "with invalid UTF-8 instead of the signed bytes", RAW, changed(latin1("\ufffd", "\xff"), "\ufffd")],
  ["not-text-between", "with an invalid byte between the signed ones", RAW, changed(latin1(AT_NOTE, BYTE), "")],
  ["behind-nul", "with a NUL and more after the signed bytes", RAW, changed((json) => `${json}\0${json}`)],
  ["other-secret", "signed with another secret", COMPARE, stranger],
  ["empty-secret", "signed with an empty secret", TRUST, signedWith("")],
  ["empty-secret-nowhere", "signed with an empty secret, for a webhook that does not exist,", TRUST, NOWHERE],
  ["id-in-query", "of a payment that only the query names, beside a genuine body,", TRUST, IN_QUERY],
  ["plain-hash", "with the plain SHA-256 of the body", TRUST, digested("the plain SHA-256 of the body")],
  ["missing-secret", 'signed with "undefined", the text of a missing secret,', TRUST, signedWith("undefined")],
  ["missing-secret-null", 'signed with "null", the text of a missing secret,', TRUST, signedWith("null")],
  ["missing-secret-none", 'signed with "None", the text of a missing secret,', TRUST, signedWith("None")],
  ["placeholder", `signed with "${PLACEHOLDER}", as examples are,`, TRUST, signedWith(PLACEHOLDER)],
  ["pattern", "with dots for digits, as in regular expressions,", COMPARE, anyDigits(".")],
  ["pattern-of-names", "with question marks for digits, as in names of files,", COMPARE, anyDigits("?")],
  ["pattern-of-sql", "with underscores for digits, as in LIKE of SQL,", COMPARE, anyDigits("_")],
  ["no-header", "without the header", TRUST, NONE],
  ["empty-header", "with an empty header", TRUST, () => ""],
  ["empty-digest", "with nothing after the prefix", COMPARE, () => PREFIX],
  ["zero", "whose header is the digit 0", COMPARE, () => "0"],
  ["word", "with the word null after the prefix", COMPARE, () => `${PREFIX}null`],
  ["zero-digest", "with a digest of zeros", COMPARE, () => PREFIX + "0".repeat(64)],
  ["truncated", "with only the first 16 digits", COMPARE, (right) => right.slice(0, AT + 16)],
  ["one-digit", "with only the first digit", COMPARE, (right) => right.slice(0, AT + 1)],
  ["first-half", "with only the first half of the digits correct", COMPARE, half],
  ["first-digit", "whose first digit is wrong", COMPARE, (right) => PREFIX + other(right[AT]) + right.slice(AT + 1)],
  ["last-digit", "whose last digit is wrong", COMPARE, (right) => right.slice(0, -1) + other(right.at(-1))],
  ["turned", "with the digits in reverse", COMPARE, (right) => PREFIX + [...right.slice(AT)].reverse().join("")],
  ["longer", "with one digit too many", COMPARE, (right) => `${right}0`],
  ["long", "with 4,000 digits too many", COMPARE, (right) => right + "0".repeat(4000)],
  ["tail", "with letters that are not hex after a correct digest", COMPARE, (right) => `${right}zz`],
  ["algorithm-none", "whose header names the algorithm none", TRUST, () => "none="],
  ["algorithm-unknown", "whose header names an unknown algorithm", TRUST, () => `x=${"0".repeat(64)}`],
  ["algorithm-other", "whose header names the algorithm SHA-512", TRUST, () => `sha512=${"0".repeat(128)}`],
  ["doubled", "with two headers that are both wrong", COMPARE, { header: stranger, how: { isDoubled: true } }],
  ["unsigned-text", "without the header, as text/plain", TRUST, unsigned({ contentType: "text/plain" })],
  ["unsigned-charset", "without the header, in UTF-16 by its charset,", TRUST, unsigned({ contentType: UTF_16 })],
  ["unsigned-deep", "without the header, with many lists in each other,", TRUST, { header: NONE, sent: deep }],
  ["unsigned-form", "without the header, as a form", TRUST, unsigned({ contentType: FORM })],
  ["unsigned-parts", "without the header, as a form in parts", TRUST, unsigned({ contentType: PARTS })],
  ["unsigned-small", "without the header, with only id and event,", TRUST, { header: NONE, sent: withoutRest }],
  ["unsigned-event", "without the header, of another event,", TRUST, { header: NONE, members: OTHER }],
  ["unsigned-list", "without the header, in a list,", TRUST, { header: NONE, sent: (json) => `[${json}]` }],
  ["unsigned-compressed", "without the header, compressed", TRUST, COMPRESSED],
  ["unsigned-authorization", "without the header, with a bearer token,", TRUST, unsigned({ more: BEARER })],
  ["unsigned-basic", "without the header, with a user and a password,", TRUST, unsigned({ more: BASIC })],
  ["unsigned-test", "without the header, that calls itself a test", TRUST, { header: NONE, members: TEST }],
  ["unsigned-query", "without the header, whose query asks for trust,", TRUST, unsigned(ASKING)],
  ["unsigned-slash", "without the header, at the path with one more slash,", TRUST, unsignedAt((path) => `${path}/`)],
  [
    "unsigned-capitals",
    "without the header, at the path in capitals,",
    TRUST,
    unsignedAt((path) => path.toUpperCase()),
  ],
  [
    "unsigned-semicolon",
    "without the header, at the path with a parameter,",
    TRUST,
    unsignedAt((path) => `${path};v=1`),
  ],
  ["unsigned-asking", "without the header, with headers that ask for trust or another method,", TRUST, unsigned(ASKS)],
  ["unsigned-expect", "without the header, that expects 100 Continue,", TRUST, unsigned({ more: EXPECTS })],
  ["unsigned-local", "without the header, for the host localhost", TRUST, unsigned({ more: LOCAL })],
  ["unsigned-put", "without the header, by PUT", TRUST, unsigned({ method: "PUT" })],
  ["unsigned-chunked", "without the header, chunked", TRUST, unsigned(chunked(3, 10))],
  ["wrong-chunked", "signed with another secret, chunked", COMPARE, { header: stranger, how: chunked(3, 10) }],
  ["large", "of 200 kB, signed with another secret", COMPARE, { header: stranger, members: filled(200_000) }],
  ["header-of-another", "with the header of another genuine delivery", RAW, ofKnown],
  ["same-payment", "with the header of a genuine delivery and another event of the same payment", RAW, OF_KNOWN],
  ["high-byte", "whose last digit is a byte above 0x7f", COMPARE, (right) => `${right.slice(0, -1)}\u00e9`],
  ["high-byte-behind", "with a byte above 0x7f after a correct digest", COMPARE, (right) => `${right}\u00e9`],
  ["forwarded", "signed with another secret, with the headers of a proxy,", COMPARE, { header: stranger, how: PROXY }],
  ["unsigned-forwarded", "without the header, with the headers of a proxy,", TRUST, unsigned(PROXY)],
  ["sha1", "signed with HMAC-SHA1, with the prefix sha1=,", COMPARE, digested("HMAC with SHA-1", "sha1=")],
  ["sha1-as-sha256", "signed with HMAC-SHA1, with the correct prefix,", COMPARE, digested("HMAC with SHA-1")],
];
export const FORGERIES: readonly Case[] = LINES.map(caseOf);

/** A forgery in which everything is correct except the secret. */
export const STRANGER: Doing = { header: stranger };
