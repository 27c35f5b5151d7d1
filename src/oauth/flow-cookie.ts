/** The cookie that binds a flow to a browser. */

import { type KeyRing, readKeyId } from "../encryption.ts";

/** Returns the value of a cookie that holds this, encrypted. */
export function encryptedCookie(ring: KeyRing, held: object): string {
  return Buffer.from(ring.encrypt(Buffer.from(JSON.stringify(held)))).toString("base64url");
}

/** Returns what a cookie holds; undefined if it is not encrypted, or with none of these keys. */
export function decryptedCookie<T>(ring: KeyRing, value: string): T | undefined {
  const bytes = Buffer.from(value, "base64url");
  if (readKeyId(bytes) === undefined) return undefined;
  try {
    return JSON.parse(Buffer.from(ring.decrypt(bytes)).toString());
  } catch {
    return undefined;
  }
}

/** Returns the values of the first cookies of this name in a header `Cookie`: another page of the host may set one. */
export function cookiesIn(header: string | undefined, name: string): string[] {
  return (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .slice(0, 4);
}
