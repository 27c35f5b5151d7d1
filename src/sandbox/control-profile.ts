/** The part of the control that shows the settings and changes them. */

import type { Hono } from "hono";
import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import { PROFILE_KEYS, type Profile } from "../../generated/profile.ts";
import { inputOf } from "./control-input.ts";
import { sandboxError } from "./errors.ts";
import { changedProfile, differences, SHIPPED_PROFILES, statedProfile } from "./profile.ts";
import type { World } from "./world.ts";

export function routeProfile(app: Hono, world: World): void {
  const { store, journal } = world;
  app.get("/_control/profile", (context) =>
    context.json({
      profile: world.profile,
      keys: openKeys(world),
      shipped: Object.fromEntries(
        Object.entries(SHIPPED_PROFILES).map(([name, shipped]) => [name, statedProfile(shipped, world.contract)]),
      ),
      gaps: openGaps(world),
      stated: world.contract?.settings ?? {},
      differences: differences(world.profile, world.contract),
    }),
  );
  app.put("/_control/profile", async (context) => {
    const changes = await inputOf(context.req.raw);
    const changed: Profile = statedProfile(changedProfile(world.profile, changes), world.contract, changes);
    if (changed.authPort !== world.profile.authPort) throw sandboxError("profile_fixed", "authPort");
    world.profile = changed;
    keepProfile(world, changes);
    await store.flushed();
    journal.add("profile", changes);
    return context.json({ profile: world.profile, differences: differences(world.profile, world.contract) });
  });
}

/** The settings that are left to choose. */
function openKeys({ contract }: World): Partial<typeof PROFILE_KEYS> {
  const isOpen = ([key, { gap }]: [string, { gap: string }]) =>
    Object.hasOwn(ASSUMPTIONS, gap) && !Object.hasOwn(contract?.settings ?? {}, key);
  return Object.fromEntries(Object.entries(PROFILE_KEYS).filter(isOpen));
}

/** Every gap but those that the contract of a deployment closes. */
function openGaps({ contract }: World): Record<string, unknown> {
  return Object.fromEntries(Object.entries(ASSUMPTIONS).filter(([id]) => !contract?.closed.includes(id)));
}

/** For the next start with the same folder. */
function keepProfile({ store }: World, changes: Record<string, unknown>): void {
  const kept = store.get("setting", "profile");
  store.put("setting", {
    id: "profile",
    changes: { ...(kept?.id === "profile" ? kept.changes : {}), ...changes },
  });
}
