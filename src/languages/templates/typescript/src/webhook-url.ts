/** The rule for the URLs of webhooks. */

import { TLDS } from "./tlds.ts";

const LENGTH_MAX = 8000;
const HOST_MAX = 253;
const PORT_MAX = 65_535;
const WEBHOOK_URL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
  /^https?:\/\/((?:[\w-]{1,63}\.)+([\w-]{1,63}))\.?(?::0*(\d{0,5}))?(?:[/?#][^\x00-\x20\x7f-\x9f\\]*)?$/i;

/**
 * Tells whether a webhook may have this URL: http or https, with a name under a real top-level domain. So an IP address
 * is refused in every spelling, and so are `localhost` and names of one label. The host has to be in ASCII: write an
 * internationalised name in punycode. Only the text is judged: before you connect, also look at the addresses that the
 * name leads to.
 */
export function isWebhookUrl(url: string): boolean {
  const [, host = "", tld = "", port = ""] = url.length > LENGTH_MAX ? [] : (WEBHOOK_URL.exec(url) ?? []);
  return host.length <= HOST_MAX && Number(port) <= PORT_MAX && TLDS.has(tld.toLowerCase());
}
