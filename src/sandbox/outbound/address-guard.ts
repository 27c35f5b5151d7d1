/**
 * The address guard of deliveries: a connection is made to public addresses alone, whatever name or spelling leads
 * there (F-2.2-09, U-34).
 *
 * It checks three things, because each check alone can be evaded: the host as written, because no resolver is asked
 * about an address; every address that the name resolves to, which are then the only ones that are connected to; and
 * the address of the open socket.
 */

import { lookup as systemLookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { checkAddress } from "../../webhook-url/address.ts";

/** Resolves a name to all its addresses. */
export type Lookup = (hostname: string) => Promise<{ address: string; family: number }[]>;

interface GuardOptions {
  /** Default: the resolver of the system. */
  lookup?: Lookup | undefined;
  connectTimeoutMs: number;
}

/** Thrown instead of a connection. `code`: a code of `checkAddress`. */
export class GuardError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Returns the `connect` of an undici Agent that reaches public addresses alone, without proxies. */
export function guardedConnector({ lookup = resolveAll, connectTimeoutMs }: GuardOptions): buildConnector.connector {
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    lookup: guardedLookup(lookup),
  });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    const refused = isIP(host) > 0 ? findRefusal(host) : undefined;
    if (refused) return callback(refused, null);
    return connect(options, (...result) => {
      const socket = result[1];
      const late = socket ? findRefusal(socket.remoteAddress ?? "") : undefined;
      if (!late) return callback(...result);
      socket?.destroy();
      callback(late, null);
    });
  };
}

function guardedLookup(lookup: Lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname).then(
      (addresses) => {
        const refused = addresses.map(({ address }) => findRefusal(address)).find(Boolean);
        const [first] = addresses;
        if (refused || !first) callback(refused ?? new GuardError("address_unknown"), "");
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ""),
    );
  };
}

function findRefusal(address: string): GuardError | undefined {
  const verdict = checkAddress(address);
  return verdict.ok ? undefined : new GuardError(verdict.code);
}

/** Names for examples (RFC 2606). Without a network, a resolver may look for one of them for many seconds. */
const EXAMPLE = /\.example\.(?:com|net|org)\.?$/i;

/** Resolves a name with a dot at its end: it is absolute, so no search domain leads into the local network. */
async function resolveAll(hostname: string): Promise<{ address: string; family: number }[]> {
  if (EXAMPLE.test(hostname)) throw Object.assign(new Error(hostname), { code: "ENOTFOUND" });
  return systemLookup(hostname.endsWith(".") ? hostname : `${hostname}.`, { all: true });
}
