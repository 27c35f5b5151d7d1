/**
 * May a deliverer connect to this IP address? Own arithmetic over the bytes of the address, no imports from any
 * runtime, so the same answer is given in Node, Workers, Deno and browsers.
 */

import type { AddressCode } from "../errors/webhook-url.ts";

/**
 * IANA's two special-purpose address registries, withdrawn ranges and multicast, and one cloud's. The first match
 * decides.
 */
const REFUSED: readonly (readonly [cidr: string, code: AddressCode])[] = [
  ["0.0.0.0/8", "address_special"], // this host on this network: many systems connect to themselves
  ["10.0.0.0/8", "address_private"],
  ["100.64.0.0/10", "address_private"], // shared by a provider's customers
  ["127.0.0.0/8", "address_loopback"],
  ["168.63.129.16/32", "address_special"], // no registry's: Azure's own services, as seen from its virtual machines
  ["169.254.0.0/16", "address_link_local"], // cloud metadata services answer here
  ["172.16.0.0/12", "address_private"],
  ["192.0.0.0/24", "address_special"], // protocol assignments
  ["192.0.2.0/24", "address_special"], // documentation
  ["192.31.196.0/24", "address_special"], // AS112
  ["192.52.193.0/24", "address_special"], // AMT relays
  ["192.88.99.0/24", "address_special"], // 6to4 relays, withdrawn
  ["192.168.0.0/16", "address_private"],
  ["192.175.48.0/24", "address_special"], // AS112
  ["198.18.0.0/15", "address_special"], // benchmarks
  ["198.51.100.0/24", "address_special"], // documentation
  ["203.0.113.0/24", "address_special"], // documentation
  ["224.0.0.0/4", "address_special"], // multicast
  ["240.0.0.0/4", "address_special"], // reserved, broadcast
  ["::1/128", "address_loopback"],
  ["fc00::/7", "address_private"],
  ["fe80::/10", "address_link_local"],
  ["fec0::/10", "address_private"], // site-local, withdrawn
  ["2001::/23", "address_special"], // protocol assignments: Teredo, ORCHID, benchmarks, AMT, AS112
  ["2001:db8::/32", "address_special"], // documentation
  ["2002::/16", "address_special"], // 6to4
  ["2620:4f:8000::/48", "address_special"], // AS112
  ["3fff::/20", "address_special"], // documentation
];

interface Range {
  readonly bytes: readonly number[];
  readonly bits: number;
}

const REFUSED_RANGES = REFUSED.map(([cidr, code]) => ({ ...parseRange(cidr), code }));
const MAPPED_IPV4 = parseRange("::ffff:0:0/96");
/**
 * IANA hands out IPv6 addresses for public hosts from here alone, so whatever lies elsewhere is refused without being
 * named.
 */
const GLOBAL_IPV6 = parseRange("2000::/3");

/**
 * Whether a deliverer may connect to `ip`: only a unicast address of the public internet is allowed (F-2.2-09; that the
 * address is looked at as well as the name is the assumption of U-34, A-20).
 *
 * `ip` is an IPv4 address in its one canonical form (four decimal numbers, no leading zeros) or an IPv6 address in any
 * form of RFC 4291, without brackets; anything else, a zone id included, is `address_malformed`. IPv6 forms that carry
 * an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) are refused whatever they carry; a mapped one gets the code
 * of the address inside.
 * Never throws, whatever `ip` is.
 */
export function checkAddress(ip: string): { ok: true } | { ok: false; code: AddressCode } {
  const bytes = parseAddress(ip);
  const code = bytes ? findRefusal(bytes) : "address_malformed";
  return code ? { ok: false, code } : { ok: true };
}

function findRefusal(bytes: readonly number[]): AddressCode | undefined {
  const refused = REFUSED_RANGES.find((range) => isWithin(bytes, range));
  if (refused) return refused.code;
  if (bytes.length === 4 || isWithin(bytes, GLOBAL_IPV6)) return undefined;
  return (isWithin(bytes, MAPPED_IPV4) && findRefusal(bytes.slice(12))) || "address_special";
}

function isWithin(bytes: readonly number[], range: Range): boolean {
  if (bytes.length !== range.bytes.length) return false;
  const mask = (index: number) => 0xff00 >> Math.min(8, Math.max(0, range.bits - 8 * index));
  return range.bytes.every((byte, index) => ((byte ^ (bytes[index] ?? 0)) & mask(index) & 0xff) === 0);
}

/** The 4 or 16 bytes of an address, or undefined if it is none. */
function parseAddress(ip: unknown): number[] | undefined {
  // The longest form, an IPv6 address that ends in an IPv4 one, has 45 characters.
  if (typeof ip !== "string" || ip.length > 45) return undefined;
  return ip.includes(":") ? parseIpv6(ip) : parseIpv4(ip);
}

function parseIpv4(ip: string): number[] | undefined {
  const parts = ip.split(".");
  const isByte = (part: string) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256;
  return parts.length === 4 && parts.every(isByte) ? parts.map(Number) : undefined;
}

/** `URL` knows every text form of an IPv6 address and writes it back as hexadecimal groups with at most one `::`. */
function parseIpv6(ip: string): number[] | undefined {
  if (!/^[\da-f:.]+$/i.test(ip)) return undefined;
  const canonical = URL.parse(`http://[${ip}]/`)?.hostname.slice(1, -1);
  if (canonical === undefined) return undefined;
  const [head = [], tail] = canonical.split("::").map((half) => half.split(":").filter(Boolean));
  const groups = tail ? [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail] : head;
  return groups.map((group) => Number.parseInt(group, 16)).flatMap((group) => [group >> 8, group & 0xff]);
}

function parseRange(cidr: string): Range {
  const [base = "", bits = ""] = cidr.split("/");
  return { bytes: parseAddress(base) ?? [], bits: Number(bits) };
}
