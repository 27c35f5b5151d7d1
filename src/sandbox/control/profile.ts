/** The part of the control that shows the settings and changes them. */

import type { Hono } from "hono";
import { ASSUMPTIONS } from "../../../generated/assumptions.ts";
import { PROFILE_KEYS } from "../../../generated/profile.ts";
import type { Needs } from "../parts.ts";
import { differences, SHIPPED_PROFILES, statedProfile } from "../profile.ts";
import type { Settings } from "../settings.ts";
import { readBody } from "./input.ts";

type Showing = Needs<"profile" | "deployment" | "journal">;

/** Adds the routes at `/_control/profile`. */
export function routeProfile(app: Hono, parts: Showing, settings: Settings): void {
  app.get("/_control/profile", ({ json }) => json({ ...currentProfile(parts), ...describeSettings(parts) }));
  app.put("/_control/profile", async ({ req, json }) => {
    const changes = await readBody(req.raw);
    await settings.change(changes);
    parts.journal.add("profile", changes);
    return json(currentProfile(parts));
  });
}

function currentProfile({ profile, deployment }: Showing) {
  return { profile, differences: differences(profile, deployment) };
}

/** Returns the settings that are open with their gaps, the shipped profiles, and what the deployment fixes. */
function describeSettings({ deployment }: Showing) {
  const stated = deployment?.settings ?? {};
  const isOpen = ([key, { gap }]: [string, { gap: string }]) =>
    Object.hasOwn(ASSUMPTIONS, gap) && !Object.hasOwn(stated, key);
  return {
    keys: Object.fromEntries(Object.entries(PROFILE_KEYS).filter(isOpen)),
    gaps: Object.fromEntries(Object.entries(ASSUMPTIONS).filter(([id]) => !deployment?.closed.includes(id))),
    shipped: Object.fromEntries(
      Object.entries(SHIPPED_PROFILES).map(([name, shipped]) => [name, statedProfile(shipped, deployment)]),
    ),
    stated,
  };
}
