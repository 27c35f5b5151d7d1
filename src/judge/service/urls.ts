/**
 * URLs from `spec/vectors/webhook-urls.json` on which the description is clear. An IP literal, public or not, has no
 * top-level domain, so it has to be refused (F-2.2-08). What the description leaves open (U-34, A-20) is not here:
 * userinfo before a public name, ports, internationalised names under a real top-level domain, names that only some
 * lists call a TLD.
 */

import vectors from "../../../spec/vectors/webhook-urls.json" with { type: "json" };

export type UrlRule = "scheme" | "loopback" | "private" | "tld";

const HOSTILE: Record<UrlRule, readonly string[]> = {
  scheme: [
    "ftp://example.com/",
    "ws://example.com/",
    "wss://example.com/socket",
    "file://example.com/x",
    "gopher://127.0.0.1:70/_x",
    "ldap://example.com/",
    "javascript:alert(1)//example.com",
    "data:text/plain,https://example.com/",
    "mailto:hook@example.com",
    "httpss://example.com/",
    "http2://example.com/",
    "x-http://example.com/",
    "example.com/hook",
    "//example.com/hook",
    "/hook",
    "",
  ],
  loopback: [
    "http://localhost/",
    "http://localhost:3000/hook",
    "http://LocalHost/",
    "http://localhost./",
    "https://tenant.LOCALHOST/",
    "https://user@localhost/",
    "http://127.0.0.1/",
    "https://127.0.0.1:443/",
    "http://127.0.0.1./",
    "http://127.0.0.2/",
    "http://127.255.255.254/",
    "http://127.1/",
    "http://127.0.1/",
    "http://127.16777214/",
    "http://2130706433/",
    "http://0x7F000001/",
    "http://017700000001/",
    "http://0177.0.0.1/",
    "http://127.0x0.00.1/",
    "http://%31%32%37.0.0.1/",
    "http://127%2e0%2e0%2e1/",
    "http://１２７.0.0.1/",
    "https://ｌｏｃａｌｈｏｓｔ/",
    "http://127。0。0。1/",
    "http://①②⑦.⓪.⓪.①/",
    "https://LOCALHOST:8443/",
    "http://[::1]/",
    "https://[::1]:8443/hook",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::0001]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://example.com%23@127.0.0.1/",
    "http://example.com@127.0.0.1/",
    "https://localhost/example.com",
    "http://127.0.0.1#@example.com/",
    " http://127.0.0.1/ ",
    "\thttp://localhost/",
  ],
  private: [
    "http://10.0.0.0/",
    "https://10.0.0.5:8443/hook",
    "http://10.255.255.255/",
    "http://10.1/",
    "http://167772161/",
    "http://0xa.0.0.1/",
    "http://012.1.2.3/",
    "http://172.16.0.0/",
    "http://172.20.10.5/",
    "http://172.31.255.255/",
    "http://192.168.0.1/",
    "http://192.168.255.255/",
    "http://0xc0a80001",
    "http://3232235777/",
    "http://192.168.257./",
    "http://[fc00::1]/",
    "http://[fd00::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://[::ffff:c0a8:101]/",
    "https://user:pass@10.0.0.1/",
    "http://example.com@10.0.0.5/hook",
  ],
  tld: [
    "http://intranet/",
    "http://webhook-service/",
    "http://intranet/hook.com",
    "http://db:5432/",
    "https://a.b.test/hook",
    "http://foo.invalid/",
    "http://macbook.local:8080/",
    "http://foo.LOCAL./",
    "http://metadata.google.internal/computeMetadata/v1/",
    "https://example.com.internal/",
    "http://localhost.localdomain/",
    "http://server.home/",
    "https://files.corp/",
    "https://fritz.box.lan/",
    "http://sp.intranet/",
    "https://example.con/",
    "https://example.php/",
    "https://example.zz/",
    "https://example.aaaaaaaa/",
    "https://example.html/",
    "https://example.co.ukk/",
    "http://example.1/",
    "https://пример.нет/",
    "https://мой.локальный/",
    "https://example.xn--zckzah/",
    "http:///",
    "http://8.8.8.8/",
    "https://93.184.216.34:443/hook",
    "http://134744072/",
    "http://[2606:4700:4700::1111]/",
    "https://[2a00:1450:4001:80b::200e]:443/",
    "http://169.254.169.254/",
    "http://0.0.0.0/",
    "http://100.64.0.1/",
    "http://203.0.113.7/",
    "http://[fe80::1]/",
    "http://[::]/",
  ],
};

const LEGAL: readonly string[] = [
  "https://api.acme-collect.com/webhooks/payments",
  "http://crm.acme.co.uk/inkasso/hook",
  "HTTPS://example.com/hook",
  "https://example.de/webhooks/payments",
  "https://a.b.c.d.e.f.example.com/hook",
  "https://worker.account.workers.dev/",
  "https://example.app/",
  "https://example.construction/",
  "https://example.cologne/",
  "https://example.xyz/",
  "https://hooks.example.com.au/",
];
/** Of the legal ones, those that rest on schemes and those that rest on top-level domains. */
const BY_SCHEME = /^(HTTPS|http):/;

const known = new Map(vectors.cases.map(({ url, ok }) => [url, ok]));
function vectorsOf(urls: readonly string[], ok: boolean): readonly string[] {
  const wrong = urls.find((url) => known.get(url) !== ok);
  if (wrong !== undefined) throw new Error(`spec/vectors/webhook-urls.json does not say so of ${wrong}`);
  return urls;
}

export const hostileUrls = (rule: UrlRule): readonly string[] => vectorsOf(HOSTILE[rule], false);
export const legalUrls = (by: "scheme" | "tld"): readonly string[] =>
  vectorsOf(LEGAL, true).filter((url) => BY_SCHEME.test(url) === (by === "scheme"));
