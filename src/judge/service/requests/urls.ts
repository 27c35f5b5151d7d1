/**
 * Rows of the URL rule, by the URLs of `spec/vectors/webhook-urls.json` that rest on facts alone: an IP literal, public
 * or not, has no top-level domain. What the description leaves open (U-34, A-20) is not among them.
 */

import { randomBytes } from "node:crypto";
import { JUDGED_URLS } from "../../../../generated/judged-urls.ts";
import { type Json, objectsIn } from "../../answers.ts";
import { observed, type Rests } from "../../check.ts";
import { isAccepted } from "../../wire/http.ts";
import { type Context, type Kind, URL_MEMBER, unknownEvent } from "../context.ts";
import { mustAccept } from "../expect.ts";
import { valueIn } from "./answers.ts";
import { refused } from "./judgements.ts";
import { create, type Judgement, needsPlain, needsRoom, type Row } from "./row.ts";

/**
 * A run asks a slow service for one of this many URLs of each kind, and for so many at least; as many seeds in a row
 * ask for all of them. What is wrong with a top-level domain for one kind of webhook is so for the other, mostly: app
 * webhooks are asked for half of these URLs.
 */
const SEEDS = { quick: 1, slow: 3, twice: 2 };
const LEAST = 3;

/** Returns URLs that break the rule: all of them, or some of each kind. */
export function hostileUrls(rule: string, kind: Kind, seed: number, isSlow: boolean): string[] {
  const seeds = SEEDS[isSlow ? "slow" : "quick"] * (rule === "tld" && kind === "app" ? SEEDS.twice : 1);
  const kinds = Object.entries(JUDGED_URLS).filter(([name]) => name.startsWith(`${rule}.`));
  return kinds.flatMap(([, urls]) => {
    const size = Math.min(urls.length, Math.max(LEAST, Math.ceil(urls.length / seeds)));
    const from = ((seed % seeds) * size) % urls.length;
    return [...urls, ...urls].slice(from, from + size);
  });
}

/** The rule holds for all owners, types and states, which take turns, and for other events and names that are taken. */
const hostile = (rule: string, kind: Kind) => (context: Context) => {
  const { driver, options, pace } = context;
  const owner = kind === "client" ? driver.otherClientIri : driver.otherAppIri;
  const all = hostileUrls(rule, kind, options.seed, pace.isSlow).map((url) => ({ [URL_MEMBER[kind]]: url }));
  const inTurn = all.map((change, index): Json => {
    const other = { ...change, ...(index % 8 === 4 && owner !== undefined && { [kind]: owner }) };
    return kind === "client" ? other : { ...other, responseHandlingType: 2 - (index % 2), active: index % 3 !== 2 };
  });
  const some = all.slice(-2);
  const others = some.map((change) => ({ ...change, events: [unknownEvent()] }));
  const named = kind === "client" ? [TAKEN, ...some.map((change) => ({ ...change, ...TAKEN }))] : [];
  return [...inTurn, ...others, ...named];
};
const TAKEN = { name: "Judge, a name of two webhooks" };

/** Refused, and the first ones once more when they are repeated, byte for byte. */
const refusedUrl: Judgement = async (asked) => {
  const { context, row, change, request, exchange, index, count } = asked;
  if (index === count - 1) await needsRoom(context, row.kind);
  if (change["name"] !== undefined) {
    // A service that takes this for a change of the webhook with that name must look at the URL, too. One that gives
    // out the webhook that exists (U-39) does not show the URL.
    const isShown = (one: Json) => Object.values(one).includes(change["url"] ?? TAKEN);
    if (!objectsIn(valueIn(exchange)).some(isShown)) return;
  }
  await refused(asked);
  if (index < 2) await refused({ ...asked, exchange: await context.create(row.kind, request) });
};

