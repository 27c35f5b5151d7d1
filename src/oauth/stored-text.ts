/** The text of stored tokens: JSON, or JSON that holds it encrypted. On Node only. */

import { type EncryptionKey, KeyMissing, KeyRing } from "../encryption.ts";
import { errorMessage } from "../errors/caught.ts";
import { oauthError } from "./token-endpoint.ts";

/**
 * Makes the text that is stored in place of `old`, and reads it. Both throw without the key of a text that is
 * encrypted: a refresh token in it is the only one, and another process has that key.
 */
export type Form = { write(json: string, old: string | undefined): string; read(text: string): string };

/** Returns the form for these keys; without any, plain JSON. @throws OAuthError `token_store_invalid` */
export function createForm(keys: EncryptionKey | readonly EncryptionKey[] | undefined): Form {
  const ring = keys === undefined ? undefined : readKeys(keys);
  const form: Form = {
    write(json, old) {
      if (old) form.read(old);
      return ring
        ? JSON.stringify({ encrypted: Buffer.from(ring.encrypt(Buffer.from(json))).toString("base64") })
        : json;
    },
    read(text) {
      if (!/^\s*\{"encrypted":"/.test(text)) return text;
      if (!ring) throw new KeyMissing("The tokens are encrypted, and no key was given.");
      const { encrypted }: { encrypted: string } = JSON.parse(text);
      return Buffer.from(ring.decrypt(Buffer.from(encrypted, "base64"))).toString();
    },
  };
  return form;
}

/** @throws OAuthError `token_store_invalid` */
function readKeys(keys: EncryptionKey | readonly EncryptionKey[]): KeyRing {
  try {
    return new KeyRing(keys);
  } catch (error) {
    throw oauthError("token_store_invalid", {
      faults: [{ path: "/encryptionKeys", message: errorMessage(error) }],
    });
  }
}
