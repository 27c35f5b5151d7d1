/** Flaws of the signature header of a client delivery, and of how the digest is written. */

import { digest, SIGNATURE } from "../service.ts";
import type { Hook } from "../types.ts";
import { arguable, type Flaw, type Flaws, flaw, flaws, sends } from "./flaw.ts";

export const sha256 = (key: string | Buffer, body: string | Buffer) => digest("sha256", key, body).toString("hex");

export const SIGNATURE_FLAWS: Flaws = {
  look: [
    flaw("unsigned", "F-5-09 F-6.3-03 F-6.1-01 F-6.3-05", "Client deliveries have no signature header.", {
      sign: () => undefined,
    }),
    ...flaws("F-6.3-03 F-6.3-05 F-5-09", {
      "signature-empty: The signature header is empty.": { sign: () => "" },
      "signature-digest-empty: The signature header holds the prefix and nothing else.": { sign: () => "sha256=" },
    }),
    ...["X-Signature", "X-Hub-Signature-256", "Signature", "X-Service-Signature-256"].map(
      (name): Flaw => ({
        id: `signature-in-${name.toLowerCase()}`,
        fact: name === "X-Signature" ? "F-6.1-01" : "F-6.3-03",
        same: ["F-6.3-03", "F-6.1-01", "F-5-09"],
        about: `The signature is in the header ${name}.`,
        switches: sends("client", ({ headers: { [SIGNATURE]: value = "", ...headers }, ...delivery }) => ({
          ...delivery,
          headers: { ...headers, [name]: value },
        })),
      }),
    ),
    ...Object.entries({
      "without-prefix": "",
      "upper-case-prefix": "SHA256=",
      "colon-prefix": "sha256:",
      "version-prefix": "v1=",
      "hmac-prefix": "hmac-sha256=",
      "sha1-prefix": "sha1=",
    }).map(([id, prefix]) =>
      flaw(`signature-${id}`, "F-6.3-03 F-6.3-05", `The right digest has the prefix "${prefix}".`, {
        sign: ({ hook, body }) => prefix + sha256(hook.secret, body),
      }),
    ),
    ...["sha1", "sha512", "md5", "sha384"].map((algorithm) =>
      flaw(
        `signature-by-${algorithm}`,
        "F-6.3-05 F-6.1-01 F-6.3-03",
        `The digest is that of HMAC with ${algorithm}, under the prefix sha256=.`,
        { sign: ({ hook, body }) => `sha256=${digest(algorithm, hook.secret, body).toString("hex")}` },
      ),
    ),
    ...(["base64", "base64url"] as const).map((encoding) =>
      flaw(`signature-in-${encoding}`, "F-6.3-05 F-6.3-03", `The digest is written in ${encoding}.`, {
        sign: ({ hook, body }) => `sha256=${digest("sha256", hook.secret, body).toString(encoding)}`,
      }),
    ),
    flaw("signature-cut", "F-6.3-05 F-6.3-03", "The digest is cut to 32 hex digits.", {
      sign: ({ hook, body }) => `sha256=${sha256(hook.secret, body).slice(0, 32)}`,
    }),
    flaw("signature-hex-of-hex", "F-6.3-05", "The hex digits of the digest are encoded in hex once more.", {
      sign: ({ hook, body }) => `sha256=${Buffer.from(sha256(hook.secret, body)).toString("hex")}`,
    }),
  ],
  judge: [
    ...flaws("F-5-09 F-6.3-03 F-6.3-05 F-6.1-01", {
      "second-payment-without-signature: Every second delivery is unsigned.": {
        sign: (() => {
          const seen = new WeakMap<Hook, number>();
          return ({ hook, body }) => {
            const nth = (seen.get(hook) ?? 0) + 1;
            seen.set(hook, nth);
            return nth % 2 === 0 ? undefined : `sha256=${digest("sha256", hook.secret, body).toString("hex")}`;
          };
        })(),
      },
    }),
    ...flaws("F-6.3-03 F-6.3-05", {
      "signature-twice: The header holds the signature of the old secret, a comma, and the right one.": {
        sign: ({ hook, body }) =>
          `sha256=${"0".repeat(64)}, sha256=${digest("sha256", hook.secret, body).toString("hex")}`,
      },
      "signature-quoted: The value of the header is in quotes.": {
        sign: ({ hook, body }) => `"sha256=${digest("sha256", hook.secret, body).toString("hex")}"`,
      },
    }),
  ],
  arguable: arguable({
    "prefix-after-space: The signature header has a space after the prefix.": {
      rests: ["F-6.3-03"],
      reason: "It is not of the stated form, but a lenient reader gets the right digest.",
      switches: { sign: ({ hook, body }) => `sha256= ${digest("sha256", hook.secret, body).toString("hex")}` },
    },
  }),
};
