/** The options of an inbox and of its worker, with their defaults and bounds. */

import type { EncryptionKey } from "../encryption.ts";
import type { IncomingDelivery } from "../receive/inbox.ts";
import { type OptionNames, unknownOption } from "../values/unknown-option.ts";
import { checkFunction, checkName, has, within, wrongOption } from "./option-checks.ts";
import type { InboxProblem } from "./problem.ts";
import type { Claimed, LaneHeldBy, Retention } from "./store.ts";

/** Different bytes arrived with a known key. They are kept as row `id`; `retry` passes them to a handler. */
export type Conflict = {
  readonly id: number;
  /** The row that has the key. */
  readonly first: number;
  readonly event: string;
  readonly verified: boolean;
};

/**
 * Your function that names something about a delivery, its lane or its payment: a text, a number or nothing. Anyone can
 * send a delivery that is not `verified`.
 */
export type DeliveryName = (
  delivery: Pick<IncomingDelivery, "event" | "verified" | "payload" | "label" | "owner">,
) => string | number | bigint | null | undefined;

/** Options of every inbox. Durations in milliseconds, sizes in bytes. */
export type InboxOptions<B extends boolean = boolean> = {
  /**
   * Which service's inbox it is: lower-case letters, digits and `_`, a letter first, at most 30. Two services that
   * share a database need two names, or each handles payments of the other. In PostgreSQL, each name has tables of its
   * own; a file keeps the name that it first got. Without one, two programs that share the inbox are told.
   */
  name?: string;
  /**
   * Largest number of stored rows, 1 to 10^9; 10 million by default. Beyond it, the receiver answers 503. Unsigned
   * rows may fill half.
   */
  maxRows?: number;
  /** Largest total size of stored bodies in bytes, 1 to 2^50; 8 GiB by default. Unsigned bodies may fill half. */
  maxBytes?: number;
  /** How long the body of a finished row is kept, 0 to 10 years; 30 days by default. */
  keepBodiesMs?: number;
  /** How long a finished row is recognised as a duplicate, `keepBodiesMs` to 10 years; 90 days by default. */
  keepKeysMs?: number;
  /**
   * Rows with one lane are handled one at a time, in the order in which they came, by all workers together. Each owner
   * has lanes of its own, and unsigned deliveries too. It is asked when a delivery is stored; if it throws, the sender
   * gets 503. Default, and for nothing: the row runs beside all others. An id of a case file is a lane.
   */
  lane?: DeliveryName;
  /**
   * The id of the payment that a delivery is about, so that `erase` and `list` find all events of a payment. Default,
   * and for nothing: `id` of the event of the contract, and the member `payment` of others, or its `id`. It is asked
   * when a delivery is stored; if it throws, the sender gets 503.
   */
  payment?: DeliveryName;
  /**
   * Encrypts bodies with this key: 32 bytes, base64, or 64 hexadecimal digits. Of several, the first one encrypts and
   * all decrypt. All processes of an inbox need them; without the key of a stored body, `openInbox` fails with
   * `inbox_key_missing`. Default: bodies are stored as they came.
   */
  encryptionKeys?: EncryptionKey | readonly EncryptionKey[];
  /** Delivers integers beyond 2^53 as BigInt instead of refusing them (U-32). Default false. */
  bigint?: B;
  /** Called for different bytes with a known key. They are always stored and acknowledged. */
  onConflict?: (conflict: Conflict) => void;
  /**
   * Called for failed attempts, dead rows and a failing store. By default they are printed with `console.error`,
   * without payloads.
   */
  onProblem?: (problem: InboxProblem) => void;
};

/** Options of `work` and `dispatch`. Durations in milliseconds. */
export type WorkOptions = {
  /** Handlers that run at the same time, 1 to 64; 8 by default. */
  concurrency?: number;
  /** How long a row is kept from other workers unless it is renewed, 1,000 to 3,600,000; 30,000 by default. */
  leaseMs?: number;
  /** Time for an attempt, 10 to 86,400,000; 60,000 by default. Then its signal aborts, or its child process ends. */
  deadlineMs?: number;
  /**
   * How long a row is tried from its first attempt, 1,000 to 31,536,000,000 (365 days); 259,200,000 (3 days) by
   * default. It has its last attempt then, and is dead if that fails.
   */
  retryForMs?: number;
  /** Attempts before a row is dead, even before `retryForMs`, 1 to 1,000; no limit by default. */
  maxAttempts?: number;
  /** Shortest wait before an attempt is repeated, 1 to 86,400,000; 1,000 by default. It doubles with each attempt. */
  backoffMinMs?: number;
  /** Longest wait, `backoffMinMs` to 86,400,000; 3,600,000 by default. */
  backoffMaxMs?: number;
  /**
   * What keeps the later rows of a lane waiting: `running`, a row that runs; `retrying`, also one that waits for its
   * next attempt, or was put off; `dead`, also a dead one, until a person retries or discards it. `retrying` by
   * default, so that no row waits longer than `retryForMs` for another, unless that is put off. Give all workers the
   * same.
   */
  laneHeldBy?: LaneHeldBy;
  /**
   * How often to look for rows that nothing announced, 100 to 3,600,000; 1,000 by default. PostgreSQL announces rows
   * of other processes, except through PgBouncer's transaction pooling; a file does not.
   */
  pollMs?: number;
};

