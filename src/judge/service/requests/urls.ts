/**
 * Rows of the URL rule, by the URLs of `spec/vectors/webhook-urls.json` that rest on facts alone: an IP literal, public
 * or not, has no top-level domain. What the description leaves open (U-34, A-20) is not among them.
 */

import { randomBytes } from "node:crypto";
import type { FactId } from "../../../../generated/facts.ts";
import { JUDGED_URLS } from "../../../../generated/judged-urls.ts";
import { contentOf, type Json, objectsIn } from "../../answers.ts";
import { observed, told } from "../../check.ts";
import { isAccepted } from "../../wire/http.ts";
import { A, type Context, type Kind, URL_MEMBER, unknownEvent } from "../context.ts";
import { SPELLINGS } from "../walk/steps/odd.ts";
import { accepted, refused } from "./judgements.ts";
import { create, type Judgement, needsPlain, needsRoom, type Row } from "./row.ts";

/** Kinds of URL that anybody thinks of, and that a rule may overlook for one kind of webhook alone. */
const USUAL = [
  /^legal/,
  /^loopback\.(behind-name|escaped|name|under|v4(-decimal|-hexadecimal|-octal|-short)?$|v6(-long|-mapped)?$)/,
  /^private\.v[46](-\d+|-edge)?$/,
  /^scheme\.(ftp|like|none|other|web)/,
  /^tld\.(number|set-aside|single-label|unknown)$/,
];

/**
 * Returns one URL of each kind of mistake that breaks a rule, or of each kind that keeps it. The two kinds of webhook
 * get different ones, and each seed the next, so that as many runs as there are URLs of a kind try them all. A kind of
 * mistake that is not usual is the work of a parser or of a list of names, which serves both kinds of webhook: it is
 * for one of them, and in the next seed for the other one.
 */
export function urlsOf(rule: string, kind: Kind, seed: number): string[] {
  const turn = kind === "client" ? seed : seed + 1;
  const own = new RegExp(`^${rule}\\b`);
  const isWhole = (name: string) => USUAL.some((usual) => usual.test(name));
  return Object.entries(JUDGED_URLS).flatMap(([name, urls], index) => {
    if (!own.test(name)) return [];
    if (isWhole(name)) return urls[turn % urls.length] ?? [];
    return (index + turn) % 2 === 1 ? (urls[Math.floor(turn / 2) % urls.length] ?? []) : [];
  });
}

const TAKEN = { name: "Judge, a name of two webhooks" };
/** The rule holds for all owners, types and states, which take turns, and for other events and names that are taken. */
const hostile = (rule: string, kind: Kind) => (context: Context) => {
  const { driver, options } = context;
  const owner = kind === "client" ? driver.otherClientIri : driver.otherAppIri;
  const all = urlsOf(rule, kind, options.seed).map((url) => ({ [URL_MEMBER[kind]]: url }));
  const inTurn = all.map((change, index, { length }): Json => {
    const ofOther = index % 8 === 4 && owner !== undefined && { [kind]: owner };
    const other = { ...change, ...ofOther, ...(index === length - 1 && { events: [unknownEvent()] }) };
    if (kind === "client") return { ...other, ...(index === length - 2 && TAKEN) };
    return { ...other, responseHandlingType: 2 - (index % 2), active: index % 3 !== 2 };
  });
  return kind === "client" ? inTurn.toSpliced(1, 0, TAKEN) : inTurn;
};

/** Refused, and the first one once more when it is repeated, byte for byte. */
const refusedUrl: Judgement = async (asked) => {
  const { context, row, change, request, exchange, index, count } = asked;
  // What is refused takes no room, so that one proof serves all rules.
  if (index === count - 1) await context.once(() => needsRoom(asked), `room for ${row.kind}`);
  if (change["name"] !== undefined) {
    // A service that takes this for a change of the webhook with that name must look at the URL, too. One that gives
    // out the webhook that exists (U-39) does not show the URL.
    const isShown = (one: Json) => Object.values(one).includes(change["url"] ?? TAKEN);
    if (!objectsIn(contentOf(exchange)).some(isShown)) return;
  }
  await refused(asked);
  if (index === 0) await refused({ ...asked, exchange: await context.create(row.kind, request) });
};

