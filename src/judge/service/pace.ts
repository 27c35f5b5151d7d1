/** How quickly a service answers, alone and beside others, and so how much may be asked of it at once. */

import { eachOf } from "../each-of.ts";
import type { Exchange } from "../wire/http.ts";

/** Quicker services are asked in order, so that what a run shows depends on nothing but its seed. Milliseconds. */
const SLOW_MS = 100;
/** A service that takes longer by this factor when it is asked several things at once has too few workers for more. */
const QUEUES = 2;
/** How many answers tell, and how many are looked at. */
const ENOUGH = 3;
const NEWEST = 50;
/** An answer has come beside others if so many were under way. */
const OTHERS = 3;
/** How much more is asked at once of a slow service that answers many as quickly as one, and how much at least. */
const MORE = { times: 3, least: 12 };

/** How much is under way at once at most, and where it queues: what waits here cannot time out there. */
const UNDER_WAY = { most: 64, queueing: 4 };

/** Returns the median of the newest times; undefined while they are too few. */
const medianOf = (times: readonly number[]): number | undefined =>
  times.length < ENOUGH ? undefined : times.slice(-NEWEST).sort((a, b) => a - b)[Math.min(times.length, NEWEST) >> 1];

export class Pace {
  readonly #alone: number[] = [];
  readonly #beside: number[] = [];
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  /** How much a service took at once that answered 503 beside others. */
  #bears = Number.POSITIVE_INFINITY;
  #isLimited = false;

  /** Measures a request, once it is its turn. */
  async of(send: () => Promise<Exchange>): Promise<Exchange> {
    const most = () => Math.min(this.#bears, this.#factor >= QUEUES ? UNDER_WAY.queueing : UNDER_WAY.most);
    while (this.#underWay >= most()) await new Promise<void>((go) => this.#waiting.push(go));
    const others = this.#underWay++;
    let isTooMuch = false;
    try {
      const exchange = await send();
      // Beside others it may say that these are too many (N-8-01): with fewer, it is asked again.
      isTooMuch = exchange.response?.status === 503 && others > 0;
      if (isTooMuch) this.#bears = Math.min(this.#bears, others);
      if (exchange.response?.status === 429) this.#isLimited = true;
      if (exchange.response && others === 0) this.#alone.push(exchange.ms);
      if (exchange.response && others >= OTHERS) this.#beside.push(exchange.ms);
      if (!isTooMuch) return exchange;
    } finally {
      this.#underWay--;
      this.#waiting.shift()?.();
    }
    return this.of(send);
  }

  /** Asks several times at once, if only that can tell how a slow service takes it; first until it is known as slow. */
  async find(ask: () => Promise<unknown>): Promise<void> {
    const isSuspect = this.#alone.some((ms) => ms > SLOW_MS);
    for (let asked = this.#alone.length; isSuspect && asked < ENOUGH; asked++) await ask();
    if (this.isSlow && this.#factor === 0) await Promise.all(Array.from({ length: ENOUGH + OTHERS }, ask));
  }

  /** How much may be asked at once where `usual` is asked of a quick service. */
  atOnce(usual: number): number {
    const hasRoom = this.#factor > 0 && this.#factor < QUEUES && !this.#isLimited;
    return hasRoom ? Math.max(MORE.times * usual, MORE.least) : usual;
  }

  /** Whether much can be asked: answers are quick, or many come as quickly as one. */
  get hasRoom(): boolean {
    return !this.isSlow || this.atOnce(1) > 1;
  }

  /** Does the work of each item in turn; at a slow service, of several at once. */
  each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
    return eachOf(items, this.atOnce(1), work);
  }

  /** Does one thing, and then another one; at a slow service, both at once. */
  async both<A, B>(one: () => Promise<A>, other: () => Promise<B>): Promise<[A, B]> {
    if (this.atOnce(1) > 1) return Promise.all([one(), other()]);
    return [await one(), await other()];
  }

  /** Whether an answer takes so long that less should be asked. */
  get isSlow(): boolean {
    return (medianOf(this.#alone) ?? 0) > SLOW_MS;
  }

  /** How much longer a slow service takes beside others; 0 for a quick one, or if it is not known. */
  get #factor(): number {
    const alone = medianOf(this.#alone) ?? 0;
    return this.isSlow ? (medianOf(this.#beside) ?? 0) / alone : 0;
  }
}
