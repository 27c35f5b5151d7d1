/** The one importer of the generated list of top-level domains. */

import { SPECIAL_USE_NAMES, TLD_LIST_DATE, TLDS } from "../../generated/tlds.ts";

export { TLD_LIST_DATE } from "../../generated/tlds.ts";

const DAY_MS = 86_400_000;

/** Whether `tld` (lower case, punycode, no dots) is in the DNS root and leads to public hosts (F-2.2-08). */
export function isListedTld(tld: string): boolean {
  return TLDS.has(tld);
}

/**
 * Whether `tld` (lower case, punycode, no dots) is set aside for local, test or other special use and never a real one
 * (F-2.2-09).
 */
export function isSpecialUseTld(tld: string): boolean {
  return SPECIAL_USE_NAMES.has(tld);
}

/**
 * Age of the list at `now`, in whole days; negative if `now` lies before the day of the list. A release refuses a list
 * older than 180 days: the root gains and loses about two names a year.
 */
export function tldListAgeDays(now: Date): number {
  return Math.floor((now.getTime() - Date.parse(TLD_LIST_DATE)) / DAY_MS);
}
