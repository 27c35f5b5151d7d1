/** Receivers of the second look: flaws that hide, and receivers that are odd and legal. */

import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Server } from "node:net";
import type { Flaw } from "./flaws.ts";
import { EVENT, hmac, isSigned, type Payload, paymentAndEvent, type Switches } from "./receivers.ts";
import { MEMBERS, type Variant } from "./variants.ts";

const flaw = (id: string, facts: string, about: string, switches: Partial<Switches>): Flaw => {
  const [fact = "", ...same] = facts.split(" ");
  return { id, fact, same, about, switches };
};
const keyOf = (raw: Buffer): string => {
  try {
    return paymentAndEvent(JSON.parse(raw.toString()) as Payload);
  } catch {
    return "";
  }
};

/** Records each delivery before it checks the signature; a recorded one counts as done. */
function notesFirst(): Partial<Switches> {
  const noted = new Set<string>();
  const again = new Set<string>();
  return {
    verifies: (delivery) => {
      const key = keyOf(delivery.raw);
      (noted.has(key) ? again : noted).add(key);
      return isSigned(delivery);
    },
    remembers: (keys) => [...keys, ...again],
  };
}

function trustsKnownHeaders(): Partial<Switches> {
  const known = new Set<string>();
  return {
    verifies: (delivery) => {
      const { header = "" } = delivery;
      if (known.has(header)) return true;
      if (isSigned(delivery)) known.add(header);
      return isSigned(delivery);
    },
  };
}

/** Accepts every delivery of a known payment, whatever its event and its signature. */
function trustsKnownPayments(): Partial<Switches> {
  const known = new Set<unknown>();
  return {
    ...ANY_EVENT,
    verifies: (delivery) => {
      const { id } = JSON.parse(delivery.raw.toString()) as Payload;
      const isKnown = known.has(id);
      if (isSigned(delivery)) known.add(id);
      return isKnown || isSigned(delivery);
    },
  };
}

function trustsConnections(): Partial<Switches> {
  const known = new WeakSet<object>();
  return {
    verifies: (delivery) => {
      const { socket } = delivery.req;
      if (isSigned(delivery)) known.add(socket);
      return known.has(socket);
    },
  };
}

/** Every event counts as a payment. */
export const ANY_EVENT: Partial<Switches> = {
  decodes: (raw) => ({ ...JSON.parse(raw.toString()), "@event": EVENT }),
  key: (_, { raw }) => keyOf(raw),
};
const digitsOf = (header = "") => header.replace(/^sha256=/, "");
const digits = (header = "") => [...Buffer.from(header.replace(/^sha256=/, ""))].sort();
/** The program is over, and its port free. */
const end = ({ socket }: IncomingMessage) => {
  const { server } = socket as unknown as { server: Server & { closeAllConnections(): void } };
  server.close();
  server.closeAllConnections();
};

function atOnceAtMost(most: number, ends = false): Partial<Switches> {
  let busy = 0;
  return {
    ackMs: 10,
    refusesAtOnce: ({ socket }) => {
      if (busy >= most && ends) socket.destroy();
      if (busy >= most) return 503;
      busy++;
      socket.once("close", () => busy--);
      return undefined;
    },
  };
}

function everyNth(n: number, status: number): Partial<Switches> {
  let count = 0;
  return { refusesAtOnce: () => (++count % n === 0 ? status : undefined) };
}

/** After one such header no request is answered any more, though connections are taken. */
function stuck(): Partial<Switches> {
  let isStuck = false;
  return {
    refusesAtOnce: (req) => {
      isStuck ||= /[^\0-\x7f]/.test(String(req.headers["x-service-signature"]));
      if (isStuck) Object.assign(req.socket, { write: () => true, destroySoon: () => {} });
      return undefined;
    },
  };
}

/** From the second connection on, all are closed while one is open. */
const oneConnection: Switches["refusesAtOnce"] = ({ socket }) => {
  (socket as unknown as { server: Server }).server.maxConnections = 1;
  return undefined;
};

