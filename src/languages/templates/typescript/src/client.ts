/** The client of this deployment. */

import type { ClientOptions as Options } from "collections-contract/client";
import { type ApiClient, type AppWebhook, createClient as create, itemsOf as items } from "collections-contract/client";
import { over, type Stated } from "./bound.ts";
import { EVENT_NAMES, STATED, TOKEN_HEADER, TOKEN_PREFIX, URLS } from "./constants.ts";

export { type ApiClient, ApiError } from "collections-contract/client";

/** Those of the npm package; `baseUrl` may be left out where the deployment states it. */
export type ClientOptions = Stated<Options, "baseUrl", typeof URLS.api>;

/** `createClient` of the npm package for this deployment: its host, token header and events. @throws ApiError */
export function createClient(options: ClientOptions): ApiClient {
  return create(
    over<Options>(
      {
        baseUrl: URLS.api,
        tokenHeader: (token) => [TOKEN_HEADER, TOKEN_PREFIX + token],
        contentType: STATED.requestMediaTypes?.[0],
        events: EVENT_NAMES,
      },
      options,
    ),
  );
}

/** The app webhooks in an answer of `listAppWebhooks`, from the member that the deployment states. @throws ApiError */
export function itemsOf(list: unknown): AppWebhook[] {
  return items(list, over({ member: STATED.listEnvelope }, {}));
}
