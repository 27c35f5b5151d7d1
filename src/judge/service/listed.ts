/** The list of the webhooks of an App as one list, in any envelope and however many pages it has (U-03). */

import { OPERATIONS } from "../../../generated/constants.ts";
import type { Json } from "../answers.ts";
import { type Exchange, isAccepted } from "../wire/http.ts";
import type { Context } from "./context.ts";
import { isPart, type Page, pageOf } from "./pages.ts";

const MOST_PAGES = 40;

export interface Listed {
  readonly exchange: Exchange;
  readonly text: string;
  /** Objects that show a webhookUrl. */
  readonly items: Json[];
  /** The answer says that there is more, in a way that only its service understands. */
  readonly isPart: boolean;
}

/** What the service lists for the App with this identifier. */
export async function listed(context: Context, id: string | number | undefined): Promise<Listed> {
  const { method, path } = OPERATIONS.listAppWebhooks;
  const known = context.need(id, "appId");
  await context.appsExist();
  const exchange = await context.api({ method, path: path.replace("{id}", encodeURIComponent(String(known))) });
  return follow(context, exchange);
}

/** Every page that a link leads to, as one list (U-03). */
async function follow(context: Context, exchange: Exchange): Promise<Listed> {
  const pages: Page[] = [];
  for (let next: Exchange | undefined = exchange; next?.response && pages.length < MOST_PAGES; ) {
    const page = pageOf(next.response);
    pages.push(page);
    const path = pathBelow(context.driver.baseUrl, page.next, next.request.url);
    next = path === undefined ? undefined : await context.api({ method: "GET", path });
    if (next && !isAccepted(next)) break;
  }
  const items = pages.flatMap((page) => page.items);
  return { exchange, text: pages.map(({ text }) => text).join("\n"), items, isPart: isPart(pages, items.length) };
}

/** The path that a link adds to the base URL. Links to other hosts are not followed, because requests carry a token. */
function pathBelow(baseUrl: string, link: string | undefined, from: string): string | undefined {
  const base = baseUrl.replace(/\/+$/, "");
  const there = link === undefined ? undefined : URL.parse(link, from)?.href;
  return there?.startsWith(`${base}/`) ? there.slice(base.length) : undefined;
}
