/** Variants of the list of an App. */

import type { Json } from "../types.ts";
import { urlOf, type Variants, variant } from "./variant.ts";

function hydra(items: unknown[]): Json {
  return { "@type": "hydra:Collection", "hydra:totalItems": items.length, "hydra:member": items };
}

export const LIST_VARIANTS: Variants = {
  look: [
    variant("list-hydra", "U-03", "The list is in hydra:member.", { list: hydra }),
    variant("list-nested", "U-03", "The list is in data.items.", {
      list: (items) => ({ data: { items, count: items.length } }),
    }),
    variant("list-pages", "U-03", "The list comes in pages of 30 with links.", {
      list: (items, query) => {
        const page = Number(query.get("page") ?? 1);
        return {
          page,
          pages: Math.ceil(items.length / 30),
          results: items.slice(30 * (page - 1), 30 * page),
          next: null,
        };
      },
    }),
    variant("list-by-id", "U-03", "The list is an object with a member for each webhook.", {
      list: (items) => Object.fromEntries(items.map((one, index) => [`w${index}`, one])),
    }),
    variant("list-newest-first", "U-03", "The newest webhook comes first in the list.", {
      list: (items) => items.toReversed(),
    }),
  ],
  judge: [
    variant("list-hidden-while-empty", "U-03", "The list of an App without a webhook is answered 404.", {
      hidesEmptyList: true,
    }),
    variant("app-shows-little", "N-2.3-01", "The list shows the webhookUrl of each webhook and nothing else.", {
      listed: (resource) => ({ webhookUrl: resource["webhookUrl"] }),
    }),
    variant("list-two-per-page", "U-03", "The list comes two by two, with a link to the next page.", {
      list: (items, query) => {
        const page = Number(query.get("page") ?? 1);
        const next = 2 * page < items.length ? `/api/apps/7/app_webhooks?page=${page + 1}` : null;
        return { "hydra:member": items.slice(2 * page - 2, 2 * page), "hydra:view": { "hydra:next": next } };
      },
    }),
    variant("list-two-per-page-counted", "U-03", "The list shows two webhooks and says how many there are.", {
      list: (items) => ({ total: items.length, items: items.slice(0, 2) }),
    }),
    variant("list-with-cursor", "U-03", "The list shows one webhook and a cursor for the next.", {
      list: (items) => ({ data: items.slice(0, 1), cursor: items.length > 1 ? "b64:MQ" : null }),
    }),
  ],
  histories: [
    variant(
      "queries-hidden",
      "N-2.3-01",
      "The list keeps the query of a webhookUrl to itself, because it may be a secret.",
      { listed: (resource) => ({ ...resource, webhookUrl: urlOf(resource).replace(/\?.*/, "?***") }) },
    ),
  ],
  arguable: [
    variant(
      "list-of-iris",
      "U-03",
      "The list holds IRIs alone: it lists the webhooks, but nobody can tell which they are.",
      { listed: (_, { number }) => `/api/app_webhooks/${number}` },
    ),
    variant("list-one-per-page", "U-03", "The list has one webhook a page, and no word on how to get the next.", {
      list: (items, query) => items.slice(Number(query.get("page") ?? 1) - 1).slice(0, 1),
    }),
  ],
};
