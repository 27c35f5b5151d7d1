/** A request that would create the same webhook again (U-39). */

import { typedKeys } from "../../values/names.ts";
import type { Profile } from "../../values/profile.ts";
import { Refusal } from "../errors.ts";

/**
 * Returns the webhook that already has all these values, if the profile answers with it. Undefined: create another one.
 *
 * @throws Refusal `webhook_exists`, if the profile refuses it
 */
export function findRepeated<T extends object>(
  { repeatedCreate }: Profile,
  webhooks: readonly T[],
  given: Partial<T>,
): T | undefined {
  if (repeatedCreate === "create") return undefined;
  const members = typedKeys(given);
  const existing = webhooks.find((one) =>
    members.every((member) => JSON.stringify(one[member]) === JSON.stringify(given[member])),
  );
  if (existing && repeatedCreate === "refuse") throw new Refusal("validationStatus", "webhook_exists");
  return existing;
}
