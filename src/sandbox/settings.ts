/** The settings of a running sandbox: those of the start, and changes since then, which are kept with the data. */

import { createError } from "../errors/raise.ts";
import { SandboxError } from "../errors/sandbox.ts";
import type { Deployment } from "../overlays/deployment.ts";
import { changedProfile, type Profile } from "../values/profile.ts";
import { loadProfile, statedProfile } from "./profile.ts";
import { getSetting, type Store } from "./store/store.ts";

/** What a start asks for. */
interface AskedFor {
  readonly profile: string | undefined;
  readonly deployment: Deployment | undefined;
  readonly changes: Readonly<Record<string, unknown>>;
}

export class Settings {
  readonly #store: Store;
  readonly #deployment: Deployment | undefined;
  #profile: Profile;

  /**
   * Takes the profile of that name or file, then the changes that are kept with the data, then those of this start.
   *
   * @throws SandboxError `profile_unreadable`, `profile_unknown_key`, `profile_invalid`, `profile_stated`
   */
  constructor(store: Store, { profile, deployment, changes }: AskedFor) {
    this.#store = store;
    this.#deployment = deployment;
    const before = loadProfile(profile);
    const kept = getSetting(store, "profile")?.changes ?? {};
    const all = { ...kept, authPort: before.authPort, ...changes };
    this.#profile = statedProfile(changedProfile(before, all), deployment, changes);
  }

  get profile(): Profile {
    return this.#profile;
  }

  /**
   * Changes settings, and keeps the changes with the data before they take effect.
   *
   * @throws SandboxError `profile_unknown_key`, `profile_invalid`, `profile_stated`, `profile_fixed`
   */
  async change(changes: Readonly<Record<string, unknown>>): Promise<void> {
    const changed = statedProfile(changedProfile(this.#profile, changes), this.#deployment, changes);
    if (changed.authPort !== this.#profile.authPort) throw createError(SandboxError, "profile_fixed", "authPort");
    const kept = getSetting(this.#store, "profile")?.changes;
    this.#store.put("setting", { id: "profile", changes: { ...kept, ...changes } });
    await this.#store.flushed();
    this.#profile = changedProfile(this.#profile, changes);
  }
}