/** Legal URLs: of the judge itself, and of the vectors, each with a path of its own. */
const legal = (rule: string, kind: Kind) => (context: Context) => {
  const own = rule === "legal.scheme" ? [context.legalUrl(), SPELLINGS["the other scheme"](context.legalUrl())] : [];
  const known = urlsOf(rule, kind, context.options.seed);
  const all = [...own, ...known.map((url) => `${url.replace(/\/$/, "")}/${randomBytes(5).toString("hex")}`)];
  const urls = context.driver.registrationProbesUrls ? own.slice(0, 1) : all;
  const why =
    "the service sends a request to a URL before it accepts it (U-35), so only URLs of the driver can be tried";
  observed(urls.length > 0, why);
  return urls.map((url) => ({ [URL_MEMBER[kind]]: url }));
};

/** Accepted, if the service takes hosts that do not exist: one under a top-level domain that every service knows. */
const acceptedUrl: Judgement = async (asked) => {
  const { context, row, request, exchange } = asked;
  if (isAccepted(exchange)) return;
  await needsPlain(asked);
  const member = URL_MEMBER[row.kind];
  const hostOf = (url: unknown) => URL.parse(String(url))?.host;
  const isOwn = hostOf(request[member]) === hostOf(context.legalUrl());
  const unknown = `https://judge-${randomBytes(8).toString("hex")}.com/hook`;
  const takesAny = isOwn || isAccepted(await create(context, row.kind, { [member]: unknown }));
  observed(takesAny, "hosts that do not exist are refused, as they may be (U-34)");
  await accepted(asked);
};

/** A row of the table. Its id says which URLs it is about. */
const row = (...text: Parameters<typeof told>): Row => {
  const words = told(...text);
  const [, kind, id] = words.id.split(".") as [string, Kind, string];
  const rule = id.replace("-", ".");
  const instead = (context: Context) => [{ [URL_MEMBER[kind]]: SPELLINGS["the other scheme"](context.legalUrl()) }];
  const judged = rule.startsWith("legal")
    ? { isAlone: true, changes: legal(rule, kind), instead, judge: acceptedUrl }
    : { changes: hostile(rule, kind), judge: refusedUrl };
  return { ...words, severity: "demand", group: "urls", kind, ...judged };
};

const PARSED = "Check the host as a URL parser reads it (WHATWG), not as it is written.";
const TLDS = "Compare the last label with the list of top-level domains of IANA.";

const rowsOf = (kind: Kind, scheme: FactId, host: FactId, tld: FactId) => [
  row`url.${kind}.scheme ${scheme} F-7-01
    A URL of ${A[kind]} whose scheme is neither http nor https is refused`,
  row`url.${kind}.loopback ${host} F-7-01
    A URL of ${A[kind]} with a loopback host, in any spelling, is refused
    ${PARSED}`,
  row`url.${kind}.private ${host} F-7-01
    A URL of ${A[kind]} with a private host, in any spelling, is refused
    ${PARSED}`,
  row`url.${kind}.tld ${tld} F-7-01
    A URL of ${A[kind]} whose host has no real top-level domain or is an IP address is refused
    ${TLDS}`,
  row`url.${kind}.legal-scheme ${scheme}
    http and https URLs of ${A[kind]} are accepted`,
  row`url.${kind}.legal-tld ${tld}
    Real top-level domains, new ones too, are accepted in URLs of ${A[kind]}
    ${TLDS}`,
];

export const URL_ROWS: readonly Row[] = [
  ...rowsOf("client", "F-2.2-07", "F-2.2-09", "F-2.2-08"),
  ...rowsOf("app", "F-2.3-05", "F-2.3-05", "F-2.3-05"),
];
