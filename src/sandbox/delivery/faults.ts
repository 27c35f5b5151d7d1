/** The faults that are switched on. They are kept like records, so that a commit that fails restores them, too. */

import type { Needs } from "../parts.ts";
import type { DeliveryFault, InjectedFault } from "../store/model.ts";
import { settingOf } from "../store/store.ts";

/** Returns the faults in the order in which they take effect. */
export function faultsOf({ store }: Needs<"store">): readonly InjectedFault[] {
  return settingOf(store, "faults")?.list ?? [];
}

/** Replaces all faults. */
export function keepFaults({ store, journal }: Needs<"store" | "journal">, list: readonly InjectedFault[]): void {
  store.put("setting", { id: "faults", list });
  journal.add("faults", list);
}

/** Returns the fault for the next delivery, and counts it down. */
export function takeFault(parts: Needs<"store" | "journal">): DeliveryFault | null {
  const [fault, ...others] = faultsOf(parts);
  if (!fault) return null;
  keepFaults(parts, fault.next > 1 ? [{ ...fault, next: fault.next - 1 }, ...others] : others);
  return { kind: fault.kind, attempts: 1, seconds: fault.seconds };
}
