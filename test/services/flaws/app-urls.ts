/** Flaws of the URL rule of app webhooks. */

import { type Flaws, flaw, flaws, hole, refusesUrl, urlHoleOfOtherEvents } from "./flaw.ts";
import { isFakeName, OLD_TLD } from "./urls.ts";

const app = (id: string, about: string, fits: (host: string, url: string) => boolean) =>
  flaw(id, "F-2.3-05 F-7-01", about, hole("app", fits));

export const APP_URL_FLAWS: Flaws = {
  look: [
    app("app-url-ftp", "An app webhook may have an ftp URL.", (_, url) => /^ftp:/i.test(url)),
    app("app-url-any-scheme", "An app webhook may have a URL of any scheme.", (_, url) =>
      /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(url),
    ),
    app("app-url-any-name", "The host of an app webhook needs no real TLD.", isFakeName),
    app("app-url-single-label", "The host of an app webhook may be a single label.", (host) =>
      /^(?!localhost)[a-z][\w-]*$/i.test(host),
    ),
    app("app-url-localhost", "An app webhook may lead to localhost.", (host) => /^localhost$/i.test(host)),
    app("app-url-loopback", "An app webhook may lead to 127.0.0.0/8 or [::1].", (host) =>
      /^(127\.\d+\.\d+\.\d+|\[::1\])$/.test(host),
    ),
    app("app-url-private", "An app webhook may lead to private IPv4 addresses.", (host) =>
      /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)[\d.]+$/.test(host),
    ),
    app("app-url-decimal", "An app webhook may have an IPv4 address as one number.", (host) =>
      /^[1-9]\d{6,}$/.test(host),
    ),
    app("app-url-unchecked", "The URL of an app webhook is not checked at all.", () => true),
    ...flaws("F-2.3-05", {
      "app-url-http-refused: An app webhook has to have an https URL; http is refused.": refusesUrl(
        "app",
        ({ protocol }) => protocol === "http:",
      ),
      "app-url-new-tld-refused: For app webhooks, the list of TLDs is that of 2001; newer ones are refused.":
        refusesUrl("app", ({ hostname }) => !hostname.includes("xn--") && !OLD_TLD.test(hostname)),
    }),
  ],
  judge: [
    flaw("app-url-scheme-in-capitals-refused", "F-2.3-05", "An app webhook has to write https in small letters.", {
      refuses: ({ kind, body }) => kind === "app" && /^[A-Z]/.test(String(body["webhookUrl"])),
    }),
    flaw("url-unchecked-while-inactive", "F-2.3-05 F-7-01", "Any URL passes for an app webhook that is not active.", {
      urlHole: (_url, kind, body) => kind === "app" && body["active"] === false,
    }),
  ],
  histories: flaws("F-2.3-05 F-7-01", {
    "app-url-of-other-event-unchecked: With an event that is never delivered, an app webhook may have any URL.":
      urlHoleOfOtherEvents("app"),
  }),
};
