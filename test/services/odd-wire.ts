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
    id: "waits-for-the-whole-host",
    gap: "N-6.5-02",
    about: "After a broken connection, nothing is sent to any webhook of that host for 200 ms.",
    get switches() {
      let until = 0;
      const left = () => Math.max(0, until - performance.now());
      return {
        broke: () => {
          until = performance.now() + 200;
        },
        delayMs: left,
        pauseMs: () => 20 + left(),
      };
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
  {
    id: "answers-read-to-their-end",
    gap: "N-6.5-03",
    about: "An answer is read to its end before its status counts, informational ones and long bodies as well.",
    switches: { misreads: () => false },
  },
  {
    id: "retry-after-honoured",
    gap: "N-6.5-02",
    about: "A failure is retried after as many seconds as Retry-After says, at once if that cannot be read.",
    switches: { misreads: () => false, pauseMs: () => 0 },
  },
  {
    id: "redirects-followed-with-post",
    gap: "U-23",
    about: "The target of a redirect is requested as well, with the same signed bytes, after the URL itself.",
    switches: { follows: true },
  },
  {
    id: "name-beyond-ffff-refused",
    gap: "U-10",
    about: "A name with a character beyond U+FFFF is refused.",
    switches: { refuses: ({ body }) => /[\u{10000}-\u{10ffff}]/u.test(String(body["name"])) },
  },
  {
    id: "refused-with-503",
    gap: "N-7-01",
    about: "Whatever is refused is answered 503, names with an apostrophe as well.",
    switches: { refusal: { status: 503 }, refuses: ({ body }) => String(body["name"]).includes("'") },
  },
];
