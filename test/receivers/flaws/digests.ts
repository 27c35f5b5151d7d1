/** Flaws in comparing the digest with the one in the header. */

import { createHash, timingSafeEqual } from "node:crypto";
import { hmac, isSigned, SIGNATURE } from "../receivers.ts";
import { arguable, digitsOf, type Flaws, flaws, hex } from "./flaw.ts";

const digits = (header = "") => [...Buffer.from(header.replace(/^sha256=/, ""))].sort();

export const DIGEST_FLAWS: Flaws = {
  look: [
    ...flaws("F-6.3-08 F-6.3-07", {
      "accepts-plain-hash: The SHA-256 of the body, which everybody can compute, is accepted as well.": {
        verifies: (delivery) =>
          isSigned(delivery) || digitsOf(delivery.header) === createHash("sha256").update(delivery.raw).digest("hex"),
      },
      "missing-secret-as-word: Where no secret is set, the word undefined is the key; it is tried as well.": {
        verifies: (delivery) => isSigned(delivery) || isSigned({ ...delivery, secret: "undefined" }),
      },
      "missing-second-secret-as-word: Where no second secret is set, the word None is the key.": {
        verifies: (delivery) => isSigned(delivery) || isSigned({ ...delivery, secret: "None" }),
      },
      "accepts-empty-digest: A delivery is trusted if nothing follows the prefix.": {
        verifies: (delivery) => delivery.header === "sha256=" || isSigned(delivery),
      },
      "takes-null-for-digest: Where no digest could be made, the word null is compared with.": {
        verifies: (delivery) => delivery.header === "sha256=null" || isSigned(delivery),
      },
      "looks-at-prefix-only: Whatever begins with sha256= is trusted.": {
        verifies: ({ header }) => header?.startsWith("sha256=") ?? false,
      },
      "looks-at-form-only: Any 64 hex digits after the prefix are trusted, so that another secret will do.": {
        verifies: ({ header = "" }) => /^sha256=[0-9a-f]{64}$/i.test(header),
      },
      "accepts-sha1: An HMAC-SHA1 under the prefix sha1= is trusted as well.": {
        verifies: (delivery) =>
          isSigned(delivery) ||
          delivery.header === `sha1=${hmac(delivery.secret, delivery.raw, "sha1").toString("hex")}`,
      },
      "accepts-none: A header with the prefix none= is trusted without a digest.": {
        verifies: (delivery) => isSigned(delivery) || /^none=/.test(delivery.header ?? ""),
      },
      "unknown-algorithm-passes: Only headers with the prefix sha256= are verified; others with another prefix pass.": {
        verifies: (delivery) => isSigned(delivery) || /^(?!sha)\w+=/.test(delivery.header ?? ""),
      },
    }),
    ...flaws("F-6.3-08", {
      "accepts-missing-header: A delivery without a signature header is trusted.": {
        verifies: (delivery) => delivery.header === undefined || isSigned(delivery),
      },
      "accepts-empty-header: A delivery with an empty signature header is trusted.": {
        verifies: (delivery) => delivery.header === "" || isSigned(delivery),
      },
    }),
    ...flaws("F-6.3-07 F-6.3-08", {
      "compares-given-length: Only as many digits are compared as were given, so that a truncated digest is trusted.": {
        verifies: (delivery) =>
          /^sha256=./.test(delivery.header ?? "") && hex(delivery).startsWith(digitsOf(delivery.header)),
      },
      "trusts-when-lengths-differ: The comparison throws if the digests differ in length, and what throws is trusted.":
        {
          verifies: (delivery) => {
            try {
              return timingSafeEqual(Buffer.from(digitsOf(delivery.header)), Buffer.from(hex(delivery)));
            } catch {
              return true;
            }
          },
        },
      "compares-first-half: The first 32 of 64 digits are compared.": {
        verifies: (delivery) =>
          /^sha256=[0-9a-f]{64}$/i.test(delivery.header ?? "") &&
          digitsOf(delivery.header).slice(0, 32).toLowerCase() === hex(delivery).slice(0, 32),
      },
      "compares-from-second-digit: The first digit is not compared.": {
        verifies: (delivery) =>
          /^sha256=[0-9a-f]{64}$/i.test(delivery.header ?? "") &&
          digitsOf(delivery.header).slice(1).toLowerCase() === hex(delivery).slice(1),
      },
    }),
  ],
  judge: flaws("F-6.3-07 F-6.3-08", {
    "drops-high-bytes: Bytes above 0x7f in the header are skipped.": {
      verifies: (delivery) => isSigned({ ...delivery, header: delivery.header?.replaceAll(/[^\0-\x7f]/g, "") }),
    },
    "trusts-what-throws-on-high-bytes: Digests of unequal bytes throw, and are trusted.": {
      verifies: (delivery) => {
        const given = Buffer.from(delivery.header ?? "");
        return (delivery.header?.length === 71 && given.length > 71) || isSigned(delivery);
      },
    },
    "compares-what-hex-decodes: The digest is decoded up to the first sign that is no digit.": {
      verifies: ({ header = "", raw, secret }) => {
        const bytes = Buffer.from(header.replace(/^sha256=/, ""), "hex");
        return header.startsWith("sha256=") && bytes.length === 32 && timingSafeEqual(bytes, hmac(secret, raw));
      },
    },
    "trusts-repeated-headers: A header that came twice is no digest to compare, and is trusted.": {
      verifies: (delivery) => delivery.header?.includes(", ") || isSigned(delivery),
    },
    "finds-digest-anywhere: The digest may stand anywhere in the header.": {
      verifies: ({ header = "", raw, secret }) => header.includes(hmac(secret, raw).toString("hex")),
    },
    "reads-digest-as-pattern: The digest of the header is a pattern, in which dots are any digit.": {
      verifies: ({ header = "", raw, secret }) =>
        /^sha256=[0-9a-f.]{64}$/i.test(header) &&
        new RegExp(header, "i").test(`sha256=${hmac(secret, raw).toString("hex")}`),
    },
    "compares-digits-in-any-order: The same digits in another order are trusted.": {
      verifies: ({ header = "", raw, secret }) =>
        `${digits(header)}` === `${digits(hmac(secret, raw).toString("hex"))}`,
    },
  }),
  arguable: arguable({
    "accepts-without-prefix: A bare digest without the prefix is trusted.": {
      fact: "F-6.3-07",
      reason: "Only who has the secret can make a right digest, so nobody is harmed.",
      switches: { verifies: (delivery) => isSigned({ ...delivery, header: `sha256=${digitsOf(delivery.header)}` }) },
    },
    "slices-seven-characters: The first seven characters of the header are dropped, whatever they are.": {
      fact: "F-6.3-07",
      reason:
        "Who knows the right digest knows the secret; that a wrong prefix is refused is not stated in so many words.",
      switches: { verifies: (delivery) => isSigned({ ...delivery, header: `sha256=${delivery.header?.slice(7)}` }) },
    },
    "finds-signature-in-other-header: A right signature in X-Signature is trusted as well.": {
      fact: "F-6.3-08",
      reason: "It proves the sender all the same.",
      switches: { header: ({ headers }) => (headers[SIGNATURE] ?? headers["x-signature"]) as string | undefined },
    },
  }),
};
