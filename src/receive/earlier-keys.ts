/** Payments that a version without owners has stored: they are looked for, so that none of them is handled again. */

import type { DuplicateStore, Reservation } from "./duplicate-store.ts";
import { DUPLICATE, type Outcome, type Refuse } from "./outcome.ts";

/** Handles an event unless its earlier key is in the store. Never rejects. */
export type UnlessEarlier = (
  earlierKey: string,
  handle: () => Outcome | Promise<Outcome>,
  refuse: Refuse,
) => Promise<Outcome>;

/**
 * Looks into a store for earlier keys. One that is done is a duplicate, reported as `owner_unknown`: a key without an
 * owner does not say whose payment it was. One that is busy is refused, for a process of that version may have it.
 */
export function unlessEarlierIn(store: DuplicateStore): UnlessEarlier {
  // Deliveries at the same time share a look, or one would find the key reserved by another.
  const looks = new Map<string, Promise<Reservation>>();

  async function ask(key: string): Promise<Reservation> {
    const found = await store.reserve(key);
    if (found === "new") await store.release(key);
    return found;
  }

  function look(key: string): Promise<Reservation> {
    const known = looks.get(key);
    if (known) return known;
    const looking = ask(key).finally(() => looks.delete(key));
    looks.set(key, looking);
    return looking;
  }

  return async (earlierKey, handle, refuse) => {
    try {
      const found = await look(earlierKey);
      if (found === "new") return handle();
      if (found === "busy") return refuse("event_busy");
      refuse("owner_unknown");
      return DUPLICATE;
    } catch (error) {
      return refuse("store_failed", { error });
    }
  };
}