export type Work = Required<WorkOptions>;
export type Limits = { maxRows: number; maxBytes: number } & Retention;

export const DAY_MS = 86_400_000;
export const YEAR_MS = 365 * DAY_MS;
const YEARS_MS = 10 * YEAR_MS;

/** Defaults and bounds. @throws MisuseError `inbox_option` */
export function readLimits(options: InboxOptions): Limits {
  const { maxRows = 10_000_000, maxBytes = 8 * 2 ** 30 } = options;
  const { keepBodiesMs: bodyMs = 30 * DAY_MS, keepKeysMs: keyMs = Math.max(90 * DAY_MS, bodyMs) } = options;
  within("maxRows", maxRows, 1, 1e9);
  within("maxBytes", maxBytes, 1, 2 ** 50);
  within("keepBodiesMs", bodyMs, 0, YEARS_MS);
  within("keepKeysMs", keyMs, bodyMs, YEARS_MS);
  return { maxRows, maxBytes, bodyMs, keyMs };
}

const HOLDERS: readonly LaneHeldBy[] = ["running", "retrying", "dead"];

/** Defaults and bounds. @throws MisuseError `inbox_option` */
export function readWorkOptions(options: WorkOptions): Work {
  const { concurrency = 8, leaseMs = 30_000, deadlineMs = 60_000, pollMs = 1_000 } = options;
  const { retryForMs = 3 * DAY_MS, maxAttempts = Number.POSITIVE_INFINITY } = options;
  const { laneHeldBy = "retrying" } = options;
  const { backoffMinMs = 1_000, backoffMaxMs = Math.max(3_600_000, backoffMinMs) } = options;
  within("concurrency", concurrency, 1, 64);
  within("leaseMs", leaseMs, 1_000, 3_600_000);
  within("deadlineMs", deadlineMs, 10, DAY_MS);
  within("retryForMs", retryForMs, 1_000, YEAR_MS);
  if (options.maxAttempts !== undefined) within("maxAttempts", maxAttempts, 1, 1_000);
  within("backoffMinMs", backoffMinMs, 1, DAY_MS);
  within("backoffMaxMs", backoffMaxMs, backoffMinMs, DAY_MS);
  within("pollMs", pollMs, 100, 3_600_000);
  if (!HOLDERS.includes(laneHeldBy)) throw wrongOption(`laneHeldBy is one of ${HOLDERS.join(", ")}.`);
  return { concurrency, leaseMs, deadlineMs, retryForMs, maxAttempts, backoffMinMs, backoffMaxMs, laneHeldBy, pollMs };
}

/** Where an inbox can be; one of them is given. */
const PLACES = ["file", "postgres", "store"] as const;

const NAMES: OptionNames<InboxOptions & Record<(typeof PLACES)[number], unknown>> = {
  file: 1,
  postgres: 1,
  store: 1,
  name: 1,
  maxRows: 1,
  maxBytes: 1,
  keepBodiesMs: 1,
  keepKeysMs: 1,
  lane: 1,
  payment: 1,
  encryptionKeys: 1,
  bigint: 1,
  onConflict: 1,
  onProblem: 1,
};

/**
 * Checks what has no bounds: the place and the functions. A program in JavaScript hears of a mistake at once, and not
 * by a delivery that is refused.
 *
 * @throws MisuseError `inbox_option`
 */
export function checkOptions(options: unknown): void {
  const given: Readonly<Record<string, unknown>> = Object(options);
  const unknown = unknownOption(given, NAMES);
  if (unknown) throw wrongOption(unknown.message);
  const { file, postgres, store, bigint } = given;
  const places = PLACES.filter((name) => given[name] !== undefined);
  if (places.length !== 1)
    throw wrongOption(
      `openInbox() takes one of file, postgres and store; given: ${places.join(", ") || "none, or undefined"}.`,
    );
  if (file !== undefined && (typeof file !== "string" || !file || /^(:memory:|file:)/.test(file)))
    throw wrongOption("file is the path of a file.");
  if (postgres !== undefined && !has(postgres, "query"))
    throw wrongOption("postgres is a Pool of the package pg, or anything with the same query().");
  // Only a client has it; its connect() gives no connections.
  if (has(postgres, "escapeIdentifier"))
    throw wrongOption("postgres is a Pool of the package pg, not a Client. For one connection: new Pool({ max: 1 }).");
  if (store !== undefined && !has(store, "insert"))
    throw wrongOption("store is an object with the functions of Store.");
  if (bigint !== undefined && typeof bigint !== "boolean") throw wrongOption("bigint is true or false.");
  if (given["name"] !== undefined) checkName(given["name"]);
  for (const name of ["onConflict", "onProblem", "lane", "payment"])
    if (given[name] !== undefined) checkFunction(name, given[name]);
}

/**
 * How long to wait after attempt `attempt` (from 1) failed: between half and whole of a time that doubles. `random`: 0
 * to 1.
 */
export function backoff(
  { attempts }: Pick<Claimed, "attempts">,
  { backoffMinMs, backoffMaxMs }: Pick<Work, "backoffMinMs" | "backoffMaxMs">,
  random = Math.random(),
): number {
  const whole = Math.min(backoffMaxMs, backoffMinMs * 2 ** Math.min(attempts, 40));
  return Math.round(Math.max(backoffMinMs, whole * (1 - random / 2)));
}
