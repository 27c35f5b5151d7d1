/**
 * A paginated list: whether and how a list is paginated is open (U-03). Links are followed; any other sign of more
 * pages is detected.
 */

import { contentOf, isObject, type Json, objectsIn, textOf } from "../answers.ts";
import type { Answer } from "../wire/http.ts";

export interface Page {
  readonly text: string;
  /** Objects that show a webhookUrl. */
  readonly items: Json[];
  /** The URL of the next page, as written, if there is one. */
  readonly next: string | undefined;
  /** The envelope says that there is more: a cursor, a number of pages, a total. */
  readonly total: number;
  readonly hasMore: boolean;
}

const NEXT = /^([a-z]+:)?next(_?page)?(_?(url|uri|link|href))?$/i;
const MORE = /cursor|token|has_?more|more$|next/i;
const TOTAL = /total|count$/i;
const PAGES = /^(total_?)?pages$|page_?count/i;

export function pageOf(answer: Answer): Page {
  const value = contentOf(answer);
  const items = objectsIn(value).filter((one) => "webhookUrl" in one);
  const around = isObject(value) ? aroundItems(value) : [];
  const told = (pattern: RegExp) =>
    around.flatMap(([name, own]) => (pattern.test(name) && typeof own === "number" ? [own] : []));
  const linked = around.find(([name, own]) => NEXT.test(name) && urlOf(own) !== undefined)?.[1];
  const header = /<([^>]*)>\s*;[^,]*rel="?next\b/i.exec(answer.headers["link"] ?? "")?.[1];
  const next = urlOf(linked) ?? header;
  const hasMore = around.some(
    ([name, own]) => MORE.test(name) && own !== null && own !== false && own !== "" && own !== 0,
  );
  return {
    text: textOf(answer.body) ?? "",
    items,
    next,
    total: Math.max(0, ...told(TOTAL)),
    hasMore: next === undefined && (hasMore || told(PAGES).some((pages) => pages > 1)),
  };
}

/** Whether something is missing although every link was followed. */
export const isPart = (pages: readonly Page[], count: number): boolean =>
  pages.some(({ total }) => total > count) || (pages.at(-1)?.hasMore ?? false) || pages.at(-1)?.next !== undefined;

/** Members of the envelope and of the objects in it, but not those of the webhooks. */
function aroundItems(value: Json, depth = 0): [string, unknown][] {
  if (depth > 3 || "webhookUrl" in value) return [];
  return Object.entries(value).flatMap(([name, own]) => [
    [name, own] as [string, unknown],
    ...(isObject(own) ? aroundItems(own, depth + 1) : []),
  ]);
}

/** A link as text, or as an object with an href. */
function urlOf(value: unknown): string | undefined {
  const text = isObject(value) ? (value["href"] ?? value["@id"] ?? value["url"]) : value;
  return typeof text === "string" && /^(https?:\/\/|\/|\?)/.test(text) ? text : undefined;
}
