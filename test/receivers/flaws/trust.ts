/** Flaws that let some requests take effect without a signature. */

import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { type Title, titled } from "../../support/titles.ts";
import { type Delivery, EVENT, isSigned, type Payload, read, SIGNATURE, type Switches } from "../receivers.ts";
import { type Flaw, type Flaws, flaw, flaws, keyOf, unlessJson } from "./flaw.ts";

/** Flaws that take what is like this without a signature, by their titles. */
const trusting = (facts: string, table: Record<Title, (one: Delivery) => boolean>): Flaw[] =>
  titled(table).map(([id, about, isTrusted]) =>
    flaw(id, facts, about, { verifies: (delivery) => isTrusted(delivery) || isSigned(delivery) }),
  );

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
function takesIdFromQuery(): Partial<Switches> {
  const urls = new WeakMap<Buffer, string>();
  return {
    verifies: (delivery) => {
      urls.set(delivery.raw, delivery.req.url ?? "");
      return isSigned(delivery);
    },
    decodes: (raw) => {
      const id = new URL(urls.get(raw) ?? "", "http://localhost").searchParams.get("id");
      return { ...JSON.parse(raw.toString()), ...(id !== null && { id: Number(id) }) };
    },
  };
}
function verifiesTheNewest(): Partial<Switches> {
  let newest: Pick<Delivery, "header" | "raw"> | undefined;
  return {
    reads: async (req, maxBytes) => {
      const raw = await read(req, maxBytes);
      if (typeof raw === "number") return raw;
      newest = { header: req.headers[SIGNATURE] as string | undefined, raw };
      await sleep(15);
      return raw;
    },
    verifies: (delivery) => isSigned({ ...delivery, ...newest }),
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
function trustsConnections(isTrusted = (_: Delivery) => true): Partial<Switches> {
  const known = new WeakSet<object>();
  return {
    verifies: (delivery) => {
      const { socket } = delivery.req;
      if (isSigned(delivery)) known.add(socket);
      return isSigned(delivery) || (known.has(socket) && isTrusted(delivery));
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
    ...trusting("F-6.3-07 F-6.3-08", {
      "takes-zero-for-digest: A header that is the digit 0 is trusted, as one that is equal to nothing.": (one) =>
        one.header === "0",
      "trusts-long-headers: A header of more than a kilobyte is not compared.": (one) =>
        (one.header?.length ?? 0) > 1024,
    }),
    ...flaws("F-6.3-07 F-6.3-08", {
      "trusts-connections: What comes behind something genuine on one connection is trusted.": trustsConnections(),
      "trusts-known-connections: On a connection that carried something genuine, the header may be left out.":
        trustsConnections(({ header }) => header === undefined),
    }),
    ...trusting("F-6.3-08 F-6.3-07", {
      "trusts-authorization: What has an Authorization header is not verified.": (one) =>
        one.req.headers.authorization !== undefined,
      "trusts-forwarded-address: What a proxy says to come from this machine is trusted.": (one) =>
        one.req.headers["x-forwarded-for"] === "127.0.0.1",
      "trusts-verified-header: A header that says it was verified is believed.": (one) =>
        one.req.headers["x-signature-verified"] === "true",
      "verifies-small-bodies: What is larger than 64 kB is not verified.": (one) => one.raw.length > 65_536,
    }),
    ...trusting("F-6.3-08", {
      "trusts-the-placeholder: The placeholder of the documents is still one of the secrets.": (one) =>
        isSigned({ ...one, secret: "<WEBHOOK_SECRET>" }),
      "verifies-utf-8-only: What names another charset than UTF-8 is not verified.": (one) =>
        /charset=(?!"?utf-8)/i.test(one.req.headers["content-type"] ?? ""),
      "trusts-expectations: What waits for 100 Continue takes another way, without a check.": (one) =>
        one.req.headers.expect !== undefined,
      "verifies-json-only: Only what says that it is JSON is verified.": (one) =>
        unlessJson(one.req.headers["content-type"]),
      "verifies-anything-but-forms: A form is trusted as it comes.": (one) =>
        /form/.test(one.req.headers["content-type"] ?? ""),
      "verifies-anything-but-parts: A form in parts is trusted as it comes.": (one) =>
        /^multipart/.test(one.req.headers["content-type"] ?? ""),
      "verifies-one-path: Only the path as it was registered is verified; others lead to the same handler.": (one) =>
        one.req.url?.split("?")[0] !== "/hooks",
      "verifies-small-letters-only: The path in capitals leads to the same handler, and is not verified.": (one) =>
        /^\/HOOKS/.test(one.req.url ?? ""),
      "verifies-before-semicolons: A path with a parameter behind a semicolon is not verified.": (one) =>
        one.req.url?.includes(";") === true,
      "trusts-retries: What says in a header that it is a retry is trusted.": (one) =>
        Number(one.req.headers["x-retry-count"]) > 0,
      "verifies-posts-only: Another method than POST is not verified.": (one) => one.req.method !== "POST",
      "verifies-with-length-only: What has no Content-Length is not verified.": (one) =>
        one.req.headers["content-length"] === undefined,
      "trusts-tests: What calls itself a test in its body is trusted.": (one) =>
        /"(test|debug)": ?true/.test(one.raw.toString()),
      "trusts-debug-cookies: What has a cookie called debug is trusted.": (one) =>
        /\bdebug=/.test(one.req.headers.cookie ?? ""),
      "trusts-rewritten-urls: What a proxy says to have rewritten is trusted.": (one) =>
        one.req.headers["x-original-url"] !== undefined,
      "trusts-local-host: What asks for the host localhost is trusted.": (one) => one.req.headers.host === "localhost",
      "trusts-other-algorithms: A header of another algorithm is not compared.": (one) =>
        /^sha(384|512)=/.test(one.header ?? ""),
      "trusts-pings: What calls itself a ping in a header is trusted.": (one) => one.req.headers["x-event"] === "ping",
      "trusts-origin: What has an Origin is trusted.": (one) => one.req.headers.origin !== undefined,
      "trusts-basic: What has a user and a password, whichever, is trusted.": (one) =>
        /^basic /i.test(one.req.headers.authorization ?? ""),
      "trusts-test-in-query: What calls itself a test in the query of the URL is trusted.": (one) =>
        /[?&]test\b/.test(one.req.url ?? ""),
      "trusts-signature-in-query: What has a signature in the query of the URL is trusted.": (one) =>
        /[?&]sig(nature)?=/.test(one.req.url ?? ""),
      "trusts-signature-in-body: What has a signature in its body is trusted.": (one) =>
        one.raw.includes('"signature"'),
      "trusts-user-agent: What calls itself a webhook in User-Agent is trusted.": (one) =>
        /webhook/i.test(one.req.headers["user-agent"] ?? ""),
      "verifies-snapshots: What is too small for a snapshot needs no header.": (one) =>
        one.header === undefined && one.raw.length < 100,
    }),
    ...flaws("F-6.3-08", {
      "verifies-payments-only: Only the stated event is verified; others take effect as they come.": {
        ...ANY_EVENT,
        verifies: (delivery) => !keyOf(delivery.raw).endsWith(EVENT) || isSigned(delivery),
      },
      "verifies-named-method: A header may name the method, and only POST is verified.": {
        verifies: ({ req, ...delivery }) =>
          (req.headers["x-http-method-override"] ?? "POST") !== "POST" || isSigned({ req, ...delivery }),
      },
      "trusts-lists: A list is trusted, and its first item taken.": {
        verifies: (delivery) => delivery.raw.toString().startsWith("[") || isSigned(delivery),
        decodes: (raw) => [JSON.parse(raw.toString())].flat()[0],
      },
      "trusts-compressed: What is compressed is trusted.": {
        verifies: (delivery) => delivery.req.headers["content-encoding"] === "gzip" || isSigned(delivery),
        decodes: (raw) => JSON.parse((raw[0] === 0x1f ? gunzipSync(raw) : raw).toString()),
      },
      "takes-id-from-query: A member of the query replaces the one of the body.": takesIdFromQuery(),
      "trusts-unknown-webhooks: At the path of an unknown webhook, the secret is empty.": {
        verifies: (delivery) =>
          isSigned({ ...delivery, secret: /^\/hooks\b/i.test(delivery.req.url ?? "") ? delivery.secret : "" }),
      },
      "verifies-the-newest: What is verified is a member of the program, and so the request that came last.":
        verifiesTheNewest(),
      "trusts-while-busy: While a genuine delivery is handled, everything is trusted.": trustsWhileBusy(),
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
