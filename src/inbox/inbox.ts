/** The inbox itself: accepts deliveries from receivers, and passes them to a worker. */

import { hash } from "node:crypto";
import { RECEIVED_EVENTS } from "../../generated/validators.ts";
import { UNVERIFIED } from "../receive/duplicate-store.ts";
import type { DeliveryInbox, IncomingDelivery } from "../receive/inbox.ts";
import { within as settledWithin } from "../receive/promises.ts";
import { Attempt } from "./attempt.ts";
import { inboxError, misuse } from "./errors.ts";
import {
  closures,
  type Dispatch,
  type DispatchOptions,
  dispatcher,
  type Handlers,
  type MoreHandlers,
  type Runner,
} from "./handlers.ts";
import { type Health, healthOf, Reception } from "./health.ts";
import { keepTidy } from "./maintenance.ts";
import { Meters, openMetrics, type Stats } from "./meters.ts";
import {
  type Conflict,
  checkIds,
  checkOwner,
  DAY_MS,
  type InboxOptions,
  type Limits,
  limitsOf,
  optionsOf,
  type Work,
  type WorkOptions,
  within,
  workOf,
} from "./options.ts";
import type { Report } from "./problem.ts";
import { Sharing } from "./sharing.ts";
import type { Tracing } from "./spans.ts";
import type { Filter, NewRow, Row, Store, StoredRow } from "./store.ts";
import { Worker } from "./worker.ts";

/** Makes the runner of a module, if its handlers can use `Effect`. */
export type ModuleRunner = (module: URL, options: { concurrency: number }) => Promise<Runner>;

/** `room`: how many handlers may use a connection of the pool each, so that one is left for reception. */
export type InboxParts<Effect> = {
  store: Store<Effect>;
  tracing: Tracing;
  module: ModuleRunner;
  report: Report;
  room?: number | undefined;
};

/** How long `close` lets handlers finish. */
const DRAIN_MS = 10_000;
/** How long `close` then waits for a database that does not answer. */
const GIVE_UP_MS = 5_000;

/** A durable inbox. `Effect`: what `complete` takes; `B`: whether large integers are delivered as BigInt. */
export class Inbox<Effect = never, B extends boolean = false> implements DeliveryInbox {
  readonly bigint: boolean;
  readonly #store: Store<Effect>;
  readonly #parts: InboxParts<Effect>;
  readonly #limits: Limits;
  readonly #onConflict: (conflict: Conflict) => void;
  readonly #report: Report;
  readonly #meters = new Meters();
  readonly #stopTidying: () => void;
  #runner: Runner | undefined;
  #worker: Worker | undefined;
  #starting = false;
  readonly #reception = new Reception();
  readonly #sharing: Sharing;
  #closed: Promise<void> | undefined;

  /** Use `openInbox`. */
  constructor(parts: InboxParts<Effect>, options: InboxOptions<B>) {
    this.#parts = parts;
    this.#store = parts.store;
    this.bigint = options.bigint ?? false;
    this.#limits = limitsOf(options);
    this.#onConflict = options.onConflict ?? (() => undefined);
    this.#report = parts.report;
    this.#sharing = new Sharing(this.#store, this.#report, options.name !== undefined);
    const sharing = () => this.#sharing.look(this.#worker !== undefined);
    this.#stopTidying = keepTidy(this.#store, this.#limits, () => this.#runner?.handled ?? [], sharing, this.#report);
    this.#store.watch?.(() => this.#worker?.wake());
  }

