/** What a receiver needs of a durable inbox. `openInbox` of `./inbox` makes one; nothing here loads it. */

import { MisuseError } from "../errors/receiving.ts";
import type { Payload } from "./delivery.ts";
import { DUPLICATE, type Outcome, type Refuse, STORED } from "./outcome.ts";
import { within } from "./promises.ts";
import { describeKind } from "./value-kinds.ts";

/** A delivery that was authenticated and read. */
export type IncomingDelivery = {
  readonly event: string;
  readonly verified: boolean;
  readonly payload: Payload;
  /** Equal for two deliveries of the same event; undefined if nothing identifies the event. */
  readonly key: string | undefined;
  /** The key that versions without owners made for it; absent if that is `key`. */
  readonly earlierKey?: string | undefined;
  /** Label of the secret that matched; absent if it has none. */
  readonly label?: string | undefined;
  /** The customer or installation whose payment it is; absent if none is known. */
  readonly owner?: string | undefined;
  /** The bytes as they arrived. */
  readonly body: Uint8Array;
};

/** Stores deliveries before they are acknowledged. */
export type DeliveryInbox = {
  /** Whether integers beyond 2^53 are delivered as BigInt instead of being refused (U-32). */
  readonly bigint: boolean;
  /**
   * Resolves with `stored` once the delivery is durable, with `duplicate` if it was before, or with `full`. Rejects if
   * it could not be stored.
   */
  accept(delivery: IncomingDelivery): Promise<"stored" | "duplicate" | "full">;
};

/** The options that an inbox takes the place of. */
export type Handling = "on" | "onUnknown" | "store" | "bigint";

/** @throws MisuseError `inbox_and_handlers`, `inbox_option`, `handlers_missing` */
export function checkInboxOptions(options: { [O in Handling | "inbox"]?: unknown }): void {
  const beside = (["on", "onUnknown", "store", "bigint"] as const).filter((name) => options[name] !== undefined);
  const { inbox } = options;
  if (inbox === undefined) {
    if (options.on === undefined && options.onUnknown === undefined)
      throw new MisuseError("handlers_missing", "Pass on, onUnknown or inbox: without, deliveries would be dropped.");
    return;
  }
  if (typeof Object(inbox).accept !== "function")
    throw new MisuseError("inbox_option", "inbox is what openInbox() resolves with: await it.");
  if (beside.length === 0) return;
  const message = `The inbox replaces ${beside.join(", ")}: pass handlers to inbox.work(), bigint to openInbox().`;
  throw new MisuseError("inbox_and_handlers", message);
}

/** Answers 2xx once the delivery is durable; otherwise, or after `deadlineMs`, it asks the sender to retry. */
export async function keep(
  inbox: DeliveryInbox,
  delivery: IncomingDelivery,
  refuse: Refuse,
  deadlineMs: number,
): Promise<Outcome> {
  try {
    const accepted = await within(deadlineMs, Promise.resolve(inbox.accept(delivery)), () => {
      throw new Error(`The inbox did not store the delivery within ${deadlineMs} ms.`);
    });
    if (accepted === "stored") return STORED;
    if (accepted === "duplicate") return DUPLICATE;
    if (accepted === "full") return refuse("inbox_full");
    throw new TypeError(`accept of the inbox answers "stored", "duplicate" or "full", not ${describeKind(accepted)}.`);
  } catch (error) {
    return refuse("inbox_failed", { error });
  }
}
