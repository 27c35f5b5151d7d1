/** Variants of the list of an App. */

import { listsByAge } from "../service.ts";
import type { Json } from "../types.ts";
import { urlOf, type Variants, variant, variants } from "./variant.ts";

function hydra(items: unknown[]): Json {
  return { "@type": "hydra:Collection", "hydra:totalItems": items.length, "hydra:member": items };
}

export const LIST_VARIANTS: Variants = {
  look: variants("U-03", {
    "list-hydra: The list is in hydra:member.": { list: hydra },
    "list-nested: The list is in data.items.": {
      list: (items) => ({ data: { items, count: items.length } }),
    },
    "list-pages: The list comes in pages of 30 with links.": {
      list: (items, query) => {
        const page = Number(query.get("page") ?? 1);
        return {
          page,
          pages: Math.ceil(items.length / 30),
          results: items.slice(30 * (page - 1), 30 * page),
          next: null,
        };
      },
    },
    "list-by-id: The list is an object with a member for each webhook.": {
      list: (items) => Object.fromEntries(items.map((one, index) => [`w${index}`, one])),
    },
    "list-newest-first: The newest webhook comes first in the list.": {
      list: (items) => items.toReversed(),
    },
  }),
  judge: [
    variant("list-seconds-late", "U-41", "The list shows a webhook three seconds after its creation.", () =>
      listsByAge((ms) => ms > 3000),
    ),
    ...variants("U-03", {
      "list-hidden-while-empty: The list of an App without a webhook is answered 404.": {
        hidesEmptyList: true,
      },
      "list-two-per-page: The list comes two by two, with a link to the next page.": {
        list: (items, query) => {
          const page = Number(query.get("page") ?? 1);
          const next = 2 * page < items.length ? `?page=${page + 1}` : null;
          return { "hydra:member": items.slice(2 * page - 2, 2 * page), "hydra:view": { "hydra:next": next } };
        },
      },
      "list-two-per-page-counted: The list shows two webhooks and says how many there are.": {
        list: (items) => ({ total: items.length, items: items.slice(0, 2) }),
      },
      "list-partial: Of a longer list, ten come with status 206 (RFC 9110, 15.3.7).": {
        respond: (res, status, headers, body) => {
          const items: unknown = body.startsWith("[") ? JSON.parse(body) : undefined;
          if (!Array.isArray(items) || items.length <= 10) return void res.writeHead(status, headers).end(body);
          res.writeHead(206, headers).end(JSON.stringify(items.slice(0, 10)));
        },
      },
      "list-with-cursor: The list shows one webhook and a cursor for the next.": {
        list: (items) => ({ data: items.slice(0, 1), cursor: items.length > 1 ? "b64:MQ" : null }),
      },
    }),
    variant("app-shows-little", "N-2.3-01", "The list shows the webhookUrl of each webhook and nothing else.", {
      listed: (resource) => ({ webhookUrl: resource["webhookUrl"] }),
    }),
  ],
  histories: variants("N-2.3-01", {
    "queries-hidden: The list keeps the query of a webhookUrl to itself, because it may be a secret.": {
      listed: (resource) => ({ ...resource, webhookUrl: urlOf(resource).replace(/\?.*/, "?***") }),
    },
  }),
  arguable: variants("U-03", {
    "list-of-iris: The list holds IRIs alone: it lists the webhooks, but nobody can tell which they are.": {
      listed: (_, { number }) => `/api/app_webhooks/${number}`,
    },
    "list-one-per-page: The list has one webhook a page, and no word on how to get the next.": {
      list: (items, query) => items.slice(Number(query.get("page") ?? 1) - 1).slice(0, 1),
    },
  }),
};
