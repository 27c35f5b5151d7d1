/** What the checks of a receiver use: deliveries in every shape, and what took effect. */

import { setTimeout as sleep } from "node:timers/promises";
import { CASE_FILE_PAYMENT_CONFIRMED } from "../../../generated/constants.ts";
import { type Check, told } from "../check.ts";
import { effectFaultOf } from "../driver/faults.ts";
import type { ReceiverDriver } from "../driver.ts";
import type { Fence } from "../fence.ts";
import { CLIENT, type Exchange, send } from "../wire/http.ts";
import { SIGNATURE_NAME, sign } from "../wire/signature.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { type Delivered, isBusy, type Shape } from "./delivery.ts";

export const EVENT = CASE_FILE_PAYMENT_CONFIRMED;
/** A new payment. */
export const OTHER_EVENT = "case_file.payment.refunded";
type Snapshot = Record<string, unknown> & { readonly id: number };

const DAY_MINUTES = 24 * 60;
/** Timestamps of a payment: how old one may be is open (U-21), so it was confirmed a minute ago by default. */
export function timesAt(offset = 1, minutesAgo = 1) {
  const zone = `${offset < 0 ? "-" : "+"}0${Math.abs(offset)}:00`;
  const at = (ago: number) => new Date(Date.now() + (offset * 60 - ago) * 60_000).toISOString().slice(0, 19) + zone;
  return { confirmedAt: at(minutesAgo), createdAt: at(minutesAgo + 3 * DAY_MINUTES), updatedAt: at(minutesAgo) };
}

/** How long after its 2xx a delivery may take effect: at first, where the driver cannot say that all is done. */
const FIRST_EFFECT_MS = 8000;
/** The same if the driver can say that, or after waiting in vain once. */
const EFFECT_MS = 2000;
/** The rest of an answer. */
const REST_MS = 500;
/** A receiver may say that it is busy, or restart: it is asked again before it is accused. */
const MOST_ATTEMPTS = 6;
const BUSY_MS = 150;
/** How long to wait where no answer ever came. */
const IN_VAIN_MS = 500;

export type ReceiverCheck = Check<ReceiverContext>;
/** What is sent, and in which order. */
export type Steps<T> = (context: ReceiverContext) => Promise<T>;
/** `early`: it must end before the first forgery, whose sender may be locked out. `late`: its effects are seen last. */
export type Phase = "early" | "late";
/** Makes steps of a run that follow others, each done once for all checks that ask for what it sent. */
export const stepsAfter =
  (before: Steps<unknown>, phase?: Phase) =>
  <T>(steps: Steps<T>): Steps<T> => {
    const all = async (context: ReceiverContext) => {
      await before(context);
      return steps(context);
    };
    return (context) => context.once(all, phase);
  };
const nothing = async () => {};
export const [step, early] = [stepsAfter(nothing), stepsAfter(nothing, "early")];
/** What is demanded of a delivery that was sent. @throws Breach, NotObserved */
export type Judge = (sent: Delivered, context: ReceiverContext) => unknown;

const GROUPS: Readonly<Record<string, string>> = { receive: "genuine", duplicate: "duplicates", forgery: "forgeries" };
/**
 * A check in words (see `told`) of what these steps send. Its group and its severity follow from the first word of its
 * id.
 */
export const row =
  (send: Steps<Delivered | readonly Delivered[]>, ...judges: readonly Judge[]) =>
  (...text: Parameters<typeof told>): ReceiverCheck => {
    const words = told(...text);
    const group = GROUPS[words.id.split(".")[0] ?? ""] ?? "practice";
    const run = async (context: ReceiverContext) => {
      const sent = [await send(context)].flat();
      for (const judge of judges) for (const one of sent) await judge(one, context);
      return sent[0]?.exchange.ms;
    };
    return { ...words, severity: group === "practice" ? "practice" : "demand", group, run };
  };

export class ReceiverContext {
  readonly url: string;
  readonly secret: string;
  readonly ackWithinMs: number;
  /** The name of the signature header. */
  readonly signatureName: string;
  readonly fence: Fence<ReceiverDriver>;
  readonly signal: AbortSignal | undefined;
  readonly delivered: Delivered[] = [];
  readonly limit = new ConcurrencyLimit();
  /** A genuine delivery that was made once. */
  known: Delivered | undefined;
  /** No genuine delivery was answered in time, so later checks do not wait for one. */
  isTooSlow = false;
  /** Nothing listens any more, so what a driver in the same process does follows from that. */
  hasEnded = false;
  /** Nothing listened while a delivery was retried, so others do not wait until something does. */
  #isAway = false;
  /** What else than a fault explains that every delivery is refused. */
  doubt: string | undefined;
  readonly #phases = { early: new Set<Promise<unknown>>(), late: new Set<Promise<unknown>>() };
  #effectMs: number;
  #restMs = 0;
  readonly #memo = new Map<unknown, Promise<unknown>>();
  /** Ids that no earlier run has used, because a receiver remembers what it has seen. */
  #lastId = (Math.floor(Date.now() / 100) % 8_000_000) * 256;

  constructor(
    target: { url: string; secret: string; ackWithinMs: number; signatureName?: string | undefined },
    fence: Fence<ReceiverDriver>,
    signal: AbortSignal | undefined,
  ) {
    this.url = target.url;
    this.secret = target.secret;
    this.ackWithinMs = target.ackWithinMs;
    this.signatureName = target.signatureName ?? SIGNATURE_NAME;
    this.fence = fence;
    this.signal = signal;
    this.#effectMs = fence.has("settle") ? EFFECT_MS : FIRST_EFFECT_MS;
  }

