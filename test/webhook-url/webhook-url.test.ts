/**
 * The vectors line by line, and what must hold for every URL and every value (F-2.2-07, F-2.2-08, F-2.2-09, F-2.3-05,
 * F-7-01, U-34).
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TLDS } from "../../generated/tlds.ts";
import vectors from "../../spec/vectors/webhook-urls.json" with { type: "json" };
import { ERROR_TEXTS } from "../../src/errors/texts/index.ts";
import { checkAddress, checkWebhookUrl } from "../../src/webhook-url/index.ts";
import { anyText } from "../support/any-text.ts";

/** RFC 9110, 4.1: everyone supports as many. */
const MAX_LENGTH = 8000;

const RUNS = { numRuns: 2000 };
const accepted = vectors.cases.filter((given) => given.ok).map((given) => given.url);
const hosts = vectors.cases
  .map((given) => /^https?:\/\/([^/?#@[\]\\:%\s]+)\/$/i.exec(given.url)?.[1] ?? "")
  .filter(Boolean);

describe("vectors", () => {
  it.each(vectors.cases)("$url", ({ url, ok, code }) => {
    expect(checkWebhookUrl(url)).toEqual(ok ? { ok } : { ok, code });
  });

  it.each(vectors.addresses)("address $ip", ({ ip, ok, code }) => {
    expect(checkAddress(ip)).toEqual(ok ? { ok } : { ok, code });
  });

  it("no case stands there twice, and each says why", () => {
    expect(new Set(vectors.cases.map(({ url }) => url)).size).toBe(vectors.cases.length);
    expect(new Set(vectors.addresses.map(({ ip }) => ip)).size).toBe(vectors.addresses.length);
    expect(vectors.cases.filter(({ why }) => why.length < 5)).toEqual([]);
  });

  it("every code occurs in them, and has a text for people", () => {
    const codes = [...vectors.cases, ...vectors.addresses].flatMap(({ code }) => code ?? []);
    const known = Object.keys(ERROR_TEXTS).filter((code) => /^(?:url|address)_/.test(code));
    expect([...new Set(codes)].sort()).toEqual(known.sort());
  });
});

describe("every URL", () => {
  it("never throws on any text", () => {
    const text = fc.oneof(
      anyText(),
      fc.webUrl(),
      fc.webUrl().map((url) => url.replace(/[./]/g, "\\")),
    );
    fc.assert(
      fc.property(text, (url) => {
        expect(checkWebhookUrl(url).ok).toBeTypeOf("boolean");
        expect(checkAddress(url).ok).toBeTypeOf("boolean");
      }),
      RUNS,
    );
  });

  it("refuses every value that is no string", () => {
    const value = fc.anything().filter((given) => typeof given !== "string");
    fc.assert(
      fc.property(value, (given) => {
        expect(checkWebhookUrl(given as string)).toEqual({ ok: false, code: "url_malformed" });
        expect(checkAddress(given as string)).toEqual({ ok: false, code: "address_malformed" });
      }),
      RUNS,
    );
  });

  it("reads the host alike in any letter case, with a trailing dot, percent-encoded and full-width", () => {
    const fullWidth = (host: string) =>
      host.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
    const escaped = (host: string) =>
      [...host].map((char) => (/[\w.-]/.test(char) ? `%${char.charCodeAt(0).toString(16)}` : char)).join("");
    const spellings = [
      (host: string) => host.toUpperCase(),
      (host: string) => (host.endsWith(".") ? host : `${host}.`),
      escaped,
      fullWidth,
    ];
    // Punycode is left out: what is broken in it may show late, as an unknown top-level domain, or early, as no URL.
    for (const host of hosts.filter((name) => /^[\w.-]{1,250}$/.test(name) && !name.includes("xn--"))) {
      for (const spell of spellings) {
        expect(checkWebhookUrl(`https://${spell(host)}/`), spell(host)).toEqual(checkWebhookUrl(`https://${host}/`));
      }
    }
    expect(hosts.length).toBeGreaterThan(150);
  });

  it("refuses any accepted URL once a character that parsers read differently is put into it", () => {
    const hostile = fc.constantFrom(" ", "\t", "\n", "\r", "\\", "\0", "\x7f", "\x85");
    fc.assert(
      fc.property(fc.constantFrom(...accepted), fc.nat(), hostile, (url, seed, char) => {
        const at = seed % (url.length + 1);
        expect(checkWebhookUrl(url.slice(0, at) + char + url.slice(at)).ok).toBe(false);
      }),
      RUNS,
    );
  });

  it("refuses every IP address, as a number in any base and in brackets", () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), fc.ipV6(), (v4, v6) => {
        const forms = [
          `${v4}`,
          `0x${v4.toString(16)}`,
          `0${v4.toString(8)}`,
          `${v4 >>> 24}.${v4 & 0xffffff}`,
          `[${v6}]`,
        ];
        for (const host of forms) expect(checkWebhookUrl(`https://${host}/`).ok, host).toBe(false);
      }),
      RUNS,
    );
  });

  it("an accepted URL has no IP address, two labels and no user as another reader sees it", () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ["http", "https"], withFragments: true }), (url) => {
        if (!checkWebhookUrl(url).ok) return;
        const { hostname, username, password } = new URL(url);
        expect(hostname).toMatch(/^[\w-]+(?:\.[\w-]+)+\.?$/);
        expect(username + password).toBe("");
      }),
      RUNS,
    );
  });
});

