/** Variants in which requests a receiver takes, and in how it reads them. */

import type { Server } from "node:net";
import { buffer as bytesOf } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { digitsOf } from "../flaws/flaw.ts";
import { secondOfConnection } from "../flaws/refusals.ts";
import { EVENT, isSigned, type Payload, SIGNATURE, type Switches } from "../receivers.ts";
import { type Variant, type Variants, variants } from "./variant.ts";

export const MEMBERS = ["@event", "id", "amount", "paidTo", "confirmedAt", "createdAt", "updatedAt", "caseFile"];
const isComplete = (payload: Payload) => MEMBERS.every((name) => payload[name] !== undefined && payload[name] !== null);
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
/** From the second connection on, all are closed while one is open. */
const oneConnection: Switches["refusesAtOnce"] = ({ socket }) => {
  (socket as unknown as { server: Server }).server.maxConnections = 1;
  return undefined;
};
function lockout(ms: number): Partial<Switches> {
  let until = 0;
  return {
    verifies: (delivery) => {
      if (performance.now() < until) return false;
      if (!isSigned(delivery)) until = performance.now() + ms;
      return isSigned(delivery);
    },
    refusal: { status: 403 },
  };
}
/** After a forgery, everything else on its connection is answered 400. */
function shutOut(): Partial<Switches> {
  const forged = new WeakSet<object>();
  return {
    verifies: (delivery) => {
      if (!isSigned(delivery)) forged.add(delivery.req.socket);
      return isSigned(delivery);
    },
    refusesAtOnce: ({ socket }) => (forged.has(socket) ? 400 : undefined),
  };
}
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

export const REQUEST_VARIANTS: Variants = {
  look: variants({
    "small-digits-only: Upper-case hex digits are refused: which case the service uses is open (U-19).": {
      verifies: (delivery) => delivery.header === delivery.header?.toLowerCase() && isSigned(delivery),
    },
    "refuses-doubled-header: Two signature headers are refused.": {
      refusesAtOnce: ({ rawHeaders }) =>
        rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === SIGNATURE).length > 1 ? 400 : undefined,
    },
    "posts-only: Other methods than POST are refused with 405.": {
      refusesAtOnce: ({ method }) => (method === "POST" ? undefined : 405),
    },
    "json-only: Other media types than application/json are refused with 415, parameters left out of account.": {
      refusesAtOnce: ({ headers }) =>
        /^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "") ? undefined : 415,
    },
    "demands-all-members: A delivery without one of the eight members is refused (U-30).": {
      isWelcome: (payload) => payload["@event"] !== EVENT || isComplete(payload),
    },
    "demands-utf-8: A body that is no UTF-8 is refused, signed or not.": {
      decodes: (raw) => JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw)),
    },
    "malformed-200: What is signed and makes no sense is answered 200 and dropped.": {
      malformed: { status: 200 },
    },
    "takes-ten-megabytes: Deliveries may have ten megabytes.": { maxBytes: 10_485_760 },
    "key-of-more: The key of a repetition is made of event and id in another way.": {
      key: (payload) => JSON.stringify([payload["@event"], payload["id"]]),
    },
  }),
  judge: variants({
    "strips-the-prefix: The prefix is taken off if it is there, so a bare digest that is right is trusted.": {
      verifies: (delivery) => isSigned({ ...delivery, header: `sha256=${digitsOf(delivery.header)}` }),
    },
    "demands-a-length: A body without Content-Length is answered 411.": {
      refusesAtOnce: ({ headers }) => (headers["content-length"] === undefined ? 411 : undefined),
    },
    "three-at-once: More than three requests at once are answered 503.": atOnceAtMost(3),
    "three-connections: More than three requests at once are cut off; their senders try again.": atOnceAtMost(3, true),
    "asks-to-wait: Every seventh request is answered 429.": everyNth(7, 429),
    "puts-refused: Other methods than POST are answered 501.": {
      refusesAtOnce: ({ method }) => (method === "POST" ? undefined : 501),
    },
    "one-connection: One connection at a time.": { refusesAtOnce: oneConnection },
    "described-members-only: A member that is not described is refused (N-9-01).": {
      isWelcome: (payload) => Object.keys(payload).every((name) => MEMBERS.includes(name)),
    },
    "timestamps-without-fractions: A timestamp that ends in Z or has a fraction is refused (U-33).": {
      isWelcome: ({ confirmedAt }) => /:\d\d[+-]\d\d:\d\d$/.test(String(confirmedAt)),
    },
    "limit-of-16-kilobytes: Larger bodies are answered 413 (N-8-02).": { maxBytes: 16_384 },
    "cuts-off-large-bodies: A connection that announces more than 16 kB is closed.": {
      refusesAtOnce: ({ headers, socket }) => {
        if (Number(headers["content-length"]) > 16_384) socket.destroy();
        return undefined;
      },
    },
    "chunks-not-implemented: A chunked delivery is answered 501 (RFC 9112, 6.1).": {
      refusesAtOnce: ({ headers }) => (headers["content-length"] === undefined ? 501 : undefined),
    },
    "normalises-letters-afterwards: Letters are composed after the signature was checked.": {
      decodes: (raw) => JSON.parse(raw.toString().normalize("NFC")),
    },
    "times-bodies-out: A body that takes more than 300 ms is answered 408 (N-6.5-03).": {
      reads: (req) => Promise.race([bytesOf(req), sleep(300, 408)]),
    },
    "locks-out-for-a-second: For a second after a forgery, everything is refused.": lockout(1000),
    "busy-now-and-then: Every seventh request is answered 503.": everyNth(7, 503),
    "ends-kept-connections: The second request on a connection is cut off.": {
      refusesAtOnce: secondOfConnection(({ socket }) => void socket.destroy()),
    },
    "one-request-a-connection-503: The second request on a connection is answered 503, as Node answers it.": {
      refusesAtOnce: secondOfConnection(() => 503),
    },
    "shuts-connections-out: Whatever follows a forgery on its connection is answered 400.": shutOut(),
    "payments-of-a-month: A payment that was confirmed more than 30 days ago is refused (U-21).": {
      isWelcome: ({ confirmedAt }) => Date.now() - Date.parse(String(confirmedAt)) < 30 * 86_400_000,
    },
    "no-expectations: What expects 100 Continue is answered 417.": {
      refusesAtOnce: ({ headers }) => (headers.expect === undefined ? undefined : 417),
    },
    "named-clients-only: A request without User-Agent is answered 403.": {
      refusesAtOnce: ({ headers }) => (headers["user-agent"] === undefined ? 403 : undefined),
    },
    "any-media-type: A right signature is trusted whatever the Content-Type says.": {},
  }),
};

/** Legal, and it keeps the judge from seeing all: the run does not pass. */
export const STRICT_LOCKOUT: Variant = {
  id: "strict-lock-out",
  about: "A digest in upper case (U-19) is a forgery, and after a forgery everything is refused.",
  switches: strictLockout(),
};
