/** The secrets of many customers' webhooks in a table of PostgreSQL. On Node only. */

import { type EncryptionKey, KeyRing } from "../encryption.ts";
import { errorMessage } from "../errors/caught.ts";
import { MisuseError } from "../errors/receiving.ts";
import {
  type Connection,
  type ConnectionPool,
  DURABLE,
  isPool,
  lockedCreation,
  quotedTable,
  withConnection,
} from "../network/postgres.ts";
import { type OptionNames, unknownOption } from "../values/unknown-option.ts";
import type { Accepted } from "./accepted.ts";
import type { IncomingRequest } from "./options.ts";
import { createKeyring, type LabelledSecret, type OwnedSecrets } from "./secrets.ts";
import { isLimit } from "./value-kinds.ts";

/** Options of `postgresSecrets`. Only `postgres` has no default. */
export interface PostgresSecretsOptions {
  /** A `Pool` of the package `pg`, which stays yours. */
  postgres: ConnectionPool;
  /** The table of `postgresSecretsTable`, with its schema if you like. Default `collections_secrets`. */
  table?: string;
  /**
   * Encrypts the secrets: a key of 32 random bytes (`openssl rand -base64 32` prints one), or several during a
   * rotation: the first one encrypts. Default: secrets are stored as they are. Without the key of a secret, the
   * receiver answers 500.
   */
  encryptionKeys?: EncryptionKey | readonly EncryptionKey[];
  /**
   * Finds the customer in a request. Default: the last segment of the path, decoded, as in `/payments/acme`. Undefined
   * if the request names none.
   */
  ownerOf?: (request: IncomingRequest) => string | undefined;
  /** Time to get a connection, and for each statement. Milliseconds, default 2,000. */
  timeoutMs?: number;
}

/** A secret without its text. */
export type SecretUse = {
  readonly owner: string;
  readonly label: string;
  readonly addedAt: Date;
  /** When a delivery was last signed with it, to the minute; null if none was. */
  readonly lastUsedAt: Date | null;
};

/** What `postgresSecrets` returns. Its functions need no `this`. */
export interface PostgresSecrets {
  /**
   * The option `secrets` of a receiver. Reads the table for each delivery, so a secret counts in all processes as soon
   * as it was added, and no longer once it was removed. A customer without a secret is refused as `signature_mismatch`.
   */
  readonly find: (request: IncomingRequest) => Promise<OwnedSecrets>;
  /** The option `onAccepted` of that receiver: keeps when each secret was last used. */
  readonly used: (accepted: Accepted) => Promise<void>;
  /**
   * Adds a secret of a customer's webhook, beside those that are there. Returns its label, which the events carry that
   * are signed with it; default 8 random characters.
   *
   * @throws MisuseError `secret_empty`, `secret_unusable`; `receiver_option` for a wrong name, or a label that the
   * customer has already
   */
  add(owner: string, secret: string, label?: string): Promise<string>;
  /** The secrets of a customer, or of all, the newest first. */
  list(owner?: string): Promise<readonly SecretUse[]>;
  /** Removes one secret of a customer, or without `label` all. Returns the labels that are gone. */
  remove(owner: string, label?: string): Promise<readonly string[]>;
}

const NAMES: OptionNames<PostgresSecretsOptions> = {
  postgres: 1,
  table: 1,
  encryptionKeys: 1,
  ownerOf: 1,
  timeoutMs: 1,
};
const TABLE = "collections_secrets";
const MINUTE_MS = 60_000;
const NAME_MAX = 200;

/**
 * Returns the SQL that creates the table of `postgresSecrets`, for your migrations; running it again does nothing. The
 * role of the app then needs SELECT, INSERT, UPDATE and DELETE on it.
 *
 * @throws MisuseError `receiver_option`
 */
export function postgresSecretsTable(table: string = TABLE): string {
  return lockedCreation(`CREATE TABLE IF NOT EXISTS ${quoteTable(table)} (
  owner text NOT NULL,
  label text NOT NULL,
  secret text NOT NULL,
  is_encrypted boolean NOT NULL DEFAULT false,
  added_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  PRIMARY KEY (owner, label)
);`);
}

/**
 * Keeps the secrets of all customers in the table that `postgresSecretsTable` creates, for one receiver whose URLs name
 * the customer. Each customer owns their payments (see `LabelledSecret`). With
 * `encryptionKeys` the secrets are encrypted.
 *
 * @throws MisuseError `receiver_option`
 */