it("every listed top-level domain is accepted with a name before it, and refused alone", () => {
  const names = [...TLDS];
  expect(names.filter((tld) => !checkWebhookUrl(`https://example.${tld}/`).ok)).toEqual([]);
  expect(names.filter((tld) => checkWebhookUrl(`https://${tld}/`).ok)).toEqual([]);
});

describe("options", () => {
  it("isKnownTld widens the list, asked in lower case and punycode", () => {
    const asked: string[] = [];
    const isKnownTld = (tld: string) => asked.push(tld) > 0;
    expect(checkWebhookUrl("https://example.Neuesländle/", { isKnownTld })).toEqual({ ok: true });
    expect(asked).toEqual([new URL("https://neuesländle/").hostname]);
  });

  it.each([
    "localhost",
    "a.localhost",
    "a.local",
    "a.test",
    "a.internal",
    "home.arpa",
    "single",
    "127.0.0.1",
    "8.8.8.8",
  ])("isKnownTld cannot admit %s", (host) => {
    expect(checkWebhookUrl(`https://${host}/`, { isKnownTld: () => true }).ok).toBe(false);
  });

  it("allowUserinfo admits a user, and nothing else", () => {
    const options = { allowUserinfo: true };
    expect(checkWebhookUrl("https://user:pass@example.com/", options)).toEqual({ ok: true });
    expect(checkWebhookUrl("https://example.com@127.0.0.1/", options)).toEqual({
      ok: false,
      code: "url_host_loopback",
    });
  });

  it("as a callback of map, where the index comes second", () => {
    expect(["https://example.com/"].map(checkWebhookUrl as (url: string, index: number) => object)).toEqual([
      { ok: true },
    ]);
  });
});

describe("hostile lengths", () => {
  const long = 100_000;
  it.each([
    ["a path", `https://example.com/${"a".repeat(long)}`],
    ["labels", `https://${"a.".repeat(long)}com/`],
    ["at signs", `https://${"@".repeat(long)}`],
    ["slashes", `https:${"/".repeat(long)}`],
    ["dots, up to the longest looked at", `https://${".".repeat(MAX_LENGTH - 8)}`],
    ["hyphens, up to the longest looked at", `https://${"-".repeat(MAX_LENGTH - 12)}.com`],
    ["non-ASCII labels, up to the longest looked at", `https://${"ü.".repeat(MAX_LENGTH / 2 - 6)}com`],
    ["digits and colons", "1:".repeat(long)],
  ])("%s answer at once", (_name, text) => {
    const start = performance.now();
    checkWebhookUrl(text);
    checkAddress(text);
    // Far more than a busy machine needs, far less than a rule that looks at every pair of characters.
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
