/**
 * The list of the webhooks of an App as one list, in any envelope and however many pages it has: whether and how a list
 * is paginated is open (U-03). Links are followed; any other sign of more pages is detected.
 */

import { contentOf, isObject, type Json, objectsIn, textOf } from "../../answers.ts";
import { type Answer, type Exchange, isAccepted } from "../../wire/http.ts";
import { type Context, listOf } from "../context.ts";

const MOST_PAGES = 40;

export interface Listed {
  readonly exchange: Exchange;
  readonly text: string;
  /** Objects that show a webhookUrl. */
  readonly items: Json[];
  /** Something is missing although every link was followed, as the answer says in its own way. */
  readonly isPart: boolean;
}

/** What the service lists for the App with this identifier. */
export async function listed(context: Context, id: string | number | undefined): Promise<Listed> {
  const operation = listOf(context.need(id, "appId"));
  await context.appsExist();
  const exchange = await context.service.call(operation);
  const pages: ReturnType<typeof pageOf>[] = [];
  for (let next: Exchange | undefined = exchange; next?.response && pages.length < MOST_PAGES; ) {
    const page = pageOf(next.response);
    pages.push(page);
    const below = pathBelow(context.driver.baseUrl, page.next, next.request.url);
    next = below === undefined ? undefined : await context.service.call({ method: "GET", path: below });
    if (next && !isAccepted(next)) break;
  }
  const items = pages.flatMap((page) => page.items);
  const last = pages.at(-1);
  // Where links lead from page to page, the last one has what is left.
  const isShort = pages.length === 1 && (last?.total ?? 0) > items.length;
  const isPart = isShort || last?.hasMore === true || last?.next !== undefined || exchange.response?.status === 206;
  return { exchange, text: pages.map(({ text }) => text).join("\n"), items, isPart };
}

/** The list of the App. It stays what it is until another app webhook is created, or anything happens. */
export function listedNow(context: Context): Promise<Listed> {
  const { trace } = context;
  const created = trace.of("accepted").filter(({ kind }) => kind === "app");
  const key = `list after ${created.length} creations, ${trace.of("act").length} calls and a reset at ${trace.resetAt}`;
  return context.once(() => listed(context, context.driver.appId), key);
}

/** The path that a link adds to the base URL. Links to other hosts are not followed, because requests carry a token. */
function pathBelow(baseUrl: string, link: string | undefined, from: string): string | undefined {
  const base = baseUrl.replace(/\/+$/, "");
  const there = link === undefined ? undefined : URL.parse(link, from)?.href;
  return there?.startsWith(`${base}/`) ? there.slice(base.length) : undefined;
}

const NEXT = /^([a-z]+:)?next(_?page)?(_?(url|uri|link|href))?$/i;
const MORE = /cursor|token|has_?more|more$|next/i;
const TOTAL = /total|count$/i;
const PAGES = /^(total_?)?pages$|page_?count/i;

/** `next`: the URL of the next page, as written. `hasMore`: the envelope says so otherwise: a cursor, a number. */
function pageOf(answer: Answer) {
  const value = contentOf({ response: answer });
  const items = objectsIn(value).filter((one) => "webhookUrl" in one);
  const around = isObject(value) ? aroundItems(value) : [];
  const told = (pattern: RegExp) =>
    around.flatMap(([name, own]) => (pattern.test(name) && typeof own === "number" ? [own] : []));
  const linked = around.find(([name, own]) => NEXT.test(name) && urlOf(own) !== undefined)?.[1];
  const next = urlOf(linked) ?? /<([^>]*)>\s*;[^,]*rel="?next\b/i.exec(answer.headers["link"] ?? "")?.[1];
  const saysMore = around.some(([name, own]) => MORE.test(name) && ![null, false, "", 0].includes(own as null));
  const hasMore = next === undefined && (saysMore || told(PAGES).some((pages) => pages > 1));
  return { text: textOf(answer.body) ?? "", items, next, total: Math.max(0, ...told(TOTAL)), hasMore };
}

/** Members of the envelope and of the objects in it, but not those of the webhooks. */
function aroundItems(value: Json, depth = 0): [string, unknown][] {
  if (depth > 3 || "webhookUrl" in value) return [];
  return Object.entries(value).flatMap(([name, own]) => [
    [name, own],
    ...(isObject(own) ? aroundItems(own, depth + 1) : []),
  ]);
}

/** A link as text, or as an object with an href. */
function urlOf(value: unknown): string | undefined {
  const text = isObject(value) ? (value["href"] ?? value["@id"] ?? value["url"]) : value;
  return typeof text === "string" && /^(https?:\/\/|\/|\?)/.test(text) ? text : undefined;
}
