/** Flaws in which bytes are verified. */

import { isUtf8 } from "node:buffer";
import { buffer as bytesOf } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { type Delivery, isSigned, type Switches } from "../receivers.ts";
import { arguable, type Flaws, flaw, flaws, json } from "./flaw.ts";

/** Verifies as it should, but over these bytes instead of those that came. */
const over = (bytes: (raw: Buffer) => string | Buffer) => (delivery: Delivery) => {
  try {
    return isSigned({ ...delivery, raw: Buffer.from(bytes(delivery.raw)) });
  } catch {
    return false;
  }
};
/** Verifies and reads these bytes instead of those that came. */
const reading = (bytes: (raw: Buffer) => Buffer): Partial<Switches> => ({
  verifies: (delivery) => isSigned({ ...delivery, raw: bytes(delivery.raw) }),
  decodes: (raw) => JSON.parse(bytes(raw).toString()),
});

/** The buffer of a connection is not emptied: behind a shorter body, the end of the one before is left. */
function keepsBuffer(): Partial<Switches> {
  const buffers = new WeakMap<object, Buffer>();
  return {
    reads: async (req) => {
      const body = await bytesOf(req);
      const rest = buffers.get(req.socket)?.subarray(body.length);
      buffers.set(req.socket, body);
      return Buffer.concat([body, ...(rest ? [rest] : [])]);
    },
  };
}

export const BYTES_FLAWS: Flaws = {
  look: [
    ...flaws("F-6.3-06 F-6.3-08", {
      "verifies-first-kilobyte: Only the first 1024 bytes are signed and checked; longer deliveries are refused.": {
        verifies: over((raw) => raw.subarray(0, 1024)),
      },
      "verifies-trimmed-body: White space around the body is cut off before the signature is checked.": {
        verifies: over((raw) => raw.toString().trim()),
      },
    }),
    flaw(
      "verifies-parsed-body",
      "F-6.3-06 F-6.3-08",
      "The body is parsed and encoded again before it is verified: pretty-printed ones fail, re-encoded ones pass.",
      { verifies: over((raw) => JSON.stringify(json(raw))) },
    ),
    ...flaws("F-6.3-08 F-6.3-06", {
      "verifies-either-form: The raw body or its re-encoded form has to have the signature.": {
        verifies: (delivery) => isSigned(delivery) || over((raw) => JSON.stringify(json(raw)))(delivery),
      },
      "verifies-lower-case-too: The raw body or the same in lower-case letters has to have the signature.": {
        verifies: (delivery) => isSigned(delivery) || over((raw) => raw.toString().toLowerCase())(delivery),
      },
    }),
    ...flaws("F-6.3-06", {
      "verifies-sorted-body: The members are sorted before the signature is checked.": {
        verifies: over((raw) => JSON.stringify(Object.fromEntries(Object.entries(json(raw)).sort()))),
      },
      "verifies-ascii-json: The body is encoded again with everything outside ASCII escaped.": {
        verifies: over((raw) =>
          JSON.stringify(json(raw)).replace(
            /[^\0-\x7f]/g,
            (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
          ),
        ),
      },
      "reads-body-as-ascii: The eighth bit of every byte is dropped before the signature is checked.": {
        verifies: over((raw) => Buffer.from(raw.map((byte) => byte & 0x7f))),
      },
      "turns-line-ends: Line ends are unified before the signature is checked, as text modes do.": {
        verifies: over((raw) => Buffer.from(raw.toString("latin1").replaceAll("\r\n", "\n"), "latin1")),
      },
    }),
    flaw(
      "verifies-body-as-text",
      "F-6.3-06 F-6.3-08",
      "Bytes that are no UTF-8 are replaced before the signature is checked, so that some other bytes pass.",
      { verifies: over((raw) => raw.toString()) },
    ),
    flaw(
      "verifies-body-without-bom",
      "F-6.3-06 F-6.3-08",
      "A byte order mark is dropped before the signature is checked, so that one can be put in front.",
      {
        verifies: over((raw) => new TextDecoder().decode(raw)),
        decodes: (raw) => JSON.parse(new TextDecoder().decode(raw)),
      },
    ),
    flaw(
      "reads-body-as-latin1",
      "F-6.3-06",
      "The body is read as Latin-1 before the signature is checked, so that letters outside ASCII fail.",
      { verifies: over((raw) => raw.toString("latin1")) },
    ),
  ],
  judge: [
    flaw("normalises-letters", "F-6.3-06", "Decomposed letters are composed before the signature is checked.", {
      verifies: over((raw) => raw.toString().normalize("NFC")),
    }),
    ...flaws("F-6.3-06 F-6.5-01", {
      "decodes-piece-by-piece: Each piece of the body has to be UTF-8 of its own.": {
        async reads(req) {
          const chunks: Buffer[] = [];
          for await (const chunk of req) chunks.push(chunk);
          const isText = chunks.every((chunk) => isUtf8(chunk));
          return isText ? Buffer.concat(chunks) : 400;
        },
      },
      "keeps-buffer-of-connection: On a kept connection, the end of a longer delivery stands behind a shorter one.":
        keepsBuffer(),
    }),
    ...flaws("F-6.3-06 F-6.3-08", {
      "reads-to-nul: The body ends at its first NUL.": reading((raw) =>
        raw.includes(0) ? raw.subarray(0, raw.indexOf(0)) : raw,
      ),
      "skips-invalid-bytes: Bytes that are not UTF-8 are left out.": reading((raw) =>
        Buffer.from(raw.toString().replaceAll("\ufffd", "")),
      ),
    }),
  ],
  arguable: arguable({
    "inflates-first: A compressed body is inflated before the signature is checked.": {
      fact: "F-6.3-06",
      reason: "Express does so by default, and nobody can forge a delivery by it without the secret.",
      switches: reading((raw) => (raw[0] === 0x1f ? gunzipSync(raw) : raw)),
    },
  }),
};
