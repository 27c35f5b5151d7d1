/** The URL rule, in many spellings, each compared with a legal URL; for client webhooks and for app webhooks. */

import { randomBytes } from "node:crypto";
import { contentOf, objectsIn } from "../../answers.ts";
import { Breach, type Check, NotObserved, type Rests } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import { type Context, type HookOptions, type Kind, URL_MEMBER, unknownEvent } from "../context.ts";
import { outcomeOf } from "../expect.ts";
import { hostileUrls, legalUrls, URL_RULES, type UrlRule } from "../urls.ts";
import { needsPlain, plainOf } from "./creating.ts";

const group = "urls";
/** Number of hostile URLs that share one legal URL, which is tried right after them. */
const BATCH = 8;
/** One of this many hostile URLs is also tried for another owner. */
const EVERY = 8;

const register = (context: Context, kind: Kind, url: string, options: HookOptions = {}) =>
  context.create(kind, context.createRequest(kind, options, url));
/** Types and states take turns: the rule holds for all of them. */
const inTurn = (index: number): HookOptions => ({ type: index % 2 === 0 ? 2 : 1, active: index % 3 !== 2 });

/** The same rule for webhooks of another owner: one URL of every few. */
async function holesOfOther(context: Context, kind: Kind, urls: readonly string[]): Promise<Exchange[]> {
  const { otherClientIri, otherAppIri } = context.driver;
  const owner = kind === "client" ? otherClientIri : otherAppIri;
  const some = owner === undefined ? [] : urls.filter((_, index) => index % EVERY === 0);
  return (await Promise.all(some.map((url) => register(context, kind, url, { owner })))).filter(isAccepted);
}

/**
 * The same rule for a name that is taken: a service that takes the request for a change of that webhook must look at
 * the URL, too. One that only gives out the webhook that exists (U-39) does not show the URL.
 */
async function holesOfNamed(context: Context, kind: Kind, urls: readonly string[]): Promise<Exchange[]> {
  if (kind === "app") return [];
  const { name } = await existing(context);
  const some = urls.filter((_, index) => index % EVERY === 1);
  const answers = await Promise.all(some.map((url) => register(context, kind, url, { name })));
  return answers.filter((exchange) => isAccepted(exchange) && showsUrl(exchange, urlOf(exchange, kind)));
}

/**
 * The same rule for webhooks that list only an event that the service need not know. It may refuse all of these (U-09),
 * so a hostile URL counts only if a legal one with that event is accepted.
 */
async function holesOfEvent(context: Context, kind: Kind, urls: readonly string[]): Promise<Exchange[]> {
  const events = [unknownEvent()];
  const some = urls.filter((_, index) => index % EVERY === 2);
  const accepted = (await Promise.all(some.map((url) => register(context, kind, url, { events })))).filter(isAccepted);
  if (accepted.length === 0) return [];
  return isAccepted(await register(context, kind, context.legalUrl(), { events })) ? accepted : [];
}

/** The same rule for a request that is repeated, byte for byte, after it was refused. */
async function holesOfAgain(context: Context, kind: Kind, urls: readonly string[]): Promise<Exchange[]> {
  const requests = urls
    .filter((_, index) => index % EVERY === 3)
    .map((url) => context.createRequest(kind, inTurn(0), url));
  for (const request of requests) await context.create(kind, request);
  const again = await Promise.all(requests.map((request) => context.create(kind, request)));
  return again.filter(isAccepted);
}

/** A webhook of this group of checks: those of earlier ones may be gone. */
async function existing(context: Context): Promise<{ name: string }> {
  const request = context.createRequest("client");
  await context.create("client", request);
  return { name: String(request["name"]) };
}

const showsUrl = ({ response }: Exchange, url: string) =>
  objectsIn(response && contentOf(response)).some((one) => Object.values(one).includes(url));

/** The hostile URLs that were accepted, each with a legal URL that was accepted. */
async function holes(context: Context, kind: Kind, urls: readonly string[]): Promise<Exchange[]> {
  await needsPlain(context, kind);
  const accepted: Exchange[] = [];
  for (let from = 0; from < urls.length; from += BATCH) {
    const batch = urls.slice(from, from + BATCH);
    const answers = await Promise.all(batch.map((url, index) => register(context, kind, url, inTurn(from + index))));
    const silent = answers.find(({ response }) => !response);
    if (silent) throw new NotObserved(`there was no answer (${silent.failure?.code})`);
    const twin = await register(context, kind, context.legalUrl());
    if (!isAccepted(twin)) throw new NotObserved(`the legal URL beside them was refused (${outcomeOf(twin)})`);
    accepted.push(...answers.filter(isAccepted));
  }
  return accepted;
}

const urlOf = (exchange: Exchange, kind: Kind) =>
  String((JSON.parse(String(exchange.request.body)) as Record<string, unknown>)[URL_MEMBER[kind]]);

