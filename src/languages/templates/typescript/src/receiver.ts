/** The receiver of this deployment, on Node. */

import type { InboxReceiverOptions, ReceiverOptions as Options, Receiver } from "collections-contract";
import { createReceiver as create } from "collections-contract";
import { received } from "./bound.ts";
import type { EventPayloads } from "./models.ts";

/** Those of the npm package, with handlers for the events of the deployment. */
export type ReceiverOptions<B extends boolean = boolean> = Options<B, EventPayloads>;
export type Given<B extends boolean> = ReceiverOptions<B> | InboxReceiverOptions;

/** `createReceiver` of the npm package with header, events and models of the deployment. @throws MisuseError */
export const createReceiver = <const B extends boolean = false>(options: Given<B>): Receiver =>
  create<B, EventPayloads>(received(options));