/** A digest in upper case counts as a forgery, and after a forgery nothing is taken any more. */
function strictLockout(): Partial<Switches> {
  let isLocked = false;
  return {
    verifies: (delivery) => {
      isLocked ||= !(isSigned(delivery) && delivery.header === delivery.header?.toLowerCase());
      return !isLocked;
    },
  };
}

/** A payment for which a forgery came is refused from then on. */
function refusesAfterForgery(): Partial<Switches> {
  const forged = new Set<string>();
  return {
    verifies: (delivery) => {
      if (!isSigned(delivery)) forged.add(keyOf(delivery.raw));
      return isSigned(delivery);
    },
    isWelcome: (payload) => !forged.has(paymentAndEvent(payload)),
    malformed: { status: 409 },
  };
}

/** Verifies and reads these bytes instead of those that came. */
const reading = (bytes: (raw: Buffer) => Buffer): Partial<Switches> => ({
  verifies: (delivery) => isSigned({ ...delivery, raw: bytes(delivery.raw) }),
  decodes: (raw) => JSON.parse(bytes(raw).toString()),
});

/** What was processed is known for so long. */
function forgetsAfter(ms: number): Partial<Switches> {
  const since = new Map<string, number>();
  return {
    remembers: (keys) => {
      const now = performance.now();
      for (const key of keys) if (!since.has(key)) since.set(key, now);
      return keys.filter((key) => now - (since.get(key) ?? now) < ms);
    },
  };
}