  /** What a step does, done once in a run. */
  once<T>(steps: Steps<T>, phase?: Phase): Promise<T> {
    const found = this.#memo.get(steps) ?? steps(this);
    this.#memo.set(steps, found);
    if (phase) this.#phases[phase].add(found);
    found.catch(() => {});
    return found as Promise<T>;
  }

  /** Resolves when all steps of a phase are over. Checks start at the same time, and each may still add a step. */
  async isOver(phase: Phase): Promise<void> {
    const steps = this.#phases[phase];
    await new Promise((resolve) => setImmediate(resolve));
    for (let count = -1; count !== steps.size; ) {
      count = steps.size;
      await Promise.allSettled(steps);
    }
  }

  get seesEffects(): boolean {
    return this.fence.has("processed");
  }

  /** How long to wait for an answer: longer if the first one, to a receiver at rest, took long. */
  get timeoutMs(): number {
    if (this.isTooSlow) return IN_VAIN_MS;
    return Math.max(this.ackWithinMs, this.#restMs) * 1.5 + 500;
  }

  /** Learns the speed of the receiver from its first answer, or from none. */
  learn({ failure, ms }: Exchange): void {
    this.limit.learn(ms);
    if (!failure) this.#restMs = ms;
  }

  /** A payment that was never delivered before. */
  snapshot(more: Record<string, unknown> = {}): Snapshot {
    const payment = { "@event": EVENT, id: ++this.#lastId, amount: 12_550, paidTo: "client" };
    return { ...payment, ...timesAt(), caseFile: { id: 815 }, ...more };
  }

  sign(body: string | Buffer): string {
    return sign(body, this.secret);
  }

  /** Each on its own connection, unless it has an agent. */
  async deliver(shape: Shape): Promise<Delivered> {
    const { body, method = "POST", headerName = (name: string) => name, contentType = "application/json" } = shape;
    // Of forgeries, too: an answer may tell it, and no report may.
    const right = this.sign(body);
    const { signature = right, pieces, agent, endsIn } = shape;
    const signed = signature === null ? {} : { [headerName(this.signatureName)]: signature };
    const headers: Record<string, string> = { "Content-Type": contentType, ...shape.more, ...signed };
    const url = new URL(this.url);
    shape.at?.(url, shape.id);
    const own = { Host: url.host, "Content-Length": `${Buffer.byteLength(body)}`, Connection: "close", ...CLIENT };
    const twice = [own, headers, signed].flatMap((one) => Object.entries(one).flat());
    const rawHeaders = shape.isDoubled ? twice : undefined;
    const timeoutMs = shape.timeoutMs ?? this.timeoutMs;
    // Its status acknowledges a delivery, however long the body of an answer takes.
    const request = { method, url: shape.at ? url.href : this.url, headers, ...(method !== "GET" && { body }) };
    const options = { timeoutMs, signal: this.signal, pieces, rawHeaders, agent, endsIn, restMs: REST_MS };
    let from = 0;
    const post = () => {
      from = performance.now();
      return send(request, options);
    };
    const exchange = await (shape.isOfBurst ? post() : this.limit.pass(post));
    if (exchange.failure?.code === "timeout") this.limit.learn(exchange.ms);
    const delivered = { shape, exchange, answeredAt: from + exchange.ms };
    this.delivered.push(delivered);
    return delivered;
  }

  /**
   * As a service would, retries a delivery that met a busy receiver a little later. Until then and meanwhile nothing
   * else is sent: a receiver that takes one connection at a time would refuse whichever of two comes second.
   */
  async deliverPatiently(shape: Shape): Promise<Delivered> {
    let delivered = await this.deliver(shape);
    for (let attempt = 1; ; attempt++) {
      const isRefused = delivered.exchange.failure?.code === "refused";
      this.#isAway = isRefused && (this.#isAway || attempt >= MOST_ATTEMPTS);
      if (!isBusy(delivered) || attempt >= MOST_ATTEMPTS || this.#isAway) return delivered;
      this.limit.narrow();
      delivered = await this.limit.alone(async () => {
        await sleep(BUSY_MS * attempt);
        return this.deliver({ ...shape, isOfBurst: true });
      });
    }
  }

  /** What took effect so far: the events, by payment id. */
  async effects(): Promise<Map<number, unknown[]>> {
    if (this.fence.has("settle")) await this.fence.call("settle");
    const list = await this.fence.call<unknown>("processed");
    if (!Array.isArray(list)) throw this.fence.invalid("processed() of the driver gave no list");
    // If some are right, the driver is, and the receiver processed something without an id.
    const faults = list.map(effectFaultOf);
    const isWrong = faults[0] !== undefined && !faults.includes(undefined);
    if (isWrong) throw this.fence.invalid(`processed() of the driver gave ${faults[0]}`);
    const byId = Map.groupBy(list, (one) => Number(one?.id));
    return new Map([...byId].map(([id, all]) => [id, all.map((one) => one?.event)]));
  }

  /** Whether a payment took effect so far, without waiting for anything. */
  async hasEffect(id: number): Promise<boolean> {
    const list = await this.fence.callIfAble<unknown>("processed").catch(() => undefined);
    return Array.isArray(list) && list.some((one) => Number(one?.id) === id);
  }

  /** The same, after each of these took effect or its time is over. */
  async effectsOf(ids: readonly number[]): Promise<Map<number, unknown[]>> {
    const from = performance.now();
    for (;;) {
      const events = await this.effects();
      const took = performance.now() - from;
      const isThere = ids.every((id) => events.has(id));
      if (isThere || took > this.#effectMs) {
        this.#effectMs = isThere ? Math.max(this.#effectMs, 2 * took) : EFFECT_MS;
        return events;
      }
      await sleep(40);
    }
  }
}
