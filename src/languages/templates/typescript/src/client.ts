/** The client of this deployment. */

import { type AppWebhook, createClient as create, itemsOf as items } from "collections-contract/client";
import { bound } from "./bound.ts";
import { EVENT_NAMES, STATED, TOKEN_HEADER, TOKEN_PREFIX, URLS } from "./constants.ts";

export * from "collections-contract/client";

/** `createClient` of the npm package with host, token header and events of the deployment. @throws ApiError */
export const createClient = bound(create, {
  baseUrl: URLS.api,
  tokenHeader: (token: string) => [TOKEN_HEADER, TOKEN_PREFIX + token] as const,
  contentType: STATED.requestMediaTypes?.[0],
  events: EVENT_NAMES,
});

/** The app webhooks in an answer of `listAppWebhooks`, from the member that the deployment states. @throws ApiError */
export function itemsOf(list: unknown): AppWebhook[] {
  return items(list, STATED.listEnvelope === null ? {} : { member: STATED.listEnvelope });
}