  /** Stores a delivery. The receiver calls it; tests may. */
  async accept(delivery: IncomingDelivery): Promise<"stored" | "duplicate" | "full"> {
    const row = rowOf(delivery);
    const ended = this.#reception.begin();
    try {
      const inserted = await this.#store.insert(row);
      this.#meters.delivery(inserted.outcome);
      ended(inserted.outcome === "full" ? "inbox_full" : undefined);
      if (inserted.outcome === "full") return "full";
      if (inserted.outcome === "new") this.#worker?.wake();
      if (inserted.outcome === "conflict") {
        const { id, first } = inserted;
        (async () => this.#onConflict({ id, first, event: row.event, verified: row.verified }))().catch(console.error);
      }
      return inserted.outcome === "duplicate" ? "duplicate" : "stored";
    } catch (error) {
      this.#meters.delivery("failed");
      ended("inbox_failed");
      throw error;
    }
  }

  /**
   * Handles stored deliveries, those of the past first. Handlers are functions by event name, or the URL of a module
   * that exports them as `default` (and `others`, `unverified`): that runs in child processes, which are killed at the
   * deadline.
   *
   * @throws MisuseError `inbox_option`, `inbox_working`
   * @throws InboxError `inbox_closed`
   * @throws Error if the module does not load within 30 s, or exports no handlers; in a bundle, for any module
   */
  async work(handlers: Handlers<Effect, B> | URL, options: WorkOptions & MoreHandlers<Effect> = {}): Promise<void> {
    const { others, unverified, ...rest } = optionsOf(options);
    const work = workOf(rest);
    if (handlers instanceof URL) {
      this.#start();
      return this.#run(await this.#load(handlers, work), work);
    }
    const more = { ...(others && { others }), ...(unverified && { unverified }) };
    const runner = closures(handlers, more);
    this.#start();
    const { room } = this.#parts;
    if (room !== undefined && work.concurrency > room)
      this.#report({ code: "inbox_pool_small", error: inboxError("inbox_pool_small") });
    this.#run(runner, work);
  }

  /**
   * Passes each signed row to your job queue, with the key of the row; the row is done once `hook` resolves. After a
   * crash, a row may be passed again, so derive the job id from the key. `unverified` gets the rows of app webhooks.
   *
   * @throws MisuseError `inbox_option`, `inbox_working`
   * @throws InboxError `inbox_closed`
   */
  async dispatch(hook: Dispatch, options: DispatchOptions = {}): Promise<void> {
    const { unverified, ...rest } = optionsOf(options);
    const work = workOf(rest);
    const runner = dispatcher(hook, unverified);
    this.#start();
    this.#run(runner, work);
  }

  /** Counts and sizes of what is stored, and what this process did. */
  async stats(): Promise<Stats> {
    return this.#meters.stats(await this.#store.totals(), Date.now());
  }

  /** The stats in the text format of OpenMetrics. */
  async metrics(): Promise<string> {
    return openMetrics(await this.stats());
  }

  /**
   * Returns whether this process can take deliveries (`ready`), and whether it works at all (`live`); if not, restart
   * it. A delivery that was not stored counts for ten seconds. Never rejects, and takes two seconds at most.
   */
  health(): Promise<Health> {
    const closed = this.#closed !== undefined;
    return healthOf(this.#store, { reception: this.#reception, limits: this.#limits, closed, worker: this.#worker });
  }

  /** Rows without bodies, in the order of their ids. @throws MisuseError `inbox_option` */
  async list(filter: Partial<Filter> = {}): Promise<readonly Row[]> {
    const { limit = 100 } = optionsOf(filter);
    within("limit", limit, 1, 1000);
    return this.#store.list({ ...filter, limit });
  }

  /** One row with its bytes. @throws MisuseError `inbox_option` */
  async get(id: number): Promise<StoredRow | undefined> {
    checkIds([id]);
    return this.#store.get(id);
  }

  /**
   * Makes rows due again: dead, conflicting, unhandled, discarded or done ones. Returns the ids that changed.
   *
   * @throws MisuseError `inbox_option`
   */
  async retry(ids: readonly number[]): Promise<readonly number[]> {
    checkIds(ids);
    const changed = await this.#store.retry(ids);
    this.#worker?.wake();
    return changed;
  }

  /** Discards rows that are not done. Returns the ids that changed. @throws MisuseError `inbox_option` */
  async discard(ids: readonly number[]): Promise<readonly number[]> {
    checkIds(ids);
    return this.#store.discard(ids);
  }

  /**
   * Removes the bodies of a payment's rows, or with `{ owner }` of all rows of a customer, also of those that run.
   * Keeps their keys for `keepKeysMs`, so that a retry is not handled. Returns the ids that changed.
   *
   * @throws MisuseError `inbox_option`
   */
  async erase(what: string | number | bigint | { readonly owner: string }): Promise<readonly number[]> {
    if (typeof what !== "object") return this.#store.erase(String(what));
    checkOwner(what?.owner);
    return this.#store.erase({ owner: what.owner });
  }

  /**
   * Gives handlers `drainMs` (0 to 86,400,000; 10,000 by default) to finish, aborts the others, releases their leases
   * and closes the store. Does not wait longer than five seconds more for a database that does not answer. A handler
   * that calls it does not wait for itself: the promise resolves at once, and the inbox closes when all have ended.
   *
   * @throws MisuseError `inbox_option`
   */
  async close(options: { drainMs?: number } = {}): Promise<void> {
    const { drainMs = DRAIN_MS } = optionsOf(options);
    within("drainMs", drainMs, 0, DAY_MS);
    this.#closed ??= this.#end(drainMs);
    return Attempt.runsHere(this.#store) ? undefined : this.#closed;
  }

  /** Never rejects. */
  async #end(drainMs: number): Promise<void> {
    this.#stopTidying();
    const ended = (async () => {
      await this.#worker?.stop(drainMs);
      await this.#store.close();
    })();
    const late = () => {
      throw inboxError("inbox_busy");
    };
    await settledWithin(drainMs + GIVE_UP_MS, ended, late).catch((error) => {
      this.#report({ code: "inbox_failed", error });
    });
  }

  #start(): void {
    if (this.#closed) throw inboxError("inbox_closed");
    if (this.#starting) throw misuse("inbox_working");
    this.#starting = true;
  }

  /** Starts the processes of a module, unless the inbox is closed first. */
  async #load(module: URL, work: Work): Promise<Runner> {
    try {
      const runner = await this.#parts.module(module, work);
      if (!this.#closed) return runner;
      await runner.close?.();
      throw inboxError("inbox_closed");
    } catch (error) {
      this.#starting = false;
      throw error;
    }
  }

  #run(runner: Runner, work: Work): void {
    this.#runner = runner;
    const { tracing } = this.#parts;
    const store = this.#store as Store<unknown>;
    this.#store.adopt(runner.handled).then(
      () => this.#worker?.wake(),
      (error) => this.#report({ code: "inbox_failed", error }),
    );
    this.#worker = new Worker({ store, runner, work, report: this.#report, meters: this.#meters, tracing });
    this.#sharing.look(true).catch((error) => this.#report({ code: "inbox_failed", error }));
  }
}

/** Identifies a delivery: whether it was signed, and its key or its bytes; never which secret matched. */
function rowOf(delivery: IncomingDelivery): NewRow {
  const { event, verified, payload, key, earlierKey = null, label = null, owner = null, body } = delivery;
  const digest = hash("sha256", body, "base64url");
  const { id } = payload;
  const known = Object.hasOwn(RECEIVED_EVENTS, event) && /^(number|bigint|string)$/.test(typeof id);
  const payment = known ? String(id) : null;
  return { key: key ?? UNVERIFIED + digest, earlierKey, event, verified, payment, label, owner, body, digest };
}
