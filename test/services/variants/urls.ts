/** Variants in which URLs are refused. */

import { refusesUrl } from "../flaws/flaw.ts";
import { urlOf, type Variants, variant } from "./variant.ts";

export const URL_VARIANTS: Variants = {
  look: [
    variant(
      "url-userinfo-refused",
      "U-34",
      "URLs with userinfo are refused.",
      refusesUrl("client", ({ username, password }) => username !== "" || password !== ""),
    ),
    variant("url-ports-refused", "U-34", "URLs with another port than 80 and 443 are refused.", {
      refuses: ({ body }) =>
        !["", "80", "443"].includes(URL.parse(String(body["url"] ?? body["webhookUrl"]))?.port ?? ""),
    }),
    variant("url-idn-refused", "U-34", "Internationalised hosts are refused.", {
      refuses: ({ body }) => /xn--/.test(URL.parse(String(body["url"] ?? body["webhookUrl"]))?.hostname ?? ""),
    }),
    variant(
      "url-probed",
      "U-35",
      "A URL is asked by HEAD before its webhook is created, and refused if nobody answers there.",
      { probesUrls: true },
    ),
  ],
  judge: [
    variant(
      "url-fragment-refused",
      "U-34",
      "URLs with a fragment are refused.",
      refusesUrl("client", ({ hash }) => hash !== ""),
    ),
  ],
  histories: [
    variant("unknown-hosts-refused", "U-34", "A URL is refused if its host does not resolve.", {
      refuses: ({ body }) => !/^https?:\/\/((www|hooks)\.)?example\.com\b/i.test(urlOf(body)),
    }),
  ],
};
