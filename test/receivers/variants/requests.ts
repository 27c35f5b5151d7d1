/** Variants in which requests a receiver takes, and in how it reads them. */

import type { Server } from "node:net";
import { buffer as bytesOf } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { digitsOf } from "../flaws/flaw.ts";
import { secondOfConnection } from "../flaws/refusals.ts";
import { EVENT, isSigned, type Payload, SIGNATURE, type Switches } from "../receivers.ts";
import type { Variant, Variants } from "./variant.ts";

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
  look: [
    {
      id: "small-digits-only",
      about: "Upper-case hex digits are refused: which case the service uses is open (U-19).",
      switches: { verifies: (delivery) => delivery.header === delivery.header?.toLowerCase() && isSigned(delivery) },
    },
    {
      id: "refuses-doubled-header",
      about: "Two signature headers are refused.",
      switches: {
        refusesAtOnce: ({ rawHeaders }) =>
          rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === SIGNATURE).length > 1 ? 400 : undefined,
      },
    },
    {
      id: "posts-only",
      about: "Other methods than POST are refused with 405.",
      switches: { refusesAtOnce: ({ method }) => (method === "POST" ? undefined : 405) },
    },
    {
      id: "json-only",
      about: "Other media types than application/json are refused with 415, parameters left out of account.",
      switches: {
        refusesAtOnce: ({ headers }) =>
          /^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "") ? undefined : 415,
      },
    },
    {
      id: "demands-all-members",
      about: "A delivery without one of the eight members is refused (U-30).",
      switches: { isWelcome: (payload) => payload["@event"] !== EVENT || isComplete(payload) },
    },
    {
      id: "demands-utf-8",
      about: "A body that is no UTF-8 is refused, signed or not.",
      switches: {
        decodes: (raw) => JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw)),
      },
    },
    {
      id: "malformed-200",
      about: "What is signed and makes no sense is answered 200 and dropped.",
      switches: { malformed: { status: 200 } },
    },
    { id: "takes-ten-megabytes", about: "Deliveries may have ten megabytes.", switches: { maxBytes: 10_485_760 } },
    {
      id: "key-of-more",
      about: "The key of a repetition is made of event and id in another way.",
      switches: { key: (payload) => JSON.stringify([payload["@event"], payload["id"]]) },
    },
  ],
  judge: [
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
    { id: "three-at-once", about: "More than three requests at once are answered 503.", switches: atOnceAtMost(3) },
    {
      id: "three-connections",
      about: "More than three requests at once are cut off: who sent them comes again.",
      switches: atOnceAtMost(3, true),
    },
    { id: "asks-to-wait", about: "Every seventh request is answered 429.", switches: everyNth(7, 429) },
    {
      id: "puts-refused",
      about: "Other methods than POST are answered 501.",
      switches: { refusesAtOnce: ({ method }) => (method === "POST" ? undefined : 501) },
    },
    { id: "one-connection", about: "One connection at a time.", switches: { refusesAtOnce: oneConnection } },
    {
      id: "described-members-only",
      about: "A member that is not described is refused (N-9-01).",
      switches: { isWelcome: (payload) => Object.keys(payload).every((name) => MEMBERS.includes(name)) },
    },
    {
      id: "timestamps-without-fractions",
      about: "A timestamp that ends in Z or has a fraction is refused (U-33).",
      switches: { isWelcome: ({ confirmedAt }) => /:\d\d[+-]\d\d:\d\d$/.test(String(confirmedAt)) },
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
    {
      id: "normalises-letters-afterwards",
      about: "Letters are composed after the signature was checked.",
      switches: { decodes: (raw) => JSON.parse(raw.toString().normalize("NFC")) },
    },
    {
      id: "times-bodies-out",
      about: "A body that takes more than 300 ms is answered 408 (N-6.5-03).",
      switches: { reads: (req) => Promise.race([bytesOf(req), sleep(300, 408)]) },
    },
    {
      id: "locks-out-for-a-second",
      about: "For a second after a forgery, everything is refused.",
      switches: lockout(1000),
    },
    { id: "busy-now-and-then", about: "Every seventh request is answered 503.", switches: everyNth(7, 503) },
    {
      id: "ends-kept-connections",
      about: "The second request on a connection is cut off.",
      switches: { refusesAtOnce: secondOfConnection(({ socket }) => void socket.destroy()) },
    },
    {
      id: "one-request-a-connection-503",
      about: "The second request on a connection is answered 503, as Node answers it.",
      switches: { refusesAtOnce: secondOfConnection(() => 503) },
    },
    { id: "any-media-type", about: "A right signature is trusted whatever the Content-Type says.", switches: {} },
  ],
};

/** Legal, and it keeps the judge from seeing all: the run does not pass. */
export const STRICT_LOCKOUT: Variant = {
  id: "strict-lock-out",
  about: "A digest in upper case (U-19) is a forgery, and after a forgery everything is refused.",
  switches: strictLockout(),
};
