/** Flaws that let some requests take effect without a signature. */

import { gunzipSync } from "node:zlib";
import { EVENT, isSigned, type Payload, type Switches } from "../receivers.ts";
import { type Flaws, flaws, keyOf, unlessJson } from "./flaw.ts";

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
    ...flaws("F-6.3-08", {
      "verifies-nothing: The signature is not looked at.": { verifies: () => true },
      "acts-although-refused: A delivery is verified, and takes effect whatever came of it.": {
        acts: "anyway",
      },
      "acts-although-dropped: Forgeries are answered 200 and take effect a moment later.": {
        acts: "anyway",
        refusal: { status: 200 },
        workLaterMs: 30,
      },
    }),
    ...flaws("F-6.3-08 F-6.3-06", {
      "acts-before-it-verifies: A delivery takes effect before it is verified; forgeries are answered 401.": {
        acts: "before",
      },
    }),
  ],
  judge: [
    ...flaws("F-6.3-07 F-6.3-08", {
      "takes-zero-for-digest: A header that is the digit 0 is trusted, as one that is equal to nothing.": {
        verifies: (delivery) => delivery.header === "0" || isSigned(delivery),
      },
      "trusts-long-headers: A header of more than a kilobyte is not compared.": {
        verifies: (delivery) => (delivery.header?.length ?? 0) > 1024 || isSigned(delivery),
      },
      "trusts-connections: What comes behind something genuine on one connection is trusted.": trustsConnections(),
    }),
    ...flaws("F-6.3-08 F-6.3-07", {
      "trusts-authorization: What has an Authorization header is not verified.": {
        verifies: (delivery) => delivery.req.headers.authorization !== undefined || isSigned(delivery),
      },
      "trusts-forwarded-address: What a proxy says to come from this machine is trusted.": {
        verifies: (delivery) => delivery.req.headers["x-forwarded-for"] === "127.0.0.1" || isSigned(delivery),
      },
      "trusts-verified-header: A header that says it was verified is believed.": {
        verifies: (delivery) => delivery.req.headers["x-signature-verified"] === "true" || isSigned(delivery),
      },
      "verifies-small-bodies: What is larger than 64 kB is not verified.": {
        verifies: (delivery) => delivery.raw.length > 65_536 || isSigned(delivery),
      },
    }),
    ...flaws("F-6.3-08", {
      "verifies-payments-only: Only the stated event is verified; others take effect as they come.": {
        ...ANY_EVENT,
        verifies: (delivery) => !keyOf(delivery.raw).endsWith(EVENT) || isSigned(delivery),
      },
      "verifies-json-only: Only what says that it is JSON is verified.": {
        verifies: (delivery) => unlessJson(delivery.req.headers["content-type"]) || isSigned(delivery),
      },
      "verifies-anything-but-forms: A form is trusted as it comes.": {
        verifies: (delivery) => /form/.test(delivery.req.headers["content-type"] ?? "") || isSigned(delivery),
      },
      "verifies-posts-only: Another method than POST is not verified.": {
        verifies: (delivery) => delivery.req.method !== "POST" || isSigned(delivery),
      },
      "verifies-with-length-only: What has no Content-Length is not verified.": {
        verifies: (delivery) => delivery.req.headers["content-length"] === undefined || isSigned(delivery),
      },
      "trusts-tests: What calls itself a test in its body is trusted.": {
        verifies: (delivery) => /"(test|debug)": ?true/.test(delivery.raw.toString()) || isSigned(delivery),
      },
      "verifies-named-method: A header may name the method, and only POST is verified.": {
        verifies: ({ req, ...delivery }) =>
          (req.headers["x-http-method-override"] ?? "POST") !== "POST" || isSigned({ req, ...delivery }),
      },
      "trusts-debug-cookies: What has a cookie called debug is trusted.": {
        verifies: (delivery) => /\bdebug=/.test(delivery.req.headers.cookie ?? "") || isSigned(delivery),
      },
      "trusts-local-host: What asks for the host localhost is trusted.": {
        verifies: (delivery) => delivery.req.headers.host === "localhost" || isSigned(delivery),
      },
      "trusts-lists: A list is trusted, and its first item taken.": {
        verifies: (delivery) => delivery.raw.toString().startsWith("[") || isSigned(delivery),
        decodes: (raw) => [JSON.parse(raw.toString())].flat()[0],
      },
      "trusts-compressed: What is compressed is trusted.": {
        verifies: (delivery) => delivery.req.headers["content-encoding"] === "gzip" || isSigned(delivery),
        decodes: (raw) => JSON.parse((raw[0] === 0x1f ? gunzipSync(raw) : raw).toString()),
      },
      "trusts-other-algorithms: A header of another algorithm is not compared.": {
        verifies: (delivery) => /^sha(384|512)=/.test(delivery.header ?? "") || isSigned(delivery),
      },
      "trusts-pings: What calls itself a ping in a header is trusted.": {
        verifies: (delivery) => delivery.req.headers["x-event"] === "ping" || isSigned(delivery),
      },
      "trusts-origin: What has an Origin is trusted.": {
        verifies: (delivery) => delivery.req.headers.origin !== undefined || isSigned(delivery),
      },
      "trusts-basic: What has a user and a password, whichever, is trusted.": {
        verifies: (delivery) => /^basic /i.test(delivery.req.headers.authorization ?? "") || isSigned(delivery),
      },
      "trusts-test-in-query: What calls itself a test in the query of the URL is trusted.": {
        verifies: (delivery) => /[?&]test\b/.test(delivery.req.url ?? "") || isSigned(delivery),
      },
      "trusts-signature-in-query: What has a signature in the query of the URL is trusted.": {
        verifies: (delivery) => /[?&]sig(nature)?=/.test(delivery.req.url ?? "") || isSigned(delivery),
      },
      "trusts-signature-in-body: What has a signature in its body is trusted.": {
        verifies: (delivery) => delivery.raw.includes('"signature"') || isSigned(delivery),
      },
      "trusts-user-agent: What calls itself a webhook in User-Agent is trusted.": {
        verifies: (delivery) => /webhook/i.test(delivery.req.headers["user-agent"] ?? "") || isSigned(delivery),
      },
      "trusts-while-busy: While a genuine delivery is handled, everything is trusted.": trustsWhileBusy(),
      "verifies-snapshots: What is too small for a snapshot needs no header.": {
        verifies: (delivery) => (delivery.header === undefined && delivery.raw.length < 100) || isSigned(delivery),
      },
    }),
    ...flaws("F-6.3-08 F-6.3-06", {
      "notes-before-it-verifies: A forgery takes the place of the genuine delivery.": notesFirst(),
    }),
    ...flaws("F-6.3-06 F-6.3-08", {
      "trusts-known-headers: A header that was right once is right for every body.": trustsKnownHeaders(),
      "trusts-known-payments: Whatever tells of a payment that is known is trusted.": trustsKnownPayments(),
    }),
  ],
};
