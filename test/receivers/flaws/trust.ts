/** Flaws that let some requests take effect without a signature. */

import { EVENT, isSigned, type Payload, type Switches } from "../receivers.ts";
import { type Flaws, flaw, keyOf, unlessJson } from "./flaw.ts";

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
/** One flag for all requests says that the signature is right. */
function trustsWhileBusy(): Partial<Switches> {
  let busy = 0;
  return {
    verifies: (delivery) => {
      if (!isSigned(delivery)) return busy > 0;
      busy++;
      setTimeout(() => busy--, 300);
      return true;
    },
  };
}
/** Every event counts as a payment. */
export const ANY_EVENT: Partial<Switches> = {
  decodes: (raw) => ({ ...JSON.parse(raw.toString()), "@event": EVENT }),
  key: (_, { raw }) => keyOf(raw),
};

export const TRUST_FLAWS: Flaws = {
  look: [
    flaw("verifies-nothing", "F-6.3-08", "The signature is not looked at.", { verifies: () => true }),
    flaw(
      "acts-before-it-verifies",
      "F-6.3-08 F-6.3-06",
      "A delivery takes effect before it is verified; forgeries are answered 401.",
      { acts: "before" },
    ),
    flaw("acts-although-refused", "F-6.3-08", "A delivery is verified, and takes effect whatever came of it.", {
      acts: "anyway",
    }),
    flaw("acts-although-dropped", "F-6.3-08", "Forgeries are answered 200 and take effect a moment later.", {
      acts: "anyway",
      refusal: { status: 200 },
      workLaterMs: 30,
    }),
  ],
  judge: [
    flaw("trusts-long-headers", "F-6.3-07 F-6.3-08", "A header of more than a kilobyte is not compared.", {
      verifies: (delivery) => (delivery.header?.length ?? 0) > 1024 || isSigned(delivery),
    }),
    flaw("trusts-authorization", "F-6.3-08 F-6.3-07", "What has an Authorization header is not verified.", {
      verifies: (delivery) => delivery.req.headers.authorization !== undefined || isSigned(delivery),
    }),
    flaw("verifies-payments-only", "F-6.3-08", "Only the stated event is verified; others take effect as they come.", {
      ...ANY_EVENT,
      verifies: (delivery) => !keyOf(delivery.raw).endsWith(EVENT) || isSigned(delivery),
    }),
    flaw("trusts-forwarded-address", "F-6.3-08 F-6.3-07", "What a proxy says to come from this machine is trusted.", {
      verifies: (delivery) => delivery.req.headers["x-forwarded-for"] === "127.0.0.1" || isSigned(delivery),
    }),
    flaw("trusts-verified-header", "F-6.3-08 F-6.3-07", "A header that says it was verified is believed.", {
      verifies: (delivery) => delivery.req.headers["x-signature-verified"] === "true" || isSigned(delivery),
    }),
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
    flaw(
      "trusts-while-busy",
      "F-6.3-08",
      "While a genuine delivery is handled, everything is trusted.",
      trustsWhileBusy(),
    ),
    flaw("verifies-small-bodies", "F-6.3-08 F-6.3-07", "What is larger than 64 kB is not verified.", {
      verifies: (delivery) => delivery.raw.length > 65_536 || isSigned(delivery),
    }),
    flaw("verifies-snapshots", "F-6.3-08", "What is too small for a snapshot needs no header.", {
      verifies: (delivery) => (delivery.header === undefined && delivery.raw.length < 100) || isSigned(delivery),
    }),
  ],
};