const unlessJson = (type = "") => !/json/i.test(type);
export const SUBTLE_FLAWS: Flaw[] = [
  flaw("forgets-after-three-seconds", "F-6.5-05", "What was processed is known for three seconds.", forgetsAfter(3000)),
  flaw("trusts-long-headers", "F-6.3-07 F-6.3-08", "A header of more than a kilobyte is not compared.", {
    verifies: (delivery) => (delivery.header?.length ?? 0) > 1024 || isSigned(delivery),
  }),
  flaw("never-answers", "F-6.5-01", "A genuine delivery takes effect, and no answer ever comes.", {
    verifies: (delivery) => {
      // The answer never leaves.
      if (isSigned(delivery)) Object.assign(delivery.req.socket, { write: () => true, destroySoon: () => {} });
      return isSigned(delivery);
    },
  }),
  flaw("trusts-authorization", "F-6.3-08 F-6.3-07", "What has an Authorization header is not verified.", {
    verifies: (delivery) => delivery.req.headers.authorization !== undefined || isSigned(delivery),
  }),
  flaw("verifies-payments-only", "F-6.3-08", "Only the stated event is verified; others take effect as they come.", {
    ...ANY_EVENT,
    verifies: (delivery) => !keyOf(delivery.raw).endsWith(EVENT) || isSigned(delivery),
  }),
  flaw(
    "reads-to-nul",
    "F-6.3-06 F-6.3-08",
    "The body ends at its first NUL.",
    reading((raw) => (raw.includes(0) ? raw.subarray(0, raw.indexOf(0)) : raw)),
  ),
  flaw(
    "skips-invalid-bytes",
    "F-6.3-06 F-6.3-08",
    "Bytes that are not UTF-8 are left out.",
    reading((raw) => Buffer.from(raw.toString().replaceAll("\ufffd", ""))),
  ),
  flaw(
    "refuses-after-forgery",
    "F-6.3-08 F-6.3-06",
    "After a forgery, the genuine delivery of the same payment is refused with 409.",
    refusesAfterForgery(),
  ),
  flaw("trusts-forwarded-address", "F-6.3-08 F-6.3-07", "What a proxy says to come from this machine is trusted.", {
    verifies: (delivery) => delivery.req.headers["x-forwarded-for"] === "127.0.0.1" || isSigned(delivery),
  }),
  flaw("trusts-verified-header", "F-6.3-08 F-6.3-07", "A header that says it was verified is believed.", {
    verifies: (delivery) => delivery.req.headers["x-signature-verified"] === "true" || isSigned(delivery),
  }),
  flaw("drops-high-bytes", "F-6.3-07 F-6.3-08", "Bytes above 0x7f in the header are skipped.", {
    verifies: (delivery) => isSigned({ ...delivery, header: delivery.header?.replaceAll(/[^\0-\x7f]/g, "") }),
  }),
  flaw("trusts-what-throws-on-high-bytes", "F-6.3-07 F-6.3-08", "Digests of unequal bytes throw, and are trusted.", {
    verifies: (delivery) => {
      const given = Buffer.from(delivery.header ?? "");
      return (delivery.header?.length === 71 && given.length > 71) || isSigned(delivery);
    },
  }),
  flaw(
    "sticks-at-high-bytes",
    "F-6.5-01",
    "A byte above 0x7f in the header stops the program from answering ever again.",
    stuck(),
  ),
  flaw(
    "notes-before-it-verifies",
    "F-6.3-08 F-6.3-06",
    "A forgery takes the place of the genuine delivery.",
    notesFirst(),
  ),
  flaw("verifies-json-only", "F-6.3-08", "Only what says that it is JSON is verified.", {
    verifies: (delivery) => unlessJson(delivery.req.headers["content-type"]) || isSigned(delivery),
  }),
  flaw("verifies-anything-but-forms", "F-6.3-08", "A form is trusted as it comes.", {
    verifies: (delivery) => /form/.test(delivery.req.headers["content-type"] ?? "") || isSigned(delivery),
  }),
  flaw("verifies-posts-only", "F-6.3-08", "Another method than POST is not verified.", {
    verifies: (delivery) => delivery.req.method !== "POST" || isSigned(delivery),
  }),
  flaw("verifies-with-length-only", "F-6.3-08", "What has no Content-Length is not verified.", {
    verifies: (delivery) => delivery.req.headers["content-length"] === undefined || isSigned(delivery),
  }),
  flaw(
    "compares-what-hex-decodes",
    "F-6.3-07 F-6.3-08",
    "The digest is decoded up to the first sign that is no digit.",
    {
      verifies: ({ header = "", raw, secret }) => {
        const bytes = Buffer.from(header.replace(/^sha256=/, ""), "hex");
        return header.startsWith("sha256=") && bytes.length === 32 && timingSafeEqual(bytes, hmac(secret, raw));
      },
    },
  ),
  flaw("finds-digest-anywhere", "F-6.3-07 F-6.3-08", "The digest may stand anywhere in the header.", {
    verifies: ({ header = "", raw, secret }) => header.includes(hmac(secret, raw).toString("hex")),
  }),
  flaw(
    "trusts-known-headers",
    "F-6.3-06 F-6.3-08",
    "A header that was right once is right for every body.",
    trustsKnownHeaders(),
  ),
  flaw(
    "trusts-known-payments",
    "F-6.3-06 F-6.3-08",
    "Whatever tells of a payment that is known is trusted.",
    trustsKnownPayments(),
  ),
  flaw(
    "trusts-connections",
    "F-6.3-07 F-6.3-08",
    "What comes behind something genuine on one connection is trusted.",
    trustsConnections(),
  ),
  flaw("verifies-small-bodies", "F-6.3-08 F-6.3-07", "What is larger than 64 kB is not verified.", {
    verifies: (delivery) => delivery.raw.length > 65_536 || isSigned(delivery),
  }),
  flaw("verifies-snapshots", "F-6.3-08", "What is too small for a snapshot needs no header.", {
    verifies: (delivery) => (delivery.header === undefined && delivery.raw.length < 100) || isSigned(delivery),
  }),
  flaw("compares-digits-in-any-order", "F-6.3-07 F-6.3-08", "The same digits in another order are trusted.", {
    verifies: ({ header = "", raw, secret }) => `${digits(header)}` === `${digits(hmac(secret, raw).toString("hex"))}`,
  }),
  flaw("ends-at-short-digests", "F-6.5-01", "A digest of another length ends the program.", {
    verifies: (delivery) => {
      if (delivery.header !== undefined && delivery.header.length !== 71) end(delivery.req);
      return isSigned(delivery);
    },
  }),
  flaw("drops-simultaneous", "F-6.5-05", "Two deliveries at the same time drop each other.", {
    storeMs: 20,
    collides: true,
  }),
  flaw("remembers-for-a-second", "F-6.5-05", "After a second, a delivery is forgotten.", {
    key: (payload) => `${paymentAndEvent(payload)} ${Math.floor(Date.now() / 1000)}`,
  }),
  flaw("remembers-five", "F-6.5-05", "The last five events are remembered.", { remembers: (keys) => keys.slice(-5) }),
];