export function postgresSecrets(options: PostgresSecretsOptions): PostgresSecrets {
  const { ownerOf = lastSegment, timeoutMs = 2_000, postgres }: PostgresSecretsOptions = Object(options);
  const unknown = unknownOption(Object(options), NAMES);
  if (unknown) throw new MisuseError("receiver_option", `postgresSecrets: ${unknown.message}`);
  if (!isPool(postgres)) refuse("postgres must be a Pool of pg");
  if (typeof ownerOf !== "function") refuse("ownerOf must be a function");
  if (!isLimit(timeoutMs)) refuse("timeoutMs must be a whole number from 1 to 2147483647");
  const table = quoteTable(options.table ?? TABLE);
  const ring = readKeys(options.encryptionKeys);
  const usedAt = new Map<string, number>();
  const ask = <R extends object = Record<string, unknown>>(sql: string, values: unknown[]) =>
    withConnection(postgres, timeoutMs, (connection: Connection) => connection.query<R>(sql, values, timeoutMs));
  // An unknown customer is refused like a wrong signature, so that the answer does not tell who is a customer.
  const unguessable = crypto.randomUUID() + crypto.randomUUID();
  return {
    async find(request) {
      const owner = ownerOf(request);
      if (!isName(owner)) return { owner: "-", secrets: unguessable };
      const sql = `SELECT label, secret, is_encrypted FROM ${table} WHERE owner = $1 ORDER BY added_at DESC, label`;
      const secrets = (await ask(sql, [owner])).map((row): LabelledSecret => {
        return { label: String(row["label"]), secret: decryptSecret(ring, String(row["secret"]), row["is_encrypted"]) };
      });
      return { owner, secrets: secrets.length > 0 ? secrets : unguessable };
    },

    async used({ owner, label }) {
      const key = JSON.stringify([owner, label]);
      if (label === undefined || Date.now() - (usedAt.get(key) ?? 0) < MINUTE_MS) return;
      usedAt.set(key, Date.now());
      await ask(`UPDATE ${table} SET last_used_at = now() WHERE owner = $1 AND label = $2`, [owner, label]);
    },

    async add(owner, secret, label = crypto.randomUUID().slice(0, 8)) {
      checkName("owner", owner);
      checkName("label", label);
      createKeyring(secret);
      const sql = `INSERT INTO ${table} (owner, label, secret, is_encrypted)
        SELECT $1, $2, $3, $4::boolean WHERE ${DURABLE} ON CONFLICT DO NOTHING RETURNING label`;
      const stored = ring ? Buffer.from(ring.encrypt(Buffer.from(secret))).toString("base64") : secret;
      const added = await ask(sql, [owner, label, stored, ring !== undefined]);
      if (added.length === 0)
        refuse(`the label ${JSON.stringify(label)} is there already. Give the secret another one`);
      return label;
    },

    async list(owner) {
      // As seconds: a program may set a parser of its own for times.
      const sql = `SELECT owner, label, extract(epoch FROM added_at) AS added, extract(epoch FROM last_used_at) AS used
        FROM ${table} WHERE $1::text IS NULL OR owner = $1 ORDER BY owner, added_at DESC, label`;
      return (await ask(sql, [owner ?? null])).map(({ owner, label, added, used }) => ({
        ...{ owner: String(owner), label: String(label) },
        addedAt: new Date(Number(added) * 1000),
        lastUsedAt: used === null ? null : new Date(Number(used) * 1000),
      }));
    },

    async remove(owner, label) {
      checkName("owner", owner);
      const sql = `DELETE FROM ${table} WHERE owner = $1 AND ($2::text IS NULL OR label = $2) RETURNING label`;
      return (await ask(sql, [owner, label ?? null])).map((row) => String(row["label"]));
    },
  };
}

function readKeys(keys: PostgresSecretsOptions["encryptionKeys"]): KeyRing | undefined {
  try {
    return keys === undefined ? undefined : new KeyRing(keys);
  } catch (error) {
    return refuse(`encryptionKeys: ${errorMessage(error).replace(/\.$/, "")}`);
  }
}

function decryptSecret(ring: KeyRing | undefined, stored: string, isEncrypted: unknown): string {
  if (isEncrypted !== true) return stored;
  if (!ring) throw new Error("The secret is encrypted: pass encryptionKeys to postgresSecrets.");
  return Buffer.from(ring.decrypt(Buffer.from(stored, "base64"))).toString();
}

function lastSegment({ url }: IncomingRequest): string | undefined {
  try {
    return decodeURIComponent(URL.parse(url, "http://receiver.invalid")?.pathname.split("/").at(-1) ?? "");
  } catch {
    return undefined;
  }
}

/** PostgreSQL stores no text with U+0000. */
function isName(name: unknown): name is string {
  return (
    typeof name === "string" && name !== "" && name.length <= NAME_MAX && name.isWellFormed() && !name.includes("\0")
  );
}

function checkName(option: "owner" | "label", name: unknown): void {
  if (!isName(name)) refuse(`${option} must be a text of 1 to ${NAME_MAX} characters`);
}

function quoteTable(table: string): string {
  return quotedTable(table) ?? refuse("table must be a name, or a schema and a name");
}

function refuse(message: string): never {
  throw new MisuseError("receiver_option", `postgresSecrets: ${message}.`);
}