async function refusesAll(context: Context, kind: Kind, urls: readonly string[], expected: string): Promise<void> {
  const accepted = [
    ...(await holes(context, kind, urls)),
    ...(await holesOfOther(context, kind, urls)),
    ...(await holesOfNamed(context, kind, urls)),
    ...(await holesOfEvent(context, kind, urls)),
    ...(await holesOfAgain(context, kind, urls)),
  ];
  if (accepted.length === 0) return;
  const found = [...new Set(accepted.map((exchange) => urlOf(exchange, kind) || '""'))];
  const shown = found.slice(0, 12);
  throw new Breach({
    expected,
    actual: `Of ${urls.length}, these were accepted: ${shown.join(" ")}${found.length > shown.length ? " …" : ""}`,
    exchange: accepted[0],
  });
}

const RULES: Record<UrlRule, { title: string; facts: Record<Kind, Rests>; fix: string }> = {
  scheme: {
    title: "whose scheme is neither http nor https",
    facts: { client: ["F-2.2-07", "F-7-01"], app: ["F-2.3-05", "F-7-01"] },
    fix: "Parse the URL, and accept only the schemes http and https.",
  },
  loopback: {
    title: "with a loopback host, in any spelling,",
    facts: { client: ["F-2.2-09", "F-7-01"], app: ["F-2.3-05", "F-7-01"] },
    fix: "Check the host as a URL parser reads it (WHATWG), not as it is written.",
  },
  private: {
    title: "with a private host, in any spelling,",
    facts: { client: ["F-2.2-09", "F-7-01"], app: ["F-2.3-05", "F-7-01"] },
    fix: "Check the host as a URL parser reads it (WHATWG), not as it is written.",
  },
  tld: {
    title: "whose host has no real top-level domain or is an IP address",
    facts: { client: ["F-2.2-08", "F-7-01"], app: ["F-2.3-05", "F-7-01"] },
    fix: "Compare the last label with the list of top-level domains of IANA.",
  },
};

async function acceptsAll(context: Context, kind: Kind, by: "scheme" | "tld"): Promise<void> {
  const own = context.legalUrl();
  const isOwn = (url: string) => url === own || url === otherScheme(own);
  const urls = context.driver.registrationProbesUrls
    ? by === "scheme"
      ? [own, context.legalUrl()]
      : []
    : [...(by === "scheme" ? [own, otherScheme(own)] : []), ...legalUrls(by).map(unique)];
  if (urls.length === 0)
    throw new NotObserved(
      "the service sends a request to a URL before it accepts it (U-35), so only URLs of the driver can be tried",
    );
  const answers = await Promise.all(urls.map((url) => register(context, kind, url)));
  const refused = answers.filter((exchange) => !isAccepted(exchange));
  if (refused.length === 0) return;
  if (refused.length === answers.length) await needsPlain(context, kind);
  if (isAccepted(await context.once(plainOf(kind))) && !isAccepted(await register(context, kind, context.legalUrl())))
    throw new NotObserved("webhooks like earlier ones are refused now: there may be a limit of webhooks or requests");
  const takesAnyHost = isAccepted(await register(context, kind, unknownHost()));
  const wrong = refused.filter((exchange) => takesAnyHost || isOwn(urlOf(exchange, kind)));
  if (wrong.length === 0) throw new NotObserved("hosts that do not exist are refused, as they may be (U-34)");
  throw new Breach({
    expected: "A URL with the scheme http or https and a host under a real top-level domain is accepted.",
    actual: `${wrong.length} of ${urls.length} were refused: ${wrong.map((exchange) => urlOf(exchange, kind)).join(" ")}`,
    exchange: wrong[0],
  });
}

/** Under a top-level domain that every service knows; the name is not registered. */
const unknownHost = () => `https://judge-${randomBytes(8).toString("hex")}.com/hook`;
/** A separate path, because a service may refuse a URL that it already has. */
const unique = (url: string) => `${url.replace(/\/$/, "")}/${randomBytes(5).toString("hex")}`;
const otherScheme = (url: string) =>
  /^https:/i.test(url) ? url.replace(/^https/i, "http") : url.replace(/^http/i, "https");

function checksOf(kind: Kind): Check<Context>[] {
  const an = kind === "app" ? "an app" : "a client";
  return [
    ...URL_RULES.map(
      (rule): Check<Context> => ({
        id: `url.${kind}.${rule}`,
        title: `A URL of ${an} webhook ${RULES[rule].title} is refused`,
        severity: "demand",
        rests: RULES[rule].facts[kind],
        group,
        fix: RULES[rule].fix,
        run: (context) => {
          const urls = hostileUrls(rule, context.options.seed, context.pace.isSlow);
          return refusesAll(context, kind, urls, `A URL ${RULES[rule].title} is refused.`);
        },
      }),
    ),
    {
      id: `url.${kind}.legal-scheme`,
      title: `http and https URLs of ${an} webhook are accepted`,
      severity: "demand",
      rests: kind === "client" ? ["F-2.2-07"] : ["F-2.3-05"],
      group,
      run: (context) => acceptsAll(context, kind, "scheme"),
    },
    {
      id: `url.${kind}.legal-tld`,
      title: `Real top-level domains, new ones too, are accepted in URLs of ${an} webhook`,
      severity: "demand",
      rests: kind === "client" ? ["F-2.2-08"] : ["F-2.3-05"],
      group,
      fix: "Use a current list of top-level domains.",
      run: (context) => acceptsAll(context, kind, "tld"),
    },
  ];
}

export const URL_CHECKS: Check<Context>[] = [...checksOf("client"), ...checksOf("app")];
