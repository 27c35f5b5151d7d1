/** Cases that vary the secrets. */

import { BODY, type Bytes, type Draft, OLD, OTHER, SECRET, sign } from "./delivery.ts";

/** Which bytes are the key (U-18), and keys that are not the bytes of the secret. */
export function keys(): Draft[] {
  const like = "0123456789abcdef".repeat(2);
  const base64 = Buffer.from(SECRET).toString("base64");
  // biome-ignore format: one case a line
  const all: [id: string, about: string, secret: string, key?: Bytes][] = [
    ["secret-non-ascii", "The key is the UTF-8 of the secret.", "<Schlüssel ✓ 𝄞>"],
    ["secret-decomposed", "The same letters in another normal form are another key.", "<Schlu\u0308ssel>"],
    ["secret-one-character", "A secret of one character is a secret.", "x"],
    ["secret-spaces", "Spaces around the secret are part of it.", ` ${SECRET} `],
    ["secret-newline-at-end", "A line end at the end is part of the secret: nothing is trimmed.", `${SECRET}\n`],
    ["secret-64-bytes", "A secret of exactly one hash block is the key itself.", "<64>".repeat(16)],
    ["secret-65-bytes", "A secret longer than a hash block is hashed first, as RFC 2104 says.",
      `${"<65>".repeat(16)}.`],
    ["secret-200-bytes", "A secret much longer than a hash block is hashed first.", "<200>".repeat(40)],
    ["secret-like-hex", "A secret that could be hexadecimal is not decoded.", like],
    ["secret-like-base64", "A secret that could be base64 is not decoded.", base64],
    ["secret-like-whsec", "A prefix that other schemes have is part of the secret.",
      `whsec_${base64}`],
    ["secret-wrong", "Signed with another secret.", SECRET, OTHER],
    ["secret-hex-decoded", "Signed with the bytes that the hexadecimal secret would decode to.", like,
      Buffer.from(like, "hex")],
    ["secret-base64-decoded", "Signed with the bytes that the base64 secret would decode to.", base64, SECRET],
    ["secret-whsec-stripped", "Signed without the prefix of the secret.", `whsec_${base64}`, base64],
    ["secret-trimmed", "Signed with the secret without its line end.", `${SECRET}\n`, SECRET],
    ["secret-quoted", "The secret was read with the quotation marks that a file of settings has around it.",
      `"${SECRET}"`, SECRET],
    ["secret-latin1", "Signed with the Latin-1 bytes of a non-ASCII secret.", "<Schlüssel>",
      Buffer.from("<Schlüssel>", "latin1")],
    ["secret-cut-to-block", "Signed with the first 64 bytes of a longer secret instead of its hash.",
      "<200>".repeat(40), "<200>".repeat(40).slice(0, 64)],
  ];
  return all.map(([id, about, secret, key = secret]) => {
    const result = key === secret ? 0 : "signature_mismatch";
    return { id, about, secrets: [secret], header: sign(key, BODY), result };
  });
}

/** Which secret of several. */
export function lists(): Draft[] {
  // biome-ignore format: one case a line
  const all: [id: string, about: string, secrets: string[], result: number | string][] = [
    ["secrets-first-matches", "Several secrets, the first one signed.", [SECRET, OLD, OTHER], 0],
    ["secrets-second-matches", "The sender still signs with the old secret.", [OTHER, SECRET, OLD], 1],
    ["secrets-last-matches", "All secrets are tried.", [OTHER, OLD, SECRET], 2],
    ["secrets-same-twice", "The first that matches is reported.", [SECRET, SECRET], 0],
    ["secrets-none-matches", "None of several secrets matches.", [OLD, OTHER], "signature_mismatch"],
    ["secrets-one-empty", "An empty secret spoils the list, although another one matches: a variable was not set.",
      [SECRET, ""], "secret_empty"],
    ["secrets-only-empty", "An empty secret, with which anyone can sign.", [""], "secret_empty"],
    ["secrets-no-list", "Without a secret, nothing verifies.", [], "secret_empty"],
  ];
  const drafts: Draft[] = all.map(([id, about, secrets, result]) => {
    return { id, about, secrets, header: sign(secrets[0] === "" ? "" : SECRET, BODY), result };
  });
  const about = "An empty secret is reported before anything about the header.";
  return [...drafts, { id: "secrets-empty-before-header", about, secrets: [""], header: null, result: "secret_empty" }];
}
