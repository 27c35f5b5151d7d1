/** Encrypts what is stored with keys of the user: AES-256-GCM. Needs Node. */

/** Loaded with the first key: it takes as long to load as all the rest of the main entry. */
const crypto = (): typeof import("node:crypto") => process.getBuiltinModule("node:crypto");

/** 32 random bytes, as bytes, or as 64 hexadecimal digits or base64: `openssl rand -base64 32` prints one. */
export type EncryptionKey = string | Uint8Array;

const KEY_BYTES = 32;
const ALGORITHM = "aes-256-gcm";
/** The first bytes of what was encrypted. No JSON and no text begins with them. */
const MAGIC = Buffer.from([0, 0x63, 0x63, 0x31]);
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const START = MAGIC.length + ID_BYTES;

/** The key that something is encrypted with is not among those that are given. */
export class KeyMissing extends Error {
  override readonly name = "KeyMissing";
}

/** Something encrypted was changed or cut, so it cannot be decrypted. */
export class Undecryptable extends Error {
  override readonly name = "Undecryptable";
}

/** Returns the id of the key that these bytes are encrypted with, in hexadecimal; undefined if they are not. */
export function readKeyId(bytes: Uint8Array): string | undefined {
  if (bytes === null || bytes.length < START || MAGIC.some((byte, i) => bytes[i] !== byte)) return undefined;
  return Buffer.from(bytes.subarray(MAGIC.length, START)).toString("hex");
}

/** Returns with what everything begins that is encrypted with the key of this id. */
export function makeHeader(keyId: string): Uint8Array {
  return Buffer.concat([MAGIC, Buffer.from(keyId, "hex")]);
}

/** Keys: the first one encrypts, each of them decrypts. */
export class KeyRing {
  /** The ids of the keys, the first of the one that encrypts. An id says nothing about its key. */
  readonly ids: readonly string[];
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #first: readonly [id: string, key: Buffer];

  /** @throws TypeError that says what a key is, and never shows one */
  constructor(given: EncryptionKey | readonly EncryptionKey[]) {
    const list: readonly EncryptionKey[] = typeof given === "string" || given instanceof Uint8Array ? [given] : given;
    if (!Array.isArray(list)) throw notKeys();
    const keys = list.map(readKey).map((key) => [deriveKeyId(key), key] as const);
    const [first] = keys;
    if (!first) throw notKeys();
    this.#first = first;
    this.#keys = new Map(keys);
    this.ids = [...this.#keys.keys()];
    if (this.ids.length < keys.length) throw new TypeError("The same encryption key was given twice.");
  }

  /** Encrypts with the first key. The result is 40 bytes longer. */
  encrypt(plain: Uint8Array): Uint8Array {
    const [id, key] = this.#first;
    const start = makeHeader(id);
    const nonce = crypto().randomBytes(NONCE_BYTES);
    const cipher = crypto().createCipheriv(ALGORITHM, key, nonce).setAAD(start);
    return Buffer.concat([start, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** Decrypts; returns what is not encrypted as it is. @throws KeyMissing @throws Undecryptable */
  decrypt(bytes: Uint8Array): Uint8Array {
    const id = readKeyId(bytes);
    if (id === undefined) return bytes;
    const key = this.#keys.get(id);
    if (!key) throw new KeyMissing(`It is encrypted with a key that was not given (${id}).`);
    try {
      const nonce = bytes.subarray(START, START + NONCE_BYTES);
      const decipher = crypto().createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(bytes.subarray(0, START)).setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(START + NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new Undecryptable("It was changed since it was encrypted.");
    }
  }
}

function readKey(key: unknown): Buffer {
  const bytes =
    key instanceof Uint8Array ? Buffer.from(key) : typeof key === "string" ? decodeKey(key.trim()) : undefined;
  if (bytes?.length !== KEY_BYTES || bytes.every((byte) => byte === bytes[0])) throw notKeys();
  return bytes;
}

function decodeKey(text: string): Buffer | undefined {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, "base64") : undefined;
}

function notKeys(): TypeError {
  return new TypeError(
    "An encryption key is 32 random bytes, as bytes, base64 or 64 hexadecimal digits (openssl rand -base64 32).",
  );
}

function deriveKeyId(key: Buffer): string {
  return crypto()
    .createHmac("sha256", key)
    .update("collections-contract: id of an encryption key")
    .digest("hex")
    .slice(0, ID_BYTES * 2);
}
