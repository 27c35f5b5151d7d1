/** Variants of the secret of a client webhook. */

import { digest } from "../service.ts";
import { type Variants, variant, variants } from "./variant.ts";

const random = () => digest("sha256", String(Math.random()), "").toString("hex");
let last = 0;

export const SECRET_VARIANTS: Variants = {
  look: variants("U-20", {
    "secret-not-ascii: Secrets have letters outside ASCII; their UTF-8 form is the key.": {
      newSecret: () => `gehëim-ключ-🔑-${random()}`,
    },
    "secret-long: Secrets have 1000 characters.": {
      newSecret: () => digest("sha512", String(Math.random()), "").toString("hex").repeat(8).slice(0, 1000),
    },
    "secret-with-spaces: Secrets have spaces, quotes and a newline, also at the ends.": {
      newSecret: () => ` "a secret"\tof 'many'\\ words\n${random()} \n`,
    },
    "secret-short: Secrets are short and look like hex and like a number.": {
      newSecret: () => String(10_000_000 + Math.floor(Math.random() * 89_999_999)),
    },
  }),
  judge: [
    ...variants("U-20", {
      "secret-of-one-letter: Secrets are single letters.": {
        newSecret: () => String.fromCodePoint(0x4e00 + (last++ % 20_000)),
      },
      "secret-of-4096: Secrets have 4096 characters.": {
        newSecret: () => digest("sha512", String(Math.random()), "").toString("hex").repeat(32),
      },
      "secret-looks-like-header: Secrets begin with sha256=.": {
        newSecret: () => `sha256=${digest("sha256", String(Math.random()), "").toString("hex")}`,
      },
    }),
    variant("secret-latin1-key", "U-18", "Secrets have letters outside ASCII, and their Latin-1 form is the key.", {
      newSecret: () => `geheim-ü-${digest("sha256", String(Math.random()), "").toString("hex")}`,
      sign: ({ hook, body }) => `sha256=${digest("sha256", Buffer.from(hook.secret, "latin1"), body).toString("hex")}`,
    }),
  ],
};
