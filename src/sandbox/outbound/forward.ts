/**
 * Forwards: registered origins that are reached elsewhere. A receiver on a laptop gets deliveries this way, although
 * the contract refuses its address as the URL of a webhook.
 */

import { createError } from "../../errors/raise.ts";
import { SandboxError } from "../../errors/sandbox.ts";
import { checkAddress } from "../../webhook-url/address.ts";
import { checkWebhookUrl } from "../../webhook-url/index.ts";

/** Forwards as options give them: an object, or texts `https://hooks.example.com=http://127.0.0.1:3000`. */
export type ForwardPairs = readonly string[] | Readonly<Record<string, string>>;

/** The forwards of a sandbox, which change while it runs. */
export class Forwards {
  readonly #targets = new Map<string, string>();
  readonly #allowedHosts: ReadonlySet<string>;

  /**
   * `allowedHosts`: names and addresses other than this machine that a forward may point to.
   *
   * @throws SandboxError `forward_invalid`, `forward_not_allowed`
   */
  constructor(pairs: ForwardPairs = [], allowedHosts: readonly string[] = []) {
    this.#allowedHosts = new Set(allowedHosts.map((host) => host.toLowerCase()));
    for (const [registered, local] of readPairs(pairs)) this.add(registered, local);
  }

  /** Returns the local origin for a registered one. */
  get(origin: string): string | undefined {
    return this.#targets.get(origin);
  }

  /** Returns all forwards, from registered to local origins. */
  get all(): Record<string, string> {
    return Object.fromEntries(this.#targets);
  }

  /**
   * Adds a forward, or replaces the one of that origin. `registered` must be an origin that can be registered (F-7-01).
   *
   * @throws SandboxError `forward_invalid`; `forward_not_allowed` for another host than this machine and those that are
   * allowed
   */
  add(registered: string, local: string): void {
    const from = readOrigin(registered);
    const to = readOrigin(local);
    if (!from || !to || !checkWebhookUrl(`${from}/`).ok)
      throw createError(SandboxError, "forward_invalid", [registered, local].filter(Boolean).join("="));
    const host = new URL(to).hostname;
    if (!isLoopback(host) && !this.#allowedHosts.has(host))
      throw createError(SandboxError, "forward_not_allowed", host);
    this.#targets.set(from, to);
  }

  /** Removes a forward. Returns whether there was one. */
  remove(registered: string): boolean {
    return this.#targets.delete(registered);
  }
}

/** Tells whether the host, as `URL.hostname` writes it, is this machine. */
export function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  const verdict = checkAddress(hostname.replace(/^\[|\]$/g, ""));
  return !verdict.ok && verdict.code === "address_loopback";
}

function readPairs(pairs: ForwardPairs): [registered: string, local: string][] {
  if (!Array.isArray(pairs)) return Object.entries(pairs);
  return pairs.map((pair: string) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, Math.max(0, at)), pair.slice(at + 1)];
  });
}

function readOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  const bare =
    url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash && !url.username;
  return bare ? url.origin : undefined;
}
