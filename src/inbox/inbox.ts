/** The inbox itself: accepts deliveries from receivers, and passes them to a worker. */

import type { Server } from "node:http";
import type { DeliveryInbox, IncomingDelivery } from "../receive/inbox.ts";
import { within as settledWithin } from "../receive/promises.ts";
import { Attempt } from "./attempt.ts";
import { inboxError } from "./errors.ts";
import {
  closures,
  type Dispatch,
  type DispatchOptions,
  dispatcher,
  type Handlers,
  type MoreHandlers,
  type Runner,
} from "./handlers.ts";
import { type Health, measureHealth, Reception } from "./health.ts";
import { toRow } from "./incoming.ts";
import { keepTidy } from "./maintenance.ts";
import { Meters, openMetrics, type Stats } from "./meters.ts";
import { checkOptions, within } from "./option-checks.ts";
import {
  type Conflict,
  DAY_MS,
  type InboxOptions,
  type Limits,
  readLimits,
  readWorkOptions,
  type Work,
  type WorkOptions,
} from "./options.ts";
import { listen, type ProbeOptions } from "./probes.ts";
import type { Report } from "./problem.ts";
import { programName, Sharing } from "./sharing.ts";
import type { Tracing } from "./spans.ts";
import type { Store } from "./store.ts";
import { StoredRows } from "./stored-rows.ts";
import { type ModuleRunner, WorkerSlot } from "./worker-slot.ts";

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
export class Inbox<Effect = never, B extends boolean = false> extends StoredRows implements DeliveryInbox {
  readonly bigint: boolean;
  readonly #store: Store<Effect>;
  readonly #parts: InboxParts<Effect>;
  readonly #limits: Limits;
  readonly #onConflict: (conflict: Conflict) => void;
  readonly #meters = new Meters();
  readonly #stopTidying: () => void;
  readonly #named: Pick<InboxOptions, "name" | "lane" | "payment">;
  readonly #slot: WorkerSlot;
  readonly #reception = new Reception();
  readonly #servers: Server[] = [];
  readonly #sharing: Sharing;
  #closed: Promise<void> | undefined;

