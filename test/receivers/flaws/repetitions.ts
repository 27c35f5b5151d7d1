/** Flaws in recognising a repetition: it takes effect again, or what is new does not. */

import { setTimeout as sleep } from "node:timers/promises";
import { hmac, isSigned, paymentAndEvent, type Switches } from "../receivers.ts";
import { arguable, type Flaws, flaw, flaws } from "./flaw.ts";

/** A payment whose id begins with the one of an earlier payment is taken for it. */
function knowsBeginnings(): Partial<Switches> {
  const seen = new Set<string>();
  return {
    key: ({ id }) => {
      const known = [...seen].find((one) => String(id).startsWith(one)) ?? String(id);
      seen.add(known);
      return known;
    },
  };
}

/** A delivery is known while this holds for its age in milliseconds. */
function knownAtAge(isKnown: (ms: number) => boolean): Partial<Switches> {
  const since = new Map<string, number>();
  return {
    remembers: (keys) => {
      const now = performance.now();
      for (const key of keys) if (!since.has(key)) since.set(key, now);
      return keys.filter((key) => isKnown(now - (since.get(key) ?? now)));
    },
  };
}

function forgetsAfterForgery(): Partial<Switches> {
  let forgeries = 0;
  return {
    verifies: (delivery) => {
      if (!isSigned(delivery)) forgeries++;
      return isSigned(delivery);
    },
    key: (payload) => `${paymentAndEvent(payload)} ${forgeries}`,
  };
}

export const REPETITION_FLAWS: Flaws = {
  look: [
    ...flaws("F-6.5-05", {
      "handles-repetitions: Every delivery takes effect, repeated or not.": { remembers: () => [] },
      "races: Between the look whether a delivery is new and the note that it was handled, others slip through.": {
        storeMs: 120,
      },
      "remembers-the-last: Only the last event is remembered: after another one, an older takes effect again.": {
        remembers: (keys) => keys.slice(-1),
      },
      "remembers-by-connection: A repetition is recognised on the same connection only.": {
        key: (payload, { req }) => `${paymentAndEvent(payload)} ${req.socket.remotePort}`,
      },
      "remembers-the-second: An event is remembered from its second delivery on.": {
        remembers: (keys) => keys.filter((key, i) => keys.indexOf(key) < i),
      },
    }),
    flaw(
      "remembers-by-header",
      "F-6.5-05",
      "A repetition is recognised by a delivery id in a header, which the service is not said to send.",
      { key: (_, { req }) => String(req.headers["x-delivery-id"] ?? Math.random()) },
    ),
  ],
  judge: [
    ...flaws("F-6.5-05", {
      "locks-for-60-ms: A delivery is locked for 60 ms, and known once its work of a second is done.": {
        workLaterMs: 1000,
        ...knownAtAge((ms) => ms < 60 || ms > 1000),
      },
      "forgets-after-three-seconds: What was processed is known for three seconds.": knownAtAge((ms) => ms < 3000),
      "forgets-after-forgery: After a forgery, what was processed is forgotten.": forgetsAfterForgery(),
      "knows-ends: A payment whose id has the last four digits of an earlier one is a repetition.": {
        key: (payload) => `${Number(payload["id"]) % 10_000} ${payload["@event"]}`,
      },
      "drops-simultaneous: Two deliveries at the same time drop each other.": {
        storeMs: 20,
        collides: true,
      },
      "remembers-for-a-second: After a second, a delivery is forgotten.": {
        key: (payload) => `${paymentAndEvent(payload)} ${Math.floor(Date.now() / 1000)}`,
      },
      "remembers-five: The last five events are remembered.": { remembers: (keys) => keys.slice(-5) },
    }),
    // The payments that it drops are those of whatever comes next.
    flaw(
      "knows-beginnings",
      "F-6.5-05 F-6.5-01",
      "A payment whose id begins like an earlier one is a repetition.",
      knowsBeginnings(),
    ),
    flaw(
      "loses-every-tenth-after-error",
      "F-6.5-05 F-6.5-01",
      "The first attempt at every tenth event fails, and the retry is taken for a repetition.",
      { loses: async (keys) => keys.length % 10 === 0 },
    ),
    flaw(
      "loses-what-nobody-waits-for",
      "F-6.5-05 F-6.5-01",
      "The work ends with the connection of its sender, after its key was noted: the retry is taken for a repetition.",
      {
        loses: async (_, { req }) => {
          await sleep(20);
          return req.socket.destroyed;
        },
      },
    ),
  ],
  arguable: arguable({
    "remembers-by-payment: Payment id alone is the key, so that another event of the same payment would be lost.": {
      fact: "F-6.5-05",
      reason: "The key of id and event is an example, and there is one event today.",
      switches: { key: (payload) => String(payload["id"]) },
    },
    "remembers-by-body: The bytes of the body are the key.": {
      fact: "F-6.5-05",
      reason: "Whether a repetition has the same bytes is not stated; with the same bytes it is idempotent.",
      switches: { key: (_, { raw }) => hmac("", raw).toString("hex") },
    },
    "remembers-by-signature: The value of the signature header is the key.": {
      fact: "F-6.5-05",
      reason: "As for the body; the case of the hex digits is open besides.",
      switches: { key: (_, { header }) => String(header) },
    },
  }),
};
