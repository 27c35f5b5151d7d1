/**
 * The URL rule of the packages: the names that it knows, and the vectors that prove it. A package takes hosts as they
 * stand in the DNS, in ASCII, because what other languages bring does not read names as browsers do.
 */

import { TLDS } from "../../generated/tlds.ts";

const ABOUT =
  "URLs, and whether a webhook may have them (F-2.2-07, F-2.2-08, F-2.2-09): http or https, and a name under a " +
  "top-level domain of the DNS root. A package refuses hosts outside ASCII or with percent signs, and takes them in " +
  "punycode. One that reads hosts as browsers do skips the cases that need `hosts in ASCII`.";

const WIDTH = 100;

const HOST_IN_ASCII = /^https?:\/\/[\w.-]+(?:[:/?#]|$)/i;

interface UrlCase {
  readonly url: string;
  readonly ok: boolean;
  readonly code?: string;
  readonly why: string;
}

/** Returns the top-level domains, between spaces and line ends. */
export function tldLines(): string {
  const lines = [""];
  for (const name of TLDS) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = name;
    else if (line.length + 1 + name.length <= WIDTH) lines[lines.length - 1] = `${line} ${name}`;
    else lines.push(name);
  }
  return lines.join("\n");
}

/** Returns `vectors/webhook-urls.json` of a package, from all cases. */
export function urlsFile(cases: readonly UrlCase[]): string {
  return `${JSON.stringify({ about: ABOUT, cases: cases.flatMap(caseOf) }, null, 2)}\n`;
}

/** Returns nothing for a case that only the tables of internationalised names decide. */
function caseOf({ url, ok, code, why }: UrlCase): object[] {
  if (ok && !HOST_IN_ASCII.test(url))
    return [{ url, ok: false, why: "a host outside ASCII", needs: ["hosts in ASCII"] }];
  return code === "url_malformed" && /xn--/i.test(url) ? [] : [{ url, ok, why }];
}
