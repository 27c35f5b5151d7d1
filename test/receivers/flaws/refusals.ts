/** Flaws by which a genuine delivery is not acknowledged, or has no effect. */

import type { IncomingMessage } from "node:http";
import type { Server } from "node:net";
import { buffer as bytesOf } from "node:stream/consumers";
import { EVENT, isSigned, paymentAndEvent, SIGNATURE, type Switches } from "../receivers.ts";
import { arguable, type Flaws, flaw, flaws, hex, json, keyOf } from "./flaw.ts";

/** Counts per receiver: the verifier meets the header of each receiver's own secret. */
function lockout(): Partial<Switches> {
  const forgeries = new Map<string, number>();
  return {
    verifies: (delivery) => {
      const { secret } = delivery;
      const count = forgeries.get(secret) ?? 0;
      const isGenuine = count < 3 && isSigned(delivery);
      if (!isGenuine) forgeries.set(secret, count + 1);
      return isGenuine;
    },
    refusal: { status: 429 },
  };
}
/** The program is over, and its port free. */
const end = ({ socket }: IncomingMessage) => {
  const { server } = socket as unknown as { server: Server & { closeAllConnections(): void } };
  server.close();
  server.closeAllConnections();
};
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

/** Does something about each request on a connection after its first. */
export function secondOfConnection(act: Switches["refusesAtOnce"]): Switches["refusesAtOnce"] {
  const known = new WeakSet<object>();
  return (req) => {
    if (known.has(req.socket)) return act(req);
    known.add(req.socket);
    return undefined;
  };
}
function leavesBodies(): Switches["refusesAtOnce"] {
  const left = new WeakSet<object>();
  return ({ socket, headers }) => {
    if (left.has(socket)) return 400;
    if (headers[SIGNATURE] !== undefined) return undefined;
    if (headers["content-length"] !== "0") left.add(socket);
    return 401;
  };
}
function failsAfter(most: number): Partial<Switches> {
  let forgeries = 0;
  return {
    verifies: (delivery) => {
      if (!isSigned(delivery)) forgeries++;
      return isSigned(delivery);
    },
    isWelcome: () => forgeries < most,
    malformed: { status: 500 },
  };
}
/** The part that works is over, and the part that answers is not. */
function stopsWork(): Partial<Switches> {
  let isOver = false;
  return {
    reads: (req) =>
      bytesOf(req).catch((error: unknown) => {
        isOver = true;
        throw error;
      }),
    decodes: (raw) => (isOver ? { ...json(raw), "@event": "" } : json(raw)),
  };
}
function losesSlowBodies(): Partial<Switches> {
  const slow = new WeakSet<Buffer>();
  return {
    reads: async (req) => {
      const began = performance.now();
      const raw = await bytesOf(req);
      if (performance.now() - began > 200) slow.add(raw);
      return raw;
    },
    decodes: (raw) => (slow.has(raw) ? { ...json(raw), "@event": "" } : json(raw)),
  };
}
/** Each body that breaks off keeps a worker, and there are few of them. */
function losesWorkers(): Partial<Switches> {
  const lost = new Map<unknown, number>();
  return {
    refusesAtOnce: (req) => {
      const { localPort } = req.socket;
      const count = () => lost.get(localPort) ?? 0;
      req.once("aborted", () => lost.set(localPort, count() + 1));
      return count() < 4 ? undefined : 500;
    },
  };
}
/** What has come within 20 ms of the first bytes. */
const readsOnce: Partial<Switches> = {
  reads: async (req) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk) => chunks.push(chunk));
    await new Promise<void>((resolve) => {
      req.once("data", () => setTimeout(resolve, 20)).once("end", resolve);
    });
    return Buffer.concat(chunks);
  },
};

