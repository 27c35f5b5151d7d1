/** The receiver of this deployment over Web APIs alone: Workers, Deno, Bun. */

import { createReceiver as create, type EdgeReceiver } from "collections-contract/edge";
import { received } from "./bound.ts";
import type { EventPayloads } from "./models.ts";
import type { Given } from "./receiver.ts";

/** `createReceiver` of `collections-contract/edge` for this deployment. @throws MisuseError */
export const createReceiver = <const B extends boolean = false>(options: Given<B>): EdgeReceiver =>
  create<B, EventPayloads>(received(options));
