/** The faults that are switched on. They are kept like records, so that a commit that fails restores them, too. */

import type { Needs } from "../parts.ts";
import type { Delivery, DeliveryFault, InjectedFault } from "../store/model.ts";
import { getSetting } from "../store/store.ts";
import { nextFault } from "./record.ts";

/** Returns the faults in the order in which they take effect. */
export function injectedFaults({ store }: Needs<"store">): readonly InjectedFault[] {
  return getSetting(store, "faults")?.list ?? [];
}

/** Replaces all faults. */
export function keepFaults({ store, journal }: Needs<"store" | "journal">, list: readonly InjectedFault[]): void {
  store.put("setting", { id: "faults", list });
  journal.add("faults", list);
}

/** Returns the fault for the next delivery, and counts it down. */
export function takeFault(parts: Needs<"store" | "journal">): DeliveryFault | null {
  const [fault, ...others] = injectedFaults(parts);
  if (!fault) return null;
  keepFaults(parts, fault.next > 1 ? [{ ...fault, next: fault.next - 1 }, ...others] : others);
  return { kind: fault.kind, attempts: 1, seconds: fault.seconds };
}

/**
 * Returns the bytes that the next attempt signs: its body, unless the fault `other-body` takes those of the delivery
 * that was edited, or some that were never sent.
 */
export function signedBytes({ store }: Needs<"store">, delivery: Delivery): Buffer {
  const { body, redeliveryOf } = delivery;
  if (nextFault(delivery)?.kind !== "other-body") return Buffer.from(body);
  const edited = redeliveryOf === null ? undefined : store.get("delivery", redeliveryOf)?.body;
  return Buffer.from(edited === undefined || edited === body ? `${body} ` : edited);
}
