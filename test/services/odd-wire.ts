/**
 * Legal services that are odd in paths, lifetimes and connections. `gap` is what leaves the choice; none: HTTP or URLs
 * leave it.
 */

import { sends } from "./flaws/flaw.ts";
import { isSuccess } from "./service.ts";
import type { Variant } from "./variants.ts";

const smallHex = sends("client", (delivery) => ({
  ...delivery,
  path: delivery.path.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
}));

export const WIRE_VARIANTS: Variant[] = [
  {
    id: "path-hex-in-small-letters",
    gap: "",
    about: "Paths are sent with %c3%a9 for %C3%A9 (RFC 3986, 6.2.2.1).",
    switches: smallHex,
  },
  {
    id: "token-of-two-seconds",
    gap: "F-8-03",
    about: "An access token lives for two seconds, and says so.",
    switches: { expiresIn: 2, tokenLivesMs: 2000 },
  },
  {
    id: "token-ended-by-the-next",
    gap: "U-14",
    about: "Each new access token ends the one before it, and lives for an hour otherwise.",
    switches: { endsEarlierTokens: true, expiresIn: 3600 },
  },
  {
    id: "off-after-refused-connection",
    gap: "U-25",
    about: "A webhook whose last attempt finds nobody listening is switched off.",
    switches: {
      answered: (hook, outcome, isLast) => {
        if (isLast && outcome === "error") hook.active = false;
      },
    },
  },
  {
    id: "off-after-any-answer-410",
    gap: "U-25",
    about: "410 ends what is pending at the webhook and switches it off, unless the status is ignored.",
    switches: {
      retries: ({ kind, type }, outcome) => (kind === "client" || type === 2) && !isSuccess(outcome) && outcome !== 410,
      answered: (hook, outcome) => {
        if (outcome === 410 && (hook.kind === "client" || hook.type === 2)) hook.active = false;
      },
    },
  },
];
