/** The texts of refused webhook URLs and addresses. */

import { defineTexts, prose } from "./text.ts";

/** Why a URL may not be a webhook URL. */
export const WEBHOOK_URL_TEXTS = defineTexts({
  url_malformed: {
    means: prose`Not a URL that all programs read alike: it is broken, or contains spaces, control characters,
      backslashes or an odd host.`,
    fix: "Write https:// with two slashes, a host name and a path, and percent-encode everything else.",
  },
  url_too_long: {
    means: "The URL has more than 8000 characters.",
    fix: "Shorten it, for example by storing its data on your side under a short key.",
  },
  url_scheme: {
    means: "The URL begins with neither http:// nor https://.",
    fix: "Put https:// before the host. Other schemes cannot receive deliveries.",
  },
  url_host_loopback: {
    means: "The host is the machine itself: localhost, a name under it, or a loopback address in some spelling.",
    fix: "Use a name that the public internet resolves. For your own machine, use a public tunnel.",
  },
  url_host_private: {
    means: "The host is an address of a private network, in some spelling.",
    fix: "Use a name that the public internet resolves and that leads to your network.",
  },
  url_host_special: {
    means:
      "The host is reserved for special use: .local, .internal, .test, or a link-local, multicast or similar address.",
    fix: "Use a name under a public top-level domain that leads to a public address.",
  },
  url_host_no_tld: {
    means: "The host has no top-level domain: it is a single label or an IP address.",
    fix: "Use a full name such as hooks.example.com. An address is refused even if it is public.",
  },
  url_host_unknown_tld: {
    means: "The last part of the host name is not in the list of top-level domains of the DNS root.",
    fix: "Check the spelling. If the domain is newer than the list, update this package or pass isKnownTld.",
  },
  url_userinfo: {
    means:
      "The host is preceded by a user or a password. Nothing is stated about that, and it shows wherever the URL does.",
    fix: "Remove everything up to the at sign. To accept it all the same, pass allowUserinfo.",
  },
});

/** Why an address may not be connected to. */
export const ADDRESS_TEXTS = defineTexts({
  address_malformed: {
    means: prose`The text is not an IPv4 address in canonical form or an IPv6 address, or it has a zone, brackets or a
      prefix length.`,
    fix: "Pass the address as the resolver or the socket returned it, such as 192.0.2.1 or 2001:db8::1.",
  },
  address_loopback: {
    means: "The address is the machine itself.",
    fix: "Do not connect. Let the webhook's name resolve to a public address.",
  },
  address_private: {
    means: "The address belongs to a private network, or to one that a provider shares among its customers.",
    fix: "Do not connect. Let the webhook's name resolve to a public address.",
  },
  address_link_local: {
    means: "The address is valid on one link only. Cloud providers serve a machine's credentials there.",
    fix: "Do not connect. Let the webhook's name resolve to a public address.",
  },
  address_special: {
    means: "The address is reserved for special use, contains another address, or lies where public hosts have none.",
    fix: "Do not connect. Let the webhook's name resolve to a public address.",
  },
});
