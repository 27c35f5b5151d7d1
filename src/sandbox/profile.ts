/** Finds the settings of a sandbox: a shipped profile or a file, `key=value` texts, the facts of a deployment. */

import { DEFAULT_PROFILE, PROFILE_KEYS, STRICT_PROFILE } from "../../generated/profile.ts";
import { createError } from "../errors/raise.ts";
import { SandboxError } from "../errors/sandbox.ts";
import { readFileBounded } from "../files/read-file.ts";
import type { Deployment } from "../overlays/deployment.ts";
import { isObject, parseJson } from "../values/json.ts";
import { isNameIn } from "../values/names.ts";
import { changedProfile, type Profile, SETTING_KEYS, settingFault, settingKey } from "../values/profile.ts";

/** A profile has some kilobytes. */
const BYTES_MAX = 1024 * 1024;

/** The profiles of this package, by name. */
export const SHIPPED_PROFILES = { default: DEFAULT_PROFILE, strict: STRICT_PROFILE } as const;

/** A setting that differs from the default profile. `gap`: the id of the open question that it answers. */
export interface Difference {
  readonly key: keyof Profile;
  readonly gap: string;
  readonly value: unknown;
  readonly default: unknown;
}

/**
 * Returns the profile of that name or in that JSON file. Members that the file lacks are those of `default`.
 *
 * @throws SandboxError `profile_unreadable`, `profile_unknown_key`, `profile_invalid`
 */
export function loadProfile(nameOrFile = "default"): Profile {
  if (isNameIn(SHIPPED_PROFILES, nameOrFile)) return structuredClone(SHIPPED_PROFILES[nameOrFile]);
  let given: unknown;
  try {
    given = JSON.parse(readFileBounded(nameOrFile, BYTES_MAX).toString("utf8"));
  } catch {
    throw createError(SandboxError, "profile_unreadable", nameOrFile);
  }
  if (!isObject(given)) throw createError(SandboxError, "profile_unreadable", nameOrFile);
  return changedProfile(DEFAULT_PROFILE, given);
}

/**
 * Returns the profile with the settings that a deployment fixes.
 *
 * @param changes what someone asks for now
 * @throws SandboxError `profile_stated` if they ask for another value than the fixed one
 */
export function statedProfile(
  profile: Profile,
  deployment: Deployment | undefined,
  changes: Readonly<Record<string, unknown>> = {},
): Profile {
  const stated: Record<string, unknown> = deployment?.settings ?? {};
  for (const [key, value] of Object.entries(changes))
    if (Object.hasOwn(stated, key) && JSON.stringify(value) !== JSON.stringify(stated[key]))
      throw createError(SandboxError, "profile_stated", `${key} is ${JSON.stringify(stated[key])}`);
  return changedProfile(profile, stated);
}

/**
 * Reads `key=value` texts of a command line. A value is JSON if that gives a value the setting allows, else the text
 * itself.
 *
 * @throws SandboxError `profile_invalid`, `profile_unknown_key`
 */
export function parseOverrides(pairs: readonly string[]): Partial<Profile> {
  const changes: Record<string, unknown> = {};
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    if (at < 1) throw createError(SandboxError, "profile_invalid", `${pair} is not key=value`);
    const key = settingKey(pair.slice(0, at));
    const text = pair.slice(at + 1);
    const readings = [parseJson(text), text].filter((value) => value !== undefined);
    changes[key] = readings.find((value) => settingFault(key, value) === undefined) ?? readings[0];
  }
  changedProfile(DEFAULT_PROFILE, changes);
  return changes;
}

/** Returns the settings that differ from the default profile; those that a deployment fixes are left out. */
export function differences(profile: Profile, deployment?: Deployment): Difference[] {
  return SETTING_KEYS.filter((key) => !Object.hasOwn(deployment?.settings ?? {}, key))
    .filter((key) => JSON.stringify(profile[key]) !== JSON.stringify(DEFAULT_PROFILE[key]))
    .map((key) => ({ key, gap: PROFILE_KEYS[key].gap, value: profile[key], default: DEFAULT_PROFILE[key] }));
}
