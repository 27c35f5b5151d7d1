/** The value of the cookie that binds a flow to a browser: encrypted and authenticated with AES-256-GCM. */

const IV_BYTES = 12;

/** Derives a key from each text, by HKDF. The first encrypts. */
export function sealingKeys(texts: readonly string[]): readonly Promise<CryptoKey>[] {
  return texts.map(async (text) => {
    const raw = await crypto.subtle.importKey("raw", new TextEncoder().encode(text), "HKDF", false, ["deriveKey"]);
    const info = new TextEncoder().encode("collections-contract authorization flow");
    const hkdf = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(32), info };
    return crypto.subtle.deriveKey(hkdf, raw, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  });
}

/** Encrypts what a cookie of this name holds. */
export async function sealCookie([key]: readonly Promise<CryptoKey>[], name: string, held: object): Promise<string> {
  if (!key) throw new TypeError("no key");
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify(held));
  const sealed = await crypto.subtle.encrypt(algorithm(iv, name), await key, plain);
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString("base64url");
}

/** Decrypts it; undefined if none of the keys made it, or it was made for another name. */
export async function openCookie<T>(keys: readonly Promise<CryptoKey>[], name: string, value: string) {
  const bytes = new Uint8Array(Buffer.from(value, "base64url"));
  const [iv, sealed] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES)];
  for (const key of keys) {
    const plain = await crypto.subtle.decrypt(algorithm(iv, name), await key, sealed).catch(() => undefined);
    if (plain) return JSON.parse(new TextDecoder().decode(plain)) as T;
  }
  return undefined;
}

/** The values of all cookies of this name in a header `Cookie`: another page of the host may have set one as well. */
export function cookieIn(header: string | undefined, name: string): string[] {
  return (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .slice(0, 4);
}

function algorithm(iv: Uint8Array<ArrayBuffer>, name: string) {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(name) };
}
