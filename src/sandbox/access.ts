/** How the options make a sandbox reachable. */

import { createError } from "../errors/raise.ts";
import { SandboxError } from "../errors/sandbox.ts";
import type { Profile } from "../values/profile.ts";
import type { SandboxOptions } from "./options.ts";
import { isLoopback } from "./outbound/forward.ts";
import type { Access } from "./request-guard.ts";

/** Loopback. */
export const DEFAULT_HOST = "127.0.0.1";

/**
 * Returns the access of a sandbox. `random`: for the token of a sandbox that others can reach.
 *
 * @throws SandboxError `public_url_invalid`, `token_weak`
 */
export function resolveAccess(
  { host = DEFAULT_HOST, publicUrl, token }: SandboxOptions,
  { authPort }: Profile,
  random: (bytes: number) => Buffer,
): Access {
  if (token !== undefined && !/^[!-~]{16,200}$/.test(token)) throw createError(SandboxError, "token_weak");
  const url = publicUrl === undefined ? undefined : URL.parse(publicUrl);
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (publicUrl !== undefined && (!isOrigin || authPort === "separate"))
    throw createError(SandboxError, "public_url_invalid", publicUrl);
  // A public URL means that a proxy lets others in, whatever the sandbox listens at.
  const open = !isLoopback(host) || (url != null && !isLoopback(url.hostname));
  return {
    host,
    publicHost: url?.host,
    token: token ?? (open ? random(24).toString("base64url") : undefined),
  };
}

/** Returns the origin that callers use for a port of the sandbox. */
export function resolveOrigin({ host }: Access, publicUrl: string | undefined, port: number): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  // Every address of the machine includes this one.
  const name = host === "0.0.0.0" || host === "::" ? DEFAULT_HOST : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