/** Under a top-level domain that every service knows; the name is not registered. */
const unknownHost = () => `https://judge-${randomBytes(8).toString("hex")}.com/hook`;
const otherScheme = (url: string) => url.replace(/^http(s?)/i, (_, s) => (s ? "http" : "https"));

/** Legal URLs: of the judge itself, and of the vectors, each with a path of its own. */
const legal = (by: "scheme" | "tld", kind: Kind) => (context: Context) => {
  const own = by === "scheme" ? [context.legalUrl(), otherScheme(context.legalUrl())] : [];
  const known = JUDGED_URLS[`legal.${by}`] ?? [];
  const all = [...own, ...known.map((url) => `${url.replace(/\/$/, "")}/${randomBytes(5).toString("hex")}`)];
  const urls = context.driver.registrationProbesUrls ? own.slice(0, 1) : all;
  const why =
    "the service sends a request to a URL before it accepts it (U-35), so only URLs of the driver can be tried";
  observed(urls.length > 0, why);
  return urls.map((url) => ({ [URL_MEMBER[kind]]: url }));
};

/** Accepted, if the service takes hosts that do not exist. */
const acceptedUrl: Judgement = async ({ context, row, request, exchange }) => {
  if (isAccepted(exchange)) return;
  await needsPlain(context, row.kind, row, exchange);
  await needsRoom(context, row.kind);
  const member = URL_MEMBER[row.kind];
  const hostOf = (url: unknown) => URL.parse(String(url))?.host;
  const isOwn = hostOf(request[member]) === hostOf(context.legalUrl());
  const takesAny = isOwn || isAccepted(await create(context, row.kind, { [member]: unknownHost() }));
  observed(takesAny, "hosts that do not exist are refused, as they may be (U-34)");
  mustAccept(exchange, `${row.title}.`);
};

const PARSED = "Check the host as a URL parser reads it (WHATWG), not as it is written.";
const TLDS = "Compare the last label with the list of top-level domains of IANA.";
type Rule = readonly [id: string, title: (a: string) => string, fact: Rests[0], fix?: string];
const RULES: readonly Rule[] = [
  ["scheme", (a) => `A URL of ${a} whose scheme is neither http nor https is refused`, "F-2.2-07"],
  ["loopback", (a) => `A URL of ${a} with a loopback host, in any spelling, is refused`, "F-2.2-09", PARSED],
  ["private", (a) => `A URL of ${a} with a private host, in any spelling, is refused`, "F-2.2-09", PARSED],
  [
    "tld",
    (a) => `A URL of ${a} whose host has no real top-level domain or is an IP address is refused`,
    "F-2.2-08",
    TLDS,
  ],
  ["legal-scheme", (a) => `http and https URLs of ${a} are accepted`, "F-2.2-07"],
  ["legal-tld", (a) => `Real top-level domains, new ones too, are accepted in URLs of ${a}`, "F-2.2-08", TLDS],
];

/** The rules that hostile URLs break. */
export const URL_RULES: readonly string[] = RULES.map(([id]) => id).filter((id) => !id.startsWith("legal"));

export const URL_ROWS: readonly Row[] = (["client", "app"] as const).flatMap((kind) =>
  RULES.map(([id, title, fact, fix]) => {
    const by = id === "legal-scheme" ? "scheme" : id === "legal-tld" ? "tld" : undefined;
    return {
      id: `url.${kind}.${id}`,
      title: title(kind === "app" ? "an app webhook" : "a client webhook"),
      rests: [kind === "app" ? "F-2.3-05" : fact, ...(by ? [] : (["F-7-01"] as const))],
      group: "urls",
      kind,
      ...(fix !== undefined && { fix }),
      changes: by ? legal(by, kind) : hostile(id, kind),
      instead: (context: Context) => (by ? [{ [URL_MEMBER[kind]]: otherScheme(context.legalUrl()) }] : []),
      isAlone: by !== undefined,
      judge: by ? acceptedUrl : refusedUrl,
    };
  }),
);
