/**
 * How a sandbox can be reached, and who may enter: the names that it answers to, requests of other web sites, and the
 * token of a sandbox that others can reach.
 */

import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { createError } from "../errors/raise.ts";
import { SandboxError } from "../errors/sandbox.ts";
import type { Profile } from "../values/profile.ts";
import type { SandboxOptions } from "./options.ts";
import { isLoopback } from "./outbound/forward.ts";

/** How the sandbox can be reached. */
export interface Access {
  /** The address that it listens at. */
  readonly host: string;
  /** Host and port of the public URL, as a browser sends them; undefined: there is none. */
  readonly publicHost: string | undefined;
  /** What opens control, console and documentation; undefined: everybody on this machine may enter. */
  readonly token: string | undefined;
}

/**
 * Name of the cookie for the port that the browser asked: browsers send cookies to every port of a host, so two pages
 * of one machine would lock each other.
 */
function cookieName(request: Request): string {
  const port = /:(\d{1,5})$/.exec(request.headers.get("host") ?? "")?.[1];
  return port === undefined ? "sandbox_token" : `sandbox_token_${port}`;
}

/**
 * Tells whether the sandbox answers to the request's `Host`: to names of this machine, to the public URL and, if others
 * can reach it, to addresses. A web page whose name was rebound to this machine asks for its own name, which is none of
 * these.
 */
export function isKnownHost({ host, publicHost }: Access, request: Request): boolean {
  const asked = (request.headers.get("host") ?? "").toLowerCase();
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/.test(asked)) return false;
  if (asked === publicHost) return true;
  const name = asked.replace(/:\d{1,5}$/, "").replace(/^\[|\]$/g, "");
  // A target such as http://other.example/ stands for another host, whatever the header says (RFC 9112, 3.2.2).
  if (URL.parse(request.url)?.hostname.replace(/^\[|\]$/g, "") !== name) return false;
  if (name === host || name === "localhost" || name === "127.0.0.1" || name === "::1") return true;
  return !isLoopback(host) && isIP(name) > 0;
}

/** Returns why the request is not one that this page or a program on this machine makes; undefined: it is. */
export function foreignTo(request: Request): string | undefined {
  const origin = request.headers.get("origin");
  if (origin !== null && URL.parse(origin)?.host !== (request.headers.get("host") ?? "").toLowerCase())
    return "The request comes from another web site.";
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return "The request comes from another web site.";
  // Other media types are those that a form of another site can send.
  const type = request.headers.get("content-type");
  if (type !== null && !/^application\/json\s*(?:;|$)/i.test(type)) return "Send application/json.";
  return undefined;
}

/** Tells whether the request carries the token, as a bearer token or as the cookie of `enter`. */
export function hasEntered({ token }: Access, request: Request): boolean {
  if (token === undefined) return true;
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (bearer !== undefined && isEqualSecret(digest(bearer), digest(token))) return true;
  const name = cookieName(request);
  const cookie = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.get("cookie") ?? "")?.[1];
  return cookie !== undefined && isEqualSecret(cookie, digest(token));
}

/** Returns the cookie that lets a browser in, if the token is right: a digest, which does not tell the token. */
export function enter({ token }: Access, request: Request, given: string): string | undefined {
  if (token === undefined || !isEqualSecret(digest(given), digest(token))) return undefined;
  return `${cookieName(request)}=${digest(token)}; Path=/; HttpOnly; SameSite=Lax`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** Compares in constant time. */
export function isEqualSecret(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

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