export const REFUSAL_FLAWS: Flaws = {
  look: [
    ...flaws("F-6.5-01 F-6.3-07", {
      "header-name-exact: The header is found only as X-Service-Signature, in these capitals.": {
        header: ({ rawHeaders }) => {
          const at = rawHeaders.findIndex((name, i) => i % 2 === 0 && name === "X-Service-Signature");
          return at < 0 ? undefined : rawHeaders[at + 1];
        },
      },
    }),
    ...flaws("F-6.3-07 F-6.5-01", {
      "prefix-not-taken-off: The header is compared with its prefix still on, so that nothing ever passes.": {
        verifies: (delivery) => delivery.header === hex(delivery),
      },
    }),
    ...flaws("F-6.3-06 F-6.5-01", {
      "reads-first-chunk: Of a chunked body only a part is read, so that its signature never holds.": {
        verifies: (delivery) => isSigned(delivery) && delivery.req.headers["transfer-encoding"] === undefined,
      },
      "reads-chunks-by-line: A chunked body is read by lines, so that one with line breaks in it never holds.": {
        verifies: ({ req, raw, ...rest }) =>
          isSigned({ req, raw, ...rest }) && (req.headers["transfer-encoding"] === undefined || !raw.includes("\n")),
      },
    }),
    ...flaws("F-6.5-01", {
      "refuses-pretty-printed: A delivery that is not compact JSON is refused.": {
        decodes: (raw) => {
          if (/^\{\s/.test(raw.toString())) throw new Error("not compact");
          return json(raw);
        },
      },
      "wants-time-header: A delivery without a time stamp in a header is refused, which the service never sends.": {
        refusesAtOnce: ({ headers }) => (headers["x-timestamp"] === undefined ? 400 : undefined),
      },
      "acknowledges-500: A genuine delivery takes effect and is answered 500.": {
        ack: { status: 500 },
      },
      "acknowledges-302: A genuine delivery takes effect and is answered with a redirection.": {
        ack: { status: 302, headers: { Location: "/thanks" } },
      },
      "acknowledges-304: A genuine delivery takes effect and is answered 304.": {
        ack: { status: 304 },
      },
      "never-takes-effect: A genuine delivery is answered 200 and forgotten.": { takesEffect: false },
    }),
    flaw(
      "lost-after-error",
      "F-6.5-01 F-6.5-05",
      "The first attempt counts as seen and fails with 500; the retry counts as a duplicate, and the event is lost.",
      { loses: async () => true },
    ),
  ],
  judge: [
    ...flaws("F-6.5-01", {
      "never-answers: A genuine delivery takes effect, and no answer ever comes.": {
        verifies: (delivery) => {
          // The answer never leaves.
          if (isSigned(delivery)) Object.assign(delivery.req.socket, { write: () => true, destroySoon: () => {} });
          return isSigned(delivery);
        },
      },
      'finds-event-as-text: An event whose name is escaped, as in "\\u0040event", is not found.': {
        decodes: (raw) =>
          raw.includes(`"@event":"${EVENT}"`) || !raw.includes("\\u") ? json(raw) : { ...json(raw), "@event": "" },
      },
      "knows-eastern-offsets-only: A timestamp with a negative offset is refused.": {
        isWelcome: ({ confirmedAt }) => /\+\d\d:\d\d$/.test(String(confirmedAt)) || /Z$/.test(String(confirmedAt)),
      },
      "loses-quotes: A body with an apostrophe, as in a statement of SQL, is answered 2xx and lost.": {
        decodes: (raw) => (raw.includes("'") ? { ...json(raw), "@event": "" } : json(raw)),
      },
      "answers-expectations: What expects 100 Continue is answered 200, and its body never read.": {
        refusesAtOnce: ({ headers }) => (headers.expect === undefined ? undefined : 200),
      },
      "leaves-bodies: The body of an unsigned request is left in the connection, in front of the next request.": {
        refusesAtOnce: leavesBodies(),
      },
      "one-request-a-connection: The second request on a connection is answered 400.": {
        refusesAtOnce: secondOfConnection(() => 400),
      },
      "loses-slow-bodies: A body that takes more than 200 ms is answered 2xx and lost.": losesSlowBodies(),
      "stops-at-broken-bodies: After a body that broke off, everything is answered 2xx and lost.": stopsWork(),
      "loses-workers: A body that breaks off keeps its worker; without one, requests are answered 500.": losesWorkers(),
      "fails-after-40-forgeries: After 40 forgeries, everything is answered 500.": failsAfter(40),
      "sticks-at-high-bytes: A byte above 0x7f in the header stops the program from answering ever again.": stuck(),
      "ends-without-header: A delivery without the header ends the program.": {
        refusesAtOnce: (req) => (req.headers[SIGNATURE] === undefined ? void end(req) : undefined),
      },
      "ends-at-once: The first delivery ends the program.": { refusesAtOnce: (req) => void end(req) },
      "ends-at-deep-bodies: A body is parsed before it is verified, and many lists in each other end the program.": {
        verifies: (delivery) => {
          if (delivery.raw.includes("[".repeat(1000))) end(delivery.req);
          return isSigned(delivery);
        },
      },
      "ends-at-short-digests: A digest of another length ends the program.": {
        verifies: (delivery) => {
          if (delivery.header !== undefined && delivery.header.length !== 71) end(delivery.req);
          return isSigned(delivery);
        },
      },
    }),
    flaw("reads-once", "F-6.3-06 F-6.5-01", "Of a body that comes in parts only the first is read.", readsOnce),
    ...flaws("F-6.3-08 F-6.3-06", {
      "refuses-after-forgery: After a forgery, the genuine delivery of the same payment is refused with 409.":
        refusesAfterForgery(),
    }),
  ],
  arguable: arguable({
    "length-required: A chunked delivery is refused with 411.": {
      fact: "F-6.5-01",
      reason: "A server may refuse a body of unknown length (RFC 9110, 15.5.12).",
      switches: { refusesAtOnce: ({ headers }) => (headers["content-length"] === undefined ? 411 : undefined) },
    },
    "content-type-without-parameter: application/json; charset=utf-8 is refused with 415.": {
      fact: "F-6.5-01",
      reason: "The header is stated without a parameter, and whether one follows is open (U-22).",
      switches: { refusesAtOnce: ({ headers }) => (headers["content-type"] === "application/json" ? undefined : 415) },
    },
    "limit-of-a-kilobyte: Deliveries of more than 1000 bytes are refused with 413.": {
      fact: "F-6.5-01",
      reason: "No maximum of a payload is stated (N-8-02), so no size is owed.",
      switches: { maxBytes: 1000 },
    },
    "limit-of-64-kilobytes: Deliveries of more than 64 kB are refused with 413.": {
      fact: "F-6.5-01",
      reason: "No maximum of a payload is stated (N-8-02), so no size is owed.",
      switches: { maxBytes: 65_536 },
    },
    "locks-out-after-forgeries: After three forgeries every request is refused with 429.": {
      fact: "F-6.5-01",
      reason: "A defence against guessing; that it must not exist is not stated.",
      switches: lockout(),
    },
    [`refuses-other-events: Events other than ${EVENT} are refused with 400.`]: {
      fact: "F-6.5-01",
      reason: "No other event is delivered today (F-6.2-02), so there is nothing to acknowledge.",
      switches: { isWelcome: (payload) => payload["@event"] === EVENT },
    },
  }),
};
