/**
 * `checkAddress` against three judges that share no code with it, over random addresses that crowd around the borders
 * of every range. Where a judge answers differently on purpose, the range stands here with the reason.
 */

import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import { Address4, Address6 } from "ip-address";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { checkAddress } from "../../src/webhook-url/address.ts";

const REFUSED_V4 =
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 " +
  "192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 " +
  "198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4";
const REFUSED_V6 = "::/3 2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 4000::/2 8000::/1";
/** Finer ranges inside those, to draw addresses from. */
const INSIDE_V6 =
  "::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/32 2001:1::/48 2001:3::/32 " +
  "2001:4:112::/48 2001:20::/28 2000::/3 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8";

/** What `ip-address` calls global and we refuse. */
const isGlobalButRefused = among(
  "168.63.129.16/32 " + // ours: no registry names it
    "192.0.0.9/32 192.0.0.10/32 192.31.196.0/24 192.52.193.0/24 192.175.48.0/24 " + // reachable services, but no hosts
    "192.88.99.0/24 " + // withdrawn from the registry, relays linger
    "2001:1::/48 2001:3::/32 2001:4:112::/48 2001:20::/27 2001:30::/28 2620:4f:8000::/48 " + // services, identifiers
    "64:ff9b::/96", // it judges the address inside; so it does for ::ffff:0:0/96, asked below
);
/** What `ipaddr.js` calls unicast and we refuse: it knows special ranges only, we know public ones. */
const isUnicastButRefused = among("168.63.129.16/32 ::/3 4000::/2 8000::/1");

const v4 = addresses(REFUSED_V4, 32).map((value) =>
  [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join("."),
);
const v6 = addresses(`${REFUSED_V6} ${INSIDE_V6}`, 128).map((value) => {
  const groups = value.toString(16).padStart(32, "0").match(/.{4}/g) ?? [];
  return groups.join(":");
});

const RUNS = { numRuns: 5000 };

describe.each([
  ["IPv4", v4],
  ["IPv6", v6],
])("%s", (_family, address) => {
  it("agrees with node:net's BlockList over the same ranges", () => {
    const isRefused = among(`${REFUSED_V4} ${REFUSED_V6}`);
    fc.assert(
      fc.property(address, (ip) => {
        expect(checkAddress(ip).ok, ip).toBe(!isRefused(ip));
      }),
      RUNS,
    );
  });

  it("agrees with ip-address, which carries IANA's registries", () => {
    fc.assert(
      fc.property(address, (ip) => {
        const isGlobal = ip.includes(":") ? new Address6(ip).isGlobal() : new Address4(ip).isGlobal();
        if (checkAddress(ip).ok) expect(isGlobal, ip).toBe(true);
        else if (isGlobal) expect(isGlobalButRefused(ip) || ipaddr.parse(ip).range() === "ipv4Mapped", ip).toBe(true);
      }),
      RUNS,
    );
  });

  it("agrees with ipaddr.js", () => {
    fc.assert(
      fc.property(address, (ip) => {
        const isUnicast = ipaddr.parse(ip).range() === "unicast";
        if (checkAddress(ip).ok) expect(isUnicast, ip).toBe(true);
        else if (isUnicast) expect(isUnicastButRefused(ip), ip).toBe(true);
      }),
      RUNS,
    );
  });
});

it("calls malformed what node:net calls no address, and a zone", () => {
  const soup = fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF::::....%xg[]/ "), maxLength: 46 });
  const mutated = fc.tuple(fc.oneof(v4, v6, fc.ipV6()), fc.nat(), fc.constantFrom("", ":", "::", ".", "0", "1", "f"));
  const near = mutated.map(([ip, at, put]) => {
    const start = at % ip.length;
    return ip.slice(0, start) + put + ip.slice(start + (at % 3));
  });
  fc.assert(
    fc.property(fc.oneof(soup, near), (ip) => {
      const verdict = checkAddress(ip);
      const isMalformed = !verdict.ok && verdict.code === "address_malformed";
      expect(isMalformed, ip).toBe(isIP(ip) === 0 || ip.includes("%"));
    }),
    { numRuns: 20_000 },
  );
});

/** Random addresses: anywhere, anywhere in a range, and within a few of either border of one. */
function addresses(cidrs: string, width: 32 | 128): fc.Arbitrary<bigint> {
  const top = (1n << BigInt(width)) - 1n;
  const anywhere = fc.bigInt(0n, top);
  const range = fc.constantFrom(...cidrs.split(" ")).map((cidr) => {
    const [base = "", bits = "0"] = cidr.split("/");
    const first = ipaddr
      .parse(base)
      .toByteArray()
      .reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    return { first, last: first + (1n << BigInt(width - Number(bits))) - 1n };
  });
  const inside = fc.tuple(range, anywhere).map(([{ first, last }, by]) => first + (by % (last - first + 1n)));
  const border = fc
    .tuple(range, fc.boolean(), fc.bigInt(-3n, 3n))
    .map(([{ first, last }, low, by]) => (low ? first : last) + by)
    .filter((value) => value >= 0n && value <= top);
  return fc.oneof(anywhere, inside, border);
}

/**
 * Whether an address lies in any of the ranges. One list per family: a BlockList reads an IPv4 address as a mapped one,
 * too.
 */
function among(cidrs: string): (ip: string) => boolean {
  const family = (text: string) => (text.includes(":") ? "ipv6" : "ipv4");
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const cidr of cidrs.split(" ")) {
    const [base = "", bits] = cidr.split("/");
    lists[family(base)].addSubnet(base, Number(bits), family(base));
  }
  return (ip) => lists[family(ip)].check(ip, family(ip));
}
