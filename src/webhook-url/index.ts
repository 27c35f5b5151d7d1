/** Decides whether a URL may be a webhook URL: text in, verdict out, without look-up or connection, on any runtime. */

import "../runtime/supported-node.ts";
import type { AddressCode, WebhookUrlCode } from "../errors/webhook-url.ts";
import { checkAddress } from "./address.ts";
import { isListedTld, isSpecialUseTld } from "./tlds.ts";

export type { AddressCode, WebhookUrlCode } from "../errors/webhook-url.ts";
export { checkAddress } from "./address.ts";

/**
 * Longest URL that is looked at, in UTF-16 units: what RFC 9110 4.1 asks everyone to support. The interface states no
 * bound.
 */
const MAX_LENGTH = 8000;

/** What `checkWebhookUrl` lets in beyond its defaults (U-34). */
export interface WebhookUrlOptions {
  /**
   * Asked for a top-level domain (lower case, punycode) that the built-in list does not have; true accepts it. Default:
   * none.
   */
  isKnownTld?: (tld: string) => boolean;
  /**
   * Accept `user:password@` before the host. Nothing is stated about it (U-34); URLs end up in logs and consoles.
   * Default: false.
   */
  allowUserinfo?: boolean;
}

const URL_CODE_OF_ADDRESS: Record<Exclude<AddressCode, "address_malformed">, WebhookUrlCode> = {
  address_loopback: "url_host_loopback",
  address_private: "url_host_private",
  address_link_local: "url_host_special",
  address_special: "url_host_special",
};

/**
 * Whether `url` may be the `url` of a client webhook or the `webhookUrl` of an app webhook (F-2.3-05, F-7-01).
 *
 * Stated: scheme http or https (F-2.2-07), a host with a real top-level domain (F-2.2-08), neither private nor loopback
 * (F-2.2-09). It follows that an IP address is refused in every spelling, a public one too (`url_host_no_tld`), and so
 * is a name of one label.
 * Assumed (U-34, A-20): the name alone is judged, so who delivers also asks `checkAddress` about each resolved address;
 * any port; internationalised names as browsers read them; one trailing dot; no userinfo unless an option allows it; no
 * text that parsers read differently (controls, spaces, backslashes, other than two slashes, an over-long URL). A code
 * for something assumed is only given to a URL that breaks nothing stated, except where the text cannot be read at all.
 *
 * Never throws, whatever `url` is (what `isKnownTld` throws passes through); takes time linear in its length, up to the
 * longest that is looked at.
 */
export function checkWebhookUrl(
  url: string,
  options?: WebhookUrlOptions,
): { ok: true } | { ok: false; code: WebhookUrlCode } {
  const code = findRefusal(url, options);
  return code ? { ok: false, code } : { ok: true };
}

function findRefusal(url: unknown, options: WebhookUrlOptions | undefined): WebhookUrlCode | undefined {
  if (typeof url !== "string" || url === "") return "url_malformed";
  if (url.length > MAX_LENGTH) return "url_too_long";
  // URL drops tabs, newlines and outer spaces and turns backslashes into slashes; other parsers do not.
  if (/[\p{Cc} \\]/u.test(url)) return "url_malformed";
  if (!/^https?:/i.test(url)) return "url_scheme";
  const authority = /^https?:\/\/([^/?#]+)/i.exec(url)?.[1];
  const host = URL.parse(url)?.hostname;
  if (!authority || !host) return "url_malformed";
  return (
    refusalOfHost(host, options) ?? (authority.includes("@") && !options?.allowUserinfo ? "url_userinfo" : undefined)
  );
}

/**
 * `host` as URL writes it: lower case, punycode, percent signs decoded, every spelling of an IPv4 address in canonical
 * form.
 */
function refusalOfHost(host: string, options: WebhookUrlOptions | undefined): WebhookUrlCode | undefined {
  const address = checkAddress(host.replace(/^\[|\]$/g, ""));
  if (address.ok) return "url_host_no_tld";
  if (address.code !== "address_malformed") return URL_CODE_OF_ADDRESS[address.code];

  const name = host.replace(/\.$/, "");
  const labels = name.split(".");
  // What cannot stand in the DNS. Underscores can, and URL lets far more through.
  if (name.length > 253 || !labels.every((label) => /^[\w-]{1,63}$/.test(label))) return "url_malformed";
  if (name.includes("xn--") && !isSoundPunycode(name)) return "url_malformed";

  const tld = labels.at(-1) ?? "";
  if (tld === "localhost") return "url_host_loopback";
  if (labels.length === 1) return "url_host_no_tld";
  if (isSpecialUseTld(tld)) return "url_host_special";
  return isListedTld(tld) || options?.isKnownTld?.(tld) ? undefined : "url_host_unknown_tld";
}

/**
 * Some runtimes look into punycode only if the host also has a character outside ASCII: an ideographic full stop, read
 * as a dot.
 */
function isSoundPunycode(name: string): boolean {
  return URL.parse(`https://${name.replace(".", "\u3002")}/`)?.hostname === name;
}
