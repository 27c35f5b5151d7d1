/** The profile: every choice of the sandbox where nothing is stated. Loaded by name or from a file, changed by `key=value`. */

import { readFileSync } from "node:fs";
import { DEFAULT_PROFILE, PROFILE_KEYS, type Profile, STRICT_PROFILE } from "../../generated/profile.ts";
import type { Deployment } from "../deployment/deployment.ts";
import { sandboxError } from "./errors.ts";

export type { Profile } from "../../generated/profile.ts";

export const SHIPPED_PROFILES = { default: DEFAULT_PROFILE, strict: STRICT_PROFILE } as const;

const KEYS = Object.keys(PROFILE_KEYS) as (keyof Profile)[];

/**
 * The profile of that name or in that JSON file, whose missing members come from the default one.
 *
 * @throws SandboxError `profile_unreadable`, `profile_unknown_key`, `profile_invalid`
 */
export function loadProfile(nameOrFile = "default"): Profile {
  if (Object.hasOwn(SHIPPED_PROFILES, nameOrFile)) {
    return structuredClone(SHIPPED_PROFILES[nameOrFile as keyof typeof SHIPPED_PROFILES]);
  }
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(nameOrFile, "utf8"));
  } catch {
    throw sandboxError("profile_unreadable", nameOrFile);
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw sandboxError("profile_unreadable", nameOrFile);
  }
  return changedProfile(DEFAULT_PROFILE, given as Record<string, unknown>);
}

/** A copy with the changes, each of which is checked: what a program or a file gave. */
export function changedProfile(profile: Profile, changes: Readonly<Record<string, unknown>>): Profile {
  const changed: Record<string, unknown> = structuredClone(profile);
  for (const [key, value] of Object.entries(changes)) changed[checkedKey(key)] = checkedValue(checkedKey(key), value);
  return changed as Profile;
}

/**
 * What a deployment states holds, whatever the profile says.
 *
 * @throws SandboxError `profile_stated` where someone asks for something else
 */
export function statedProfile(
  profile: Profile,
  contract: Deployment | undefined,
  changes: Readonly<Record<string, unknown>> = {},
): Profile {
  const stated: Record<string, unknown> = contract?.settings ?? {};
  for (const [key, value] of Object.entries(changes))
    if (Object.hasOwn(stated, key) && JSON.stringify(value) !== JSON.stringify(stated[key]))
      throw sandboxError("profile_stated", `${key} is ${JSON.stringify(stated[key])}`);
  return changedProfile(profile, stated);
}

/** What `key=value` on a command line means: JSON where it is JSON of the right type, else the text itself. */
export function parseOverrides(pairs: readonly string[]): Partial<Profile> {
  const changes: Record<string, unknown> = {};
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    if (at < 1) throw sandboxError("profile_invalid", `${pair} is not key=value`);
    const key = checkedKey(pair.slice(0, at));
    const text = pair.slice(at + 1);
    changes[key] = [parsed(text), text].find((value) => faultOf(key, value) === undefined);
    if (changes[key] === undefined) checkedValue(key, parsed(text) ?? text);
  }
  return changes as Partial<Profile>;
}

/** The keys that are chosen otherwise than by default, with both values and the gap that leaves them open. What is stated is no choice. */
export function differences(
  profile: Profile,
  contract?: Deployment,
): { key: keyof Profile; gap: string; value: unknown; default: unknown }[] {
  const chosen = KEYS.filter((key) => !Object.hasOwn(contract?.settings ?? {}, key));
  return chosen
    .filter((key) => JSON.stringify(profile[key]) !== JSON.stringify(DEFAULT_PROFILE[key]))
    .map((key) => ({
      key,
      gap: PROFILE_KEYS[key].gap,
      value: profile[key],
      default: DEFAULT_PROFILE[key],
    }));
}

function checkedKey(key: string): keyof Profile {
  if (Object.hasOwn(PROFILE_KEYS, key)) return key as keyof Profile;
  // No name is that long, and to compare takes time.
  if (key.length > 100) throw sandboxError("profile_unknown_key", `${key.slice(0, 100)} …`);
  const nearest = KEYS.toSorted((a, b) => distance(key, a) - distance(key, b))[0];
  throw sandboxError("profile_unknown_key", `${key} (did you mean ${nearest}?)`);
}

