/** Paths, queries, names and lists of events that a service easily confuses with others, and faults that it refuses. */

import { APP_WEBHOOK_EVENTS } from "../../../../../generated/constants.ts";
import type { Json } from "../../../answers.ts";
import { EVENT, unknownEvent } from "../../webhook.ts";

/** A path with several spellings: encoded, and with a trailing slash. */
export const SLASHED = "/caf%C3%A9/";
/** An encoded slash is not a slash (RFC 3986, 2.2). */
export const ENCODED_SLASH = "/inkasso%2Fhook";
/** Without a semicolon, which a proxy before the judge may turn into an ampersand. */
export const QUERY = "/a%20b;v=1?tenant=42&Zone=EU&none=&sum=1%2B1%23a%26b&words=a+b,c&tag=b&tag=a";
/** Longer than columns for texts often are. How long a URL may be is open (U-10), so it may be refused. */
export const LONG_QUERIES = [190, 420].map((times) => `?note=${"0123456789".repeat(times)}&end=1`);
const PORTS: Readonly<Record<string, number>> = { "http://": 80, "https://": 443 };
/** Other spellings of a URL. Whether they lead to the judge is up to who set it up, and some may be refused (U-34). */
export const SPELLINGS = {
  "the other scheme": (url) => url.replace(/^http(s?)/i, (_, secure) => (secure ? "http" : "https")),
  "a host in capitals and a port": (url) =>
    url.replace(/^(https?:..)([^/:]+)(?=\/)/, (_, scheme, host) => `${scheme}${host.toUpperCase()}:${PORTS[scheme]}`),
  "no path": (url) => url.replace(/^(https?:..[^/]+)\/.*?(\w+)$/, "$1?$2"),
} as const satisfies Record<string, (url: string) => string>;
export type Spelling = keyof typeof SPELLINGS;
export const SPELT = Object.keys(SPELLINGS) as Spelling[];
/** A fragment is not requested, and all before it is. It may be refused (U-34). */
export const FRAGMENT = "?tenant=7#payments";
/** In any writing, which matters where a delivery says whose it is. It may be refused (U-10). */
export const NAME = "Zo\u00eb \u50b5 \u{1f3e6} 100 %";
/** Longer than columns for names often are. It may be refused (U-10). */
export const LONG_NAME = `${"long name ".repeat(30)}end`;
/** An event of an App that need not exist (F-6.2-02), and one that is never dispatched. */
const OTHER = unknownEvent(2);
const NEVER = unknownEvent(3);
const BOTH = [EVENT, OTHER];
/** Its letters are not as many as its bytes. */
const ACCENTED = `${EVENT.slice(0, EVENT.lastIndexOf("."))}.gepr\u00fcft`;
/** Event names of other services, which this service does not emit (F-6.2-02). */
const OTHERS = ["created", "recorded", "updated", "cancelled", "agency", "refunded"].map(
  (word) => `case_file.payment.${word}`,
);
/** Longer than columns for names often are. It may be refused (U-10). */
const LONG_EVENT = `case_file.payment.${"paid_by_instalment.".repeat(11)}end`;
const unknown = (count: number) => Array.from({ length: count }, (_, index) => unknownEvent(index));
/** How many names fill a column for short texts; a client webhook may list fewer (U-08), and then it is refused. */
const MANY = 40;

/**
 * Capitals, an accent, a longer name, a space, a prefix, a list in one name, other separators, some of which a pattern
 * of SQL takes for any character: none is the event, whatever a collation says.
 */
const NEARLY = [
  ...[EVENT.toUpperCase(), `${EVENT}.later`, `x${EVENT}`, `${EVENT} `, EVENT.split(".").slice(0, -1).join(".")],
  ...[EVENT.replace("e", "\u00e9"), EVENT.replaceAll(".", "_"), EVENT.replaceAll("_", "-")],
];

/** Lists of events of a webhook in words, each with what may take its place where it is refused. */
export const LISTS = {
  event: { words: "", all: [[EVENT]] },
  first: { words: ", with the event before others", all: [[EVENT, ...OTHERS]] },
  // The others may be refused (U-09).
  among: { words: ", with other events", all: [[unknownEvent(0), EVENT, unknownEvent(1)], [EVENT]] },
  last: { words: ", with the event after another one", all: [[unknownEvent(2), EVENT]] },
  late: { words: `, with the event after ${MANY} others`, all: [[...unknown(MANY), EVENT]] },
  most: {
    words: `, with the event after ${APP_WEBHOOK_EVENTS.max - 1} others`,
    all: [[...unknown(APP_WEBHOOK_EVENTS.max - 1), EVENT]],
  },
  // It may be refused (U-09).
  twice: { words: ", with the event twice", all: [[EVENT, EVENT]] },
  others: { words: ", with other events only", all: [[unknownEvent(0), OTHERS[0] as string]] },
  nearly: {
    words: ", with names that are nearly the event's",
    // A service that refuses some of these names may accept those that look like event names.
    all: [[...NEARLY, `a,${EVENT}`], NEARLY, NEARLY.filter((name) => /^[a-z_]+(\.[a-z_]+)+$/.test(name))],
  },
  patterns: {
    words: ", with patterns that mean all events elsewhere",
    all: [["*", "case_file.*", "case_file.payment.*"]],
  },
  other: { words: `, with ${OTHER} only`, all: [[OTHER]] },
  both: { words: `, with the event and ${OTHER}`, all: [[...BOTH, ACCENTED, LONG_EVENT], [...BOTH, ACCENTED], BOTH] },
  never: { words: ", with an event that never happens", all: [[NEVER]] },
} as const satisfies Record<string, { readonly words: string; readonly all: readonly (readonly string[])[] }>;
export type Listed = keyof typeof LISTS;

/** A service may correct or cut these lists, and show that. */
export const isCorrected = (list: Listed) => list === "nearly" || list === "late";

/** Faults for which a service refuses a creation. */
export const FAULTS = {
  "a loopback URL": (request) => ({ ...request, url: "http://localhost/" }),
  "no name": ({ name: _, ...rest }) => rest,
  "events as a string": (request) => ({ ...request, events: EVENT }),
  "responseHandlingType 3": (request) => ({ ...request, responseHandlingType: 3 }),
  "too many events": (request) => ({ ...request, events: [EVENT, ...unknown(APP_WEBHOOK_EVENTS.max)] }),
} as const satisfies Record<string, (request: Json) => Json>;
export type Fault = keyof typeof FAULTS;
