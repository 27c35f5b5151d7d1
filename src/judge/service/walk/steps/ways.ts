/** What a receiver may answer, as rows: each kind of webhook, with each answer, and what is expected after it. */

import type { Reply } from "../../../wire/reply.ts";
import type { Kind } from "../../webhook.ts";
import { REDIRECT, SAYS_BYTES, SAYS_OK } from "./script.ts";

export interface Way {
  readonly kind: Kind;
  readonly type: 1 | 2;
  readonly reply: Reply;
  /** The delivery is retried, or comes no more often than to webhooks that answer as `beside`. */
  readonly rule: "retries" | "ignores";
  readonly beside: readonly Reply[];
}

export const GOOD: readonly Reply[] = [200, 204];
const STATUSES: readonly Reply[] = [404, 500, 302, 400, 503];
const BROKEN: readonly Reply[] = ["reset", "hangup"];
/** Statuses that a service may treat specially, without 410: whether that ends all deliveries is open (U-25). */
const SPECIAL: readonly Reply[] = [301, 304, 307, 308, 401, 403, 409, 422, 429, 501, 502, 504];
/**
 * Most other statuses outside 2xx that are registered, and some that are not: any of them may have a rule of its own.
 * HTTP clients make a transport error of 407 (U-28), and fetch() sends again after 421.
 */
const OTHERS: readonly Reply[] = [
  ...[300, 303, 305, 402, 405, 406, 411, 412, 413, 414, 415, 416, 418, 423, 424, 425, 426, 428, 431, 451, 460, 499],
  ...[505, 506, 507, 508, 510, 511, 520, 599],
];
/** What makes a cache keep an answer, so that later requests do not arrive. */
const STORED = { "Cache-Control": "public, max-age=600", ETag: '"1"', Expires: "Fri, 01 Jan 2100 00:00:00 GMT" };
/** The redirect of web servers and frameworks at a path that they know with a slash at its end. */
const SLASH_ADDED = [301, 308].map((status) => ({ status, headers: { Location: "{path}/" } }));
/** What an answer says beside its status is not looked at: that it went well, where to go, when to come again. */
const DRESSED: readonly Reply[] = [
  ...[SAYS_OK, SAYS_BYTES, REDIRECT, { ...REDIRECT, status: 307 }, ...SLASH_ADDED],
  ...["soon", "0", "Wed, 21 Oct 2015 07:28:00 GMT"].map((value) => ({
    status: 503,
    headers: { "Retry-After": value },
  })),
  ...[
    { status: 500, phrase: "OK" },
    { status: 404, phrase: "Accepted" },
    { status: 503, isHinted: true },
    { status: 502, headers: { "Content-Type": "text/html" }, body: Buffer.from("<!doctype html><h1>Bad Gateway</h1>") },
  ],
  { status: 500, length: 256 * 1024 },
  { status: 500, body: Buffer.from("OK") },
  { status: 500, headers: { "Set-Cookie": "session=1; Path=/", "WWW-Authenticate": "Bearer" } },
  { status: 503, headers: { ...STORED, Location: "/elsewhere" } },
  { status: 422, headers: { "Content-Type": "application/problem+json" }, body: Buffer.from('{"title":"Refused"}') },
];
/** A client that stumbles over them may take them for a transport error, which is open under type 2 (U-28). */
const MALFORMED: readonly Reply[] = [
  ...["garbage" as const, 999, { status: 503, isTerse: true }, { status: 500, isCut: true }],
  { status: 500, headers: { "Content-Encoding": "gzip" }, body: Buffer.from("not compressed") },
  // More than clients read of headers.
  { status: 500, headers: { "X-Trace": "0123456789".repeat(10_000) } },
];
/** Acknowledgements, whatever their status and what stands beside it: a program may stumble over them. */
export const ODDLY_GOOD: readonly Reply[] = [
  ...[201, 202, 299, 205, 206, { status: 203, afterMs: 450 }, { status: 200, isHinted: true }],
  // Neither the JSON that it says it is, nor UTF-8.
  { ...SAYS_BYTES, status: 200, headers: { "Content-Type": "application/json" } },
  {
    status: 200,
    headers: { "Set-Cookie": "session=1; Path=/", "Retry-After": "soon", Location: "/elsewhere", ...STORED },
  },
  { status: 200, headers: { "Content-Encoding": "gzip" }, body: Buffer.from("not compressed") },
];
/** After 408 and 417 HTTP clients send again by themselves (RFC 9110, 10.1.1 and 15.5.9): type 1 may not know. */
const REST: readonly Reply[] = [...OTHERS, ...DRESSED, 408, 417];
/** With type 1 a wish to be asked again later is ignored as the status is. */
const REST_IGNORED: readonly Reply[] = [...OTHERS, ...DRESSED, { status: 503, headers: { "Retry-After": "1" } }];

const waysOf =
  (kind: Kind, type: 1 | 2, rule: Way["rule"], beside: readonly Reply[] = GOOD) =>
  (...replies: readonly Reply[]): Way[] =>
    replies.map((reply) => ({ kind, type, reply, rule, beside }));

const [client, app2, app1] = [waysOf("client", 2, "retries"), waysOf("app", 2, "retries"), waysOf("app", 1, "ignores")];

/** Each of them has a check of its own. A transport error is open for app webhooks (U-28). */
export const USUAL: Record<"client" | "app-2" | "app-1", readonly Way[]> = {
  client: client(...STATUSES, ...BROKEN, ...SPECIAL),
  "app-2": app2(...STATUSES, ...SPECIAL),
  // With type 1 every status is ignored, even 410 (F-6.4-03).
  "app-1": app1(...STATUSES, ...SPECIAL, 410),
};
/** All of these have one check together. */
export const RARE: typeof USUAL = {
  client: client(...REST, ...MALFORMED),
  "app-2": app2(...REST),
  "app-1": app1(...REST_IGNORED),
};
/** One 2xx against another: with type 1 both are the same. */
export const EQUAL: readonly Way[] = [
  ...waysOf("app", 1, "ignores", [204])(200),
  ...waysOf("app", 1, "ignores", [200])(204),
];
/** A service may take 200 alone for an acknowledgement. */
export const NO_CONTENT: readonly Way[] = waysOf("client", 2, "ignores", [200])(204);
