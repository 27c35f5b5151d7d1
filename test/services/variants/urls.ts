/** Variants in which URLs are refused. */

import { refusesUrl } from "../flaws/flaw.ts";
import { urlOf, type Variants, variant, variants } from "./variant.ts";

export const URL_VARIANTS: Variants = {
  look: [
    ...variants("U-34", {
      "url-userinfo-refused: URLs with userinfo are refused.": refusesUrl(
        "client",
        ({ username, password }) => username !== "" || password !== "",
      ),
      "url-ports-refused: URLs with another port than 80 and 443 are refused.": {
        refuses: ({ body }) =>
          !["", "80", "443"].includes(URL.parse(String(body["url"] ?? body["webhookUrl"]))?.port ?? ""),
      },
      "url-idn-refused: Internationalised hosts are refused.": {
        refuses: ({ body }) => /xn--/.test(URL.parse(String(body["url"] ?? body["webhookUrl"]))?.hostname ?? ""),
      },
    }),
    ...variants("U-35", {
      "url-probed: A URL is asked by HEAD before its webhook is created, and refused if nobody answers there.": {
        probesUrls: true,
      },
    }),
  ],
  judge: variants("U-34", {
    "url-fragment-refused: URLs with a fragment are refused.": refusesUrl("client", ({ hash }) => hash !== ""),
  }),
  histories: [
    variant("unknown-hosts-refused", "U-34", "A URL is refused if its host does not resolve.", {
      refuses: ({ body }) => !/^https?:\/\/((www|hooks)\.)?example\.com\b/i.test(urlOf(body)),
    }),
  ],
};
