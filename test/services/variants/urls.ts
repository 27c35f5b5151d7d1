/** Variants in which URLs are refused. */

import { refusesUrl } from "../flaws/flaw.ts";
import { urlOf, type Variants, variant } from "./variant.ts";

export const URL_VARIANTS: Variants = {
  look: [
    {
      id: "url-userinfo-refused",
      gap: "U-34",
      about: "URLs with userinfo are refused.",
      switches: refusesUrl("client", ({ username, password }) => username !== "" || password !== ""),
    },
    {
      id: "url-ports-refused",
      gap: "U-34",
      about: "URLs with another port than 80 and 443 are refused.",
      switches: {
        refuses: ({ body }) =>
          !["", "80", "443"].includes(URL.parse(String(body["url"] ?? body["webhookUrl"]))?.port ?? ""),
      },
    },
    {
      id: "url-idn-refused",
      gap: "U-34",
      about: "Internationalised hosts are refused.",
      switches: {
        refuses: ({ body }) => /xn--/.test(URL.parse(String(body["url"] ?? body["webhookUrl"]))?.hostname ?? ""),
      },
    },
    {
      id: "url-probed",
      gap: "U-35",
      about: "A URL is asked by HEAD before its webhook is created, and refused if nobody answers there.",
      switches: { probesUrls: true },
    },
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
    {
      id: "unknown-hosts-refused",
      gap: "U-34",
      about: "A URL is refused if its host does not resolve.",
      switches: { refuses: ({ body }) => !/^https?:\/\/((www|hooks)\.)?example\.com\b/i.test(urlOf(body)) },
    },
  ],
};