  /** Use `openInbox`. */
  constructor(parts: InboxParts<Effect>, options: InboxOptions<B>) {
    super(parts.store, () => this.#slot.wake());
    this.#parts = parts;
    this.#store = parts.store;
    this.bigint = options.bigint ?? false;
    this.#limits = readLimits(options);
    this.#onConflict = options.onConflict ?? (() => undefined);
    this.#named = options;
    this.#slot = new WorkerSlot({ ...parts, store: parts.store, meters: this.#meters });
    this.#sharing = new Sharing(this.#store, this.#parts.report, options.name !== undefined);
    const sharing = () => this.#sharing.look(this.#slot.worker !== undefined);
    this.#stopTidying = keepTidy(this.#store, this.#limits, () => this.#slot.handled, sharing, this.#parts.report);
    this.#store.watch?.(this.#slot.wake);
  }

  /** Stores a delivery. The receiver calls it; tests may. @throws MisuseError `inbox_option` @throws InboxError */
  async accept(delivery: IncomingDelivery): Promise<"stored" | "duplicate" | "full"> {
    const ended = this.#reception.begin();
    try {
      const row = await toRow(delivery, this.#named);
      const inserted = await this.#store.insert(row);
      this.#meters.delivery(inserted.outcome);
      ended(inserted.outcome === "full" ? "inbox_full" : undefined);
      if (inserted.outcome === "full") return "full";
      if (inserted.outcome === "new") this.#slot.wake();
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
    const { others, unverified, ...rest } = checkOptions(options, { ...readWorkOptions({}), others: 1, unverified: 1 });
    const work = readWorkOptions(rest);
    if (handlers instanceof URL) {
      this.#slot.take();
      return this.#run(await this.#slot.load(this.#parts.module(handlers, work)), work);
    }
    const more = { ...(others && { others }), ...(unverified && { unverified }) };
    const runner = closures(handlers, more);
    this.#slot.take();
    const { room } = this.#parts;
    if (room !== undefined && work.concurrency > room)
      this.#parts.report({ code: "inbox_pool_small", error: inboxError("inbox_pool_small") });
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
    const { unverified, ...rest } = checkOptions(options, { ...readWorkOptions({}), unverified: 1 });
    const work = readWorkOptions(rest);
    const runner = dispatcher(hook, unverified);
    this.#slot.take();
    this.#run(runner, work);
  }

  /**
   * Keeps this process from starting handlers, until `resume`; deliveries are stored as before. It lasts as long as
   * the process, and may come before `work()`. Resolves once no handler runs; at once for a handler that calls it.
   *
   * @throws InboxError `inbox_closed`
   */
  pause(): Promise<void> {
    return this.#slot.pause();
  }

  /** Ends a pause. @throws InboxError `inbox_closed` */
  async resume(): Promise<void> {
    this.#slot.resume();
  }

  /** Counts and sizes of what is stored, and what this process did. */
  async stats(): Promise<Stats> {
    return this.#meters.stats(await this.#store.totals(), Date.now(), this.#slot.worker?.state);
  }

  /** The stats in the text format of OpenMetrics, with the name of the inbox and the program as labels. */
  async metrics(): Promise<string> {
    return openMetrics(await this.stats(), { inbox: this.#named.name, program: programName() });
  }

  /**
   * Lets monitoring ask this process over HTTP, also one that only works: `/metrics`, `/ready` and `/live` on `port`,
   * at 127.0.0.1 unless `host` says otherwise, until the inbox is closed. Resolves with the port.
   *
   * @throws MisuseError `inbox_option`
   * @throws InboxError `inbox_port_refused`, `inbox_closed`
   */
  async listen(options: ProbeOptions): Promise<number> {
    if (this.#closed) throw inboxError("inbox_closed");
    const { server, port } = await listen(this, options);
    this.#servers.push(server);
    return port;
  }

  /**
   * Returns whether this process can take deliveries (`ready`), and whether it works at all (`live`); if not, restart
   * it. A delivery that was not stored counts for ten seconds. Never rejects, and takes two seconds at most.
   */
  health(): Promise<Health> {
    const closed = this.#closed !== undefined;
    return measureHealth(this.#store, {
      reception: this.#reception,
      limits: this.#limits,
      closed,
      worker: this.#slot.worker,
    });
  }

  /**
   * Gives handlers `drainMs` (0 to 86,400,000; 10,000 by default) to finish, aborts the others, releases their leases
   * and closes the store. Does not wait longer than five seconds more for a database that does not answer. A handler
   * that calls it does not wait for itself: the promise resolves at once, and the inbox closes when all have ended.
   *
   * @throws MisuseError `inbox_option`
   */
  async close(options: { drainMs?: number } = {}): Promise<void> {
    const { drainMs = DRAIN_MS } = checkOptions(options, { drainMs: 1 });
    within("drainMs", drainMs, 0, DAY_MS);
    this.#closed ??= this.#end(drainMs);
    return Attempt.runsHere(this.#store) ? undefined : this.#closed;
  }

  /** Never rejects. */
  async #end(drainMs: number): Promise<void> {
    this.#stopTidying();
    for (const server of this.#servers) server.close().closeAllConnections();
    const ended = (async () => {
      await this.#slot.close(drainMs);
      await this.#store.close();
    })();
    const late = () => {
      throw inboxError("inbox_busy");
    };
    await settledWithin(drainMs + GIVE_UP_MS, ended, late).catch((error) => {
      this.#parts.report({ code: "inbox_failed", error });
    });
  }

  #run(runner: Runner, work: Work): void {
    this.#slot.start(runner, work);
    this.#sharing.look(true).catch((error) => this.#parts.report({ code: "inbox_failed", error }));
  }
}
