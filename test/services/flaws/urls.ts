/** Flaws of the URL rule of client webhooks: what careless checks let through, and what they refuse. */

import { arguable, type Flaws, flaw, flaws, hole, OTHER_CLIENT, refusesUrl, urlHoleOfOtherEvents } from "./flaw.ts";

const client = (id: string, fact: string, about: string, fits: (host: string, url: string) => boolean) =>
  flaw(id, `${fact} F-7-01`, about, hole("client", fits));
export const isFakeName = (host: string) => /\.[a-z][a-z-]+\.?$/i.test(host) && !/localhost\.?$/i.test(host);
export const OLD_TLD = /\.([a-z]{2}|com|net|org|edu|gov|mil|int|info|biz)\.?$/;
const isName = (url: URL) => !/^[\d.[]/.test(url.hostname);

export const URL_FLAWS: Flaws = {
  look: [
    client("url-ftp", "F-2.2-07", "A client webhook may have an ftp URL.", (_, url) => /^ftp:/i.test(url)),
    client("url-websocket", "F-2.2-07", "A client webhook may have a ws or wss URL.", (_, url) => /^wss?:/i.test(url)),
    client("url-javascript", "F-2.2-07", "A client webhook may have a javascript URL.", (_, url) =>
      /^javascript:/i.test(url),
    ),
    client("url-file", "F-2.2-07", "A client webhook may have a file URL.", (_, url) => /^file:/i.test(url)),
    client("url-any-scheme", "F-2.2-07", "Any scheme will do.", (_, url) =>
      /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(url),
    ),
    client("url-begins-with-http", "F-2.2-07", "Only the first four letters of the scheme are looked at.", (_, url) =>
      /^http(?!s?:)[^/?#]*:\/\//i.test(url),
    ),
    client("url-without-scheme", "F-2.2-07", "A host and a path will do.", (_, url) =>
      /^(\/\/)?[\w-]+(\.[\w-]+)+(\/|$)/.test(url),
    ),
    client("url-single-label", "F-2.2-08", "A host may be a single label.", (host) =>
      /^(?!localhost)[a-z][\w-]*$/i.test(host),
    ),
    client("url-any-name", "F-2.2-08", "Any name with a dot in it will do as a host.", isFakeName),
    client("url-special-tld", "F-2.2-08", "Hosts under .test, .invalid, .local and the like pass.", (host) =>
      /\.(test|invalid|local|example|internal|lan|corp|home)$/i.test(host),
    ),
    client("url-tld-of-two-or-three-letters", "F-2.2-08", "Any two or three letters pass for a TLD.", (host) =>
      /\.[a-z]{2,3}$/i.test(host),
    ),
    client("url-localhost", "F-2.2-09", "localhost passes.", (host) => /^localhost$/i.test(host)),
    client(
      "url-localhost-capitals",
      "F-2.2-09",
      "Only localhost in small letters is refused.",
      (host) => host !== "localhost" && host.toLowerCase() === "localhost",
    ),
    client("url-localhost-dot", "F-2.2-09", "localhost with a trailing dot passes.", (host) =>
      /^localhost\.$/i.test(host),
    ),
    client("url-below-localhost", "F-2.2-09", "Names below localhost pass.", (host) => /\.localhost\.?$/i.test(host)),
    client("url-127-0-0-1", "F-2.2-09", "127.0.0.1 passes.", (host) => host === "127.0.0.1"),
    client("url-rest-of-127", "F-2.2-09", "Of the loopback network, only 127.0.0.1 is refused.", (host) =>
      /^127\.(?!0\.0\.1$)\d+\.\d+\.\d+$/.test(host),
    ),
    client(
      "url-loopback-with-port",
      "F-2.2-09",
      "With a port behind it, a loopback host passes.",
      (host, url) => /^(localhost|127\.0\.0\.1|\[::1\])$/i.test(host) && /^https?:\/\/[^/]*:\d+(\/|$)/i.test(url),
    ),
    client("url-ipv6-loopback", "F-2.2-09", "[::1] passes.", (host) => host === "[::1]"),
    client("url-ipv6-loopback-long", "F-2.2-09", "The long forms of [::1] pass.", (host) =>
      /^\[(0+:[0:]*|::0[0:]*)0*1\]$/.test(host),
    ),
    client("url-10", "F-2.2-09", "10.0.0.0/8 passes.", (host) => /^10\.\d+\.\d+\.\d+$/.test(host)),
    client("url-172-16", "F-2.2-09", "172.16.0.0/12 passes.", (host) =>
      /^172\.(1[6-9]|2\d|3[01])\.\d+\.\d+$/.test(host),
    ),
    client("url-172-17-to-31", "F-2.2-09", "Of 172.16.0.0/12, only 172.16.x.x is refused.", (host) =>
      /^172\.(1[7-9]|2\d|3[01])\.\d+\.\d+$/.test(host),
    ),
    client("url-192-168", "F-2.2-09", "192.168.0.0/16 passes.", (host) => /^192\.168\.\d+\.\d+$/.test(host)),
    client("url-ipv6-private", "F-2.2-09", "fc00::/7 passes.", (host) => /^\[f[cd][0-9a-f]{2}:/i.test(host)),
    client("url-mapped", "F-2.2-09", "IPv4 addresses mapped to IPv6 pass.", (host) => /^\[::ffff:/i.test(host)),
    client("url-decimal", "F-2.2-09", "An IPv4 address as one number passes.", (host) => /^[1-9]\d{6,}$/.test(host)),
    client("url-hexadecimal", "F-2.2-09", "IPv4 addresses in hexadecimal pass.", (host) =>
      /^0x[0-9a-fx.]+$/i.test(host),
    ),
    client("url-octal", "F-2.2-09", "IPv4 addresses in octal pass.", (host) => /^0\d[\d.]*$/.test(host)),
    client("url-short-address", "F-2.2-09", "IPv4 addresses of two or three numbers pass.", (host) =>
      /^\d+\.\d+(\.\d+)?$/.test(host),
    ),
    client("url-behind-userinfo", "F-2.2-09", "What stands before an @ is taken for the host.", (_, url) =>
      /^https?:\/\/[^/?#]*@/i.test(url),
    ),
    client("url-host-before-colon", "F-2.2-09", "What stands before the first colon is taken for the host.", (_, url) =>
      /^https?:\/\/[\w.-]+\.com:[^/?#]*@/i.test(url),
    ),
    client("url-percent-encoded", "F-2.2-09", "A percent-encoded host is not decoded before it is checked.", (host) =>
      host.includes("%"),
    ),
    client(
      "url-full-width",
      "F-2.2-09",
      "Full-width digits and letters are not folded before the check.",
      (host) => /[^\0-\x7f]/.test(host) && /^([\d.]+|localhost)$/.test(URL.parse(`http://${host}/`)?.hostname ?? ""),
    ),
    ...flaws("F-7-01 F-2.2-07 F-2.2-08 F-2.2-09", {
      "url-unchecked: The URL of a client webhook is not checked at all.": hole("client", () => true),
    }),
    ...flaws("F-2.2-07", {
      "url-http-refused: A client webhook has to have an https URL; http is refused.": refusesUrl(
        "client",
        ({ protocol }) => protocol === "http:",
      ),
      "url-https-refused: A client webhook has to have an http URL; https is refused.": refusesUrl(
        "client",
        ({ protocol }) => protocol === "https:",
      ),
    }),
    ...flaws("F-2.2-08", {
      "url-new-tld-refused: The list of TLDs is that of 2001; newer ones are refused.": refusesUrl(
        "client",
        ({ hostname }) => !hostname.includes("xn--") && !OLD_TLD.test(hostname),
      ),
    }),
  ],
  judge: [
    flaw("url-empty-accepted", "F-2.2-07 F-7-01", "The empty string passes as url.", {
      urlHole: (url, of) => of === "client" && url === "",
    }),
    ...flaws("F-2.2-08", {
      "url-subdomain-refused: Hosts of more than three labels are refused.": refusesUrl(
        "client",
        ({ hostname }) => hostname.split(".").length > 3,
      ),
    }),
    flaw("url-unchecked-for-other-client", "F-7-01 F-2.2-08 F-2.2-09", "Any URL passes for the second client.", {
      urlHole: (url, _kind, body) => body["client"] === OTHER_CLIENT && /^https?:/.test(url),
    }),
    flaw("url-host-before-at", "F-2.2-09 F-7-01", "What stands before an at sign is taken for the host.", {
      urlHole: (url, kind) => kind === "client" && /^https?:\/\/example\.com@/.test(url),
    }),
    flaw("url-tld-at-its-end", "F-2.2-08 F-7-01", "The top-level domain is looked for at the end of the URL.", {
      urlHole: (url, kind) => kind === "client" && /^https?:\/\/intranet\/\S*\.com$/.test(url),
    }),
  ],
  histories: [
    ...flaws("F-7-01 F-2.2-07 F-2.2-08 F-2.2-09", {
      "url-unchecked-under-known-name: A URL is not checked where the client has a webhook of that name.": {
        urlHole: (_, kind, body, hooks) =>
          kind === "client" && hooks.some((hook) => hook.kind === kind && hook.body["name"] === body["name"]),
      },
      "url-of-other-event-unchecked: With an event that is never delivered, a client webhook may have any URL.":
        urlHoleOfOtherEvents("client"),
      "refused-request-known: A refused request passes when it is repeated.": () => {
        const known = new Map<string, unknown>();
        return {
          // The rule may ask several times about one request.
          urlHole: (_url, kind, body) => {
            const request = `${kind} ${JSON.stringify(body)}`;
            if (!known.has(request)) known.set(request, body);
            return known.get(request) !== body;
          },
        };
      },
    }),
  ],
  arguable: arguable({
    "url-capital-scheme-refused: HTTPS:// in capitals is refused.": {
      rests: ["F-2.2-07"],
      reason: "RFC 3986 makes the scheme insensitive to case; the description does not mention spelling.",
      switches: { refuses: ({ body }) => /^[^:]*[A-Z]/.test(String(body["url"] ?? body["webhookUrl"])) },
    },
    "url-query-refused: A URL with a query is refused.": {
      rests: ["F-2.2-07"],
      reason: "Only scheme and host are ruled; whether more may be refused is not stated.",
      switches: refusesUrl("client", ({ search }) => search !== ""),
    },
    "url-look-alikes-refused: Names that only look internal are refused, such as localhost.example.com.": {
      rests: ["F-2.2-09", "U-34"],
      reason: "A check of resolved addresses is open, and may refuse any name.",
      switches: refusesUrl("client", (url) => isName(url) && /localhost|internal|127|private/.test(url.hostname)),
    },
  }),
};
