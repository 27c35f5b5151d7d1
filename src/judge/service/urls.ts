/**
 * URLs of `spec/vectors/webhook-urls.json` that rest on facts alone. An IP literal, public or not, has no top-level
 * domain, so it has to be refused (F-2.2-08). What the description leaves open (U-34, A-20) is not here: userinfo
 * before a public name, ports, internationalised names, names that only some lists call a TLD.
 */

import { JUDGED_URLS } from "../../../generated/judged-urls.ts";

export const URL_RULES = ["scheme", "loopback", "private", "tld"] as const;
export type UrlRule = (typeof URL_RULES)[number];

/**
 * Of a slow service, a run asks for one of this many URLs of each kind, and for so many at least: three seeds in a row
 * ask for all of them.
 */
const SEEDS = 3;
const LEAST = 2;

/** Returns URLs that break the rule: all of them, or some of each kind. */
export function hostileUrls(rule: UrlRule, seed: number, isSlow: boolean): string[] {
  return Object.entries(JUDGED_URLS)
    .filter(([kind]) => kind.startsWith(`${rule}.`))
    .flatMap(([, urls]) => (isSlow ? drawn(urls, seed % SEEDS) : urls));
}

function drawn(urls: readonly string[], turn: number): string[] {
  const size = Math.max(LEAST, Math.ceil(urls.length / SEEDS));
  const from = turn * size;
  return [...urls, ...urls].slice(from % urls.length, (from % urls.length) + Math.min(size, urls.length));
}

/** Returns URLs that every service must accept, for their scheme or for their top-level domain. */
export const legalUrls = (by: "scheme" | "tld"): readonly string[] => JUDGED_URLS[`legal.${by}`] ?? [];
