/** The way to the local side of a forward: which host it is told, and whose certificates are accepted. */

import { X509Certificate } from "node:crypto";
import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import tls from "node:tls";
import { buildConnector } from "undici";
import { createError } from "../../errors/raise.ts";
import { SandboxError } from "../../errors/sandbox.ts";

/** How the local side of a forward is reached. */
export interface LocalOptions {
  /**
   * The `Host` that it is told: `registered`, that of the registered URL; `forward`, its own; or any other, such as
   * `app.test:8443`. Default `registered`.
   */
  readonly forwardHost?: string | undefined;
  /** Certificates in PEM that are trusted besides those of the system. Default: none. */
  readonly forwardCa?: string | undefined;
  /** Accepts every certificate. Default false. */
  readonly forwardInsecure?: boolean | undefined;
}

/** @throws SandboxError `forward_host_invalid`, `forward_ca_invalid` */
export function checkLocal({ forwardHost = "registered", forwardCa }: LocalOptions): void {
  const url = URL.parse(`http://${forwardHost}/`);
  // What URL rewrites or drops is not a host alone, but for the port of http.
  if (typeof forwardHost !== "string" || url?.host !== forwardHost.toLowerCase().replace(/:80$/, ""))
    throw createError(SandboxError, "forward_host_invalid", String(forwardHost));
  try {
    if (forwardCa !== undefined) new X509Certificate(forwardCa);
  } catch {
    throw createError(SandboxError, "forward_ca_invalid");
  }
}

/** Returns the `Host` for a request to `target`, an origin. `registered`: the host of the registered URL. */
export function hostHeader({ forwardHost = "registered" }: LocalOptions, registered: string, target: string): string {
  if (forwardHost === "registered") return registered;
  return forwardHost === "forward" ? new URL(target).host : forwardHost;
}

/**
 * Returns the `connect` of an undici Agent for what the user chose as target of a forward, and nothing else. TLS asks
 * for the target's own name, whatever the `Host` is. Proxies of the environment are not used.
 */
export function localConnector(
  { forwardCa, forwardInsecure }: LocalOptions,
  timeout: number,
): buildConnector.connector {
  const connect = buildConnector({
    timeout,
    lookup,
    ...(forwardCa !== undefined && { ca: [...tls.getCACertificates(), forwardCa] }),
    ...(forwardInsecure && { rejectUnauthorized: false }),
  });
  return ({ servername: _, ...options }, callback) => {
    const own = options.hostname.replace(/^\[|\]$/g, "");
    // TLS takes names, not addresses.
    connect({ ...options, host: own, ...(isIP(own) === 0 && { servername: own }) }, callback);
  };
}

/**
 * Leads `localhost` and names below it to this machine, by IPv4 and IPv6 (RFC 6761, 6.3): resolvers know one of them,
 * or none.
 */
const lookup: LookupFunction = (hostname, options, callback) => {
  if (!/(?:^|\.)localhost$/i.test(hostname)) return systemLookup(hostname, options, callback);
  if (!options.all) return callback(null, "127.0.0.1", 4);
  callback(null, [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ]);
};