function checkedValue(key: keyof Profile, value: unknown): unknown {
  const fault = faultOf(key, value);
  if (fault) throw sandboxError("profile_invalid", `${key} ${fault} (${PROFILE_KEYS[key].gap})`);
  return structuredClone(value);
}

/** What the value should be, if it is not. */
function faultOf(key: keyof Profile, value: unknown): string | undefined {
  const { type, values } = PROFILE_KEYS[key];
  if (value === null) return type.includes("null") ? undefined : `must be ${type}`;
  const members = type.endsWith("[]") ? (Array.isArray(value) ? value : undefined) : [value];
  if (!members) return `must be a list: ${type}`;
  if (type.startsWith("Record")) return isScopeMap(value) ? undefined : "must map operation ids to lists of scopes";
  for (const member of members) {
    if (Array.isArray(values)) {
      if (!values.includes(member as string)) return `must be ${values.map((one) => JSON.stringify(one)).join(" or ")}`;
    } else if (type.includes("number")) {
      const { min, max } = (values ?? { min: 0, max: 1e9 }) as { min: number; max: number };
      if (typeof member !== "number" || !(member >= min && member <= max)) return `must be a number, ${min} to ${max}`;
      // A lifetime that an answer tells is an integer (F-2.1-02).
      const whole = key === "accessTokenLifetimeSeconds" || !/Seconds$|Jitter$/.test(key);
      if (whole && !Number.isInteger(member)) return "must be a whole number";
    } else if (type.includes("boolean")) {
      if (typeof member !== "boolean") return "must be true or false";
    } else if (typeof member !== "string" || /[^\x20-\x7e]/.test(member)) {
      return "must be a text of printable ASCII characters";
    }
  }
  return specialFaultOf(key, value);
}

/** What the type does not say: what has to be fit for a header, a path or a query, and must not stand in the way of what is stated. */
function specialFaultOf(key: keyof Profile, value: unknown): string | undefined {
  const text = String(value);
  if (/^(?:retryScheduleSeconds|requestMediaTypes)$/.test(key) && (value as []).length === 0)
    return "must list at least one";
  if (/^(?:scopeSeparator|deniedCode|refreshGrantType)$/.test(key) && value === "") return "must not be empty";
  if (key === "tokenHeader" && !/^[\w-]+$/.test(text)) return "must be the name of a header";
  if (/MediaTypes?$/.test(key) && ![value].flat().every((type) => /^[\w.+-]+\/[\w.+-]+(?:\s*;.*)?$/.test(String(type))))
    return "must be a media type";
  // Space around the value of a header is no part of it.
  if (key === "tokenPrefix" && text.startsWith(" ")) return "must not begin with a space";
  if (key === "scopeParameter" && !/^[\w.~-]+$/.test(text)) return "must be the name of a parameter";
  if (/Path$/.test(key) && (!/^\/[\w./~%@:+-]*$/.test(text) || /\/\.\.?(?:\/|$)/.test(text)))
    return "must be a path that begins with a slash, and has no . or .. in it";
  // F-6.3-02. Another one of JSON only the documents of a deployment would state.
  if (key === "clientDeliveryMediaType" && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(text))
    return "must be one of JSON";
  return TAKEN[key]?.test(text) ? "must not be that of something else" : undefined;
}

/** What has a meaning already: by what is stated, or by another setting. */
const TAKEN: Partial<Record<keyof Profile, RegExp>> = {
  clientWebhookActiveMember: /^(?:client|name|events|url|secret|id|@id|createdAt|)$/,
  authorizationPath:
    /^\/(?:api\/(?:client_webhooks|app_webhooks|apps)|oauth\/v2\/token|_control|_console|_docs)(?:\/|$)/,
  refreshPath: /^\/(?:api\/(?:client_webhooks|app_webhooks|apps)|_control|_console|_docs)(?:\/|$)/,
  refreshGrantType: /^authorization_code$/,
  tokenHeader: /^(?:host|connection|content-length|content-type|transfer-encoding)$/i,
  scopeParameter: /^(?:client_id|redirect_uri|response_type|state|code_challenge|code_challenge_method)$/,
};

function isScopeMap(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(
    (scopes) => Array.isArray(scopes) && scopes.every((one) => /^[!#-[\]-~]+$/.test(one)),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Levenshtein, on short names. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1]?.toLowerCase() === b[j - 1]?.toLowerCase() ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
