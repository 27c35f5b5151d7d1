/** The settings of the sandbox: the keys, and the values that each may have. */

import { GRANT_TYPE, MEMBERS, OPERATIONS } from "../../generated/constants.ts";
import { PROFILE_KEYS, type Profile, type SettingSchema } from "../../generated/profile.ts";
import { settingFaults } from "../../generated/profile-check.ts";
import { createError } from "../errors/raise.ts";
import { SandboxError } from "../errors/sandbox.ts";
import { closest } from "./closest.ts";
import { isNameIn, typedKeys } from "./names.ts";

export type { Profile } from "../../generated/profile.ts";

/** The names of all settings, in the order of spec/unspecified.yaml. */
export const SETTING_KEYS = typedKeys(PROFILE_KEYS);

/**
 * Returns a copy of the profile with the changes, after checking each.
 *
 * @throws SandboxError `profile_unknown_key`, with a key that is near; `profile_invalid`, with what is allowed
 */
export function changedProfile(profile: Profile, changes: Readonly<Record<string, unknown>>): Profile {
  checkSettings(changes);
  return structuredClone({ ...profile, ...changes });
}

/** Checks each setting. @throws SandboxError as `changedProfile` */
function checkSettings(settings: Readonly<Record<string, unknown>>): asserts settings is Partial<Profile> {
  for (const [name, value] of Object.entries(settings)) {
    const key = settingKey(name);
    const fault = settingFault(key, value);
    if (fault) throw createError(SandboxError, "profile_invalid", `${key} ${fault} (${PROFILE_KEYS[key].gap})`);
  }
}

/** Returns the name as a key of the profile. @throws SandboxError `profile_unknown_key`, with a key that is near */
export function settingKey(name: string): keyof Profile {
  if (isNameIn(PROFILE_KEYS, name)) return name;
  if (name.length > 100) throw createError(SandboxError, "profile_unknown_key", `${name.slice(0, 100)} …`);
  const [near] = closest(name, SETTING_KEYS);
  throw createError(SandboxError, "profile_unknown_key", near ? `${name} (did you mean ${near}?)` : name);
}

/** Returns the violated rule, such as "must be <= 100"; undefined if the value is allowed. */
export function settingFault(key: keyof Profile, value: unknown): string | undefined {
  const [fault] = settingFaults({ [key]: value });
  if (!fault) return TAKEN[key]?.(String(value)) ? "is taken: it already has another meaning" : undefined;
  if (fault.keyword !== "pattern") return fault.message;
  const { items, additionalProperties, expects }: SettingSchema = PROFILE_KEYS[key].schema;
  return `must be ${expects ?? items?.expects ?? additionalProperties?.items?.expects}`;
}

/** What the sandbox serves in addition to the contract. */
const OWN_PATHS = ["/_control", "/_console", "/_docs"];
const TOKEN_PATH = OPERATIONS.exchangeAuthorizationCode.path;
/** Every path of the API, without the variable part: `/api/apps`. */
const API_PATHS = Object.values(OPERATIONS)
  .map(({ path }) => path.replace(/\/\{.*/, ""))
  .filter((path) => path !== TOKEN_PATH);

const isBelow = (paths: readonly string[]) => (path: string) =>
  paths.some((taken) => path === taken || path.startsWith(`${taken}/`));
const isOneOf = (names: readonly string[]) => (name: string) => names.includes(name.toLowerCase());

/** Values that already have a meaning: from a stated fact, or from another setting. */
const TAKEN: Partial<Record<keyof Profile, (value: string) => boolean>> = {
  clientWebhookActiveMember: (name) => [...MEMBERS.ClientWebhook, "id", "@id", "createdAt"].includes(name),
  authorizationPath: isBelow([...API_PATHS, TOKEN_PATH, ...OWN_PATHS]),
  refreshPath: isBelow([...API_PATHS, ...OWN_PATHS]),
  refreshGrantType: (type) => type === GRANT_TYPE,
  tokenHeader: isOneOf(["host", "connection", "content-length", "content-type", "transfer-encoding"]),
  scopeParameter: isOneOf([
    "client_id",
    "redirect_uri",
    "response_type",
    "state",
    "code_challenge",
    "code_challenge_method",
  ]),
};