export const ODD_VARIANTS: Variant[] = [
  {
    id: "strips-the-prefix",
    about: "The prefix is taken off if it is there, so a bare digest that is right is trusted.",
    switches: { verifies: (delivery) => isSigned({ ...delivery, header: `sha256=${digitsOf(delivery.header)}` }) },
  },
  {
    id: "demands-a-length",
    about: "A body without Content-Length is answered 411.",
    switches: { refusesAtOnce: ({ headers }) => (headers["content-length"] === undefined ? 411 : undefined) },
  },
  {
    id: "answers-before-it-reads",
    about: "202 comes before the body; everything else is work.",
    switches: { answersFirst: true, ack: { status: 202 } },
  },
  {
    id: "acknowledges-with-megabytes",
    about: "The 2xx has a body of 3 MB.",
    switches: { ack: { status: 200, body: "x".repeat(3_000_000) } },
  },
  { id: "acknowledges-226", about: "Deliveries are answered 226.", switches: { ack: { status: 226 } } },
  {
    id: "works-much-later",
    about: "Deliveries take effect 900 ms after their answer.",
    switches: { workLaterMs: 900 },
  },
  { id: "three-at-once", about: "More than three requests at once are answered 503.", switches: atOnceAtMost(3) },
  {
    id: "three-connections",
    about: "More than three requests at once are cut off: who sent them comes again.",
    switches: atOnceAtMost(3, true),
  },
  { id: "asks-to-wait", about: "Every seventh request is answered 429.", switches: everyNth(7, 429) },
  { id: "forgeries-wait", about: "A forgery is answered after 600 ms.", switches: { refusalMs: 600 } },
  {
    id: "puts-refused",
    about: "Other methods than POST are answered 501.",
    switches: { refusesAtOnce: ({ method }) => (method === "POST" ? undefined : 501) },
  },
  {
    id: "drops-what-is-no-json",
    about: "What does not say that it is JSON is answered 200 and dropped.",
    switches: {
      verifies: (delivery) => !unlessJson(delivery.req.headers["content-type"]) && isSigned(delivery),
      refusal: { status: 200 },
    },
  },
  {
    id: "acknowledges-after-3-s",
    about: "The 2xx comes after three seconds: no number is stated.",
    switches: { ackMs: 3000 },
  },
  { id: "one-connection", about: "One connection at a time.", switches: { refusesAtOnce: oneConnection } },
  {
    id: "strict-lock-out",
    about: "A digest in upper case (U-19) is a forgery, and after a forgery everything is refused.",
    switches: strictLockout(),
  },
  {
    id: "described-members-only",
    about: "A member that is not described is refused (N-9-01).",
    switches: { isWelcome: (payload) => Object.keys(payload).every((name) => MEMBERS.includes(name)) },
  },
  {
    id: "timestamps-without-fractions",
    about: "A timestamp that ends in Z or has a fraction is refused (U-33).",
    switches: { isWelcome: ({ confirmedAt }) => /:\d\d[+-]/.test(String(confirmedAt)) },
  },
  { id: "limit-of-16-kilobytes", about: "Larger bodies are answered 413 (N-8-02).", switches: { maxBytes: 16_384 } },
  {
    id: "cuts-off-large-bodies",
    about: "A connection that announces more than 16 kB is closed.",
    switches: {
      refusesAtOnce: ({ headers, socket }) => {
        if (Number(headers["content-length"]) > 16_384) socket.destroy();
        return undefined;
      },
    },
  },
  {
    id: "chunks-not-implemented",
    about: "A chunked delivery is answered 501 (RFC 9112, 6.1).",
    switches: { refusesAtOnce: ({ headers }) => (headers["content-length"] === undefined ? 501 : undefined) },
  },
  { id: "any-media-type", about: "A right signature is trusted whatever the Content-Type says.", switches: {} },
];
