/**
 * What a run sent, received and did: the only memory of it. Moments are kept in their order and never removed; whoever
 * asks what happened reads it from here. All times are by `performance.now()`.
 */

import type { Json } from "./answers.ts";
import type { Exchange } from "./wire/http.ts";
import { locationIn, type Reply } from "./wire/reply.ts";

export type Kind = "client" | "app";

/** A call by which the driver made something happen. */
export interface Act {
  readonly name: string;
  readonly args: readonly unknown[];
  /** When it began. */
  readonly at: number;
  /** What it resolved to; undefined until then. */
  value?: unknown;
}

/** A request to the listener. */
export interface Received {
  /** When its head had been read, and then its body. */
  readonly begunAt: number;
  readonly at: number;
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  /** Names and values as they came. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
  /** Why the body is not whole: no end came in time, it was too large, or the connection ended within it. */
  readonly cut: string | undefined;
  /** The answer to it, and its time: `Infinity` until then. */
  readonly reply: Reply;
  answeredAt: number;
  /** The service had given up by then: it had hung up, or its stated time-out was over. */
  isUnread?: boolean;
}

/** What a request says of itself. */
export type Said = Pick<Received, "headers" | "body">;

/** One URL that was given to a service, and the requests to it. */
export interface Endpoint {
  readonly token: string;
  /** Path and query that its URL ends in. */
  readonly target: string;
  /** May change between two events. */
  reply: Reply;
  /** The answer to the next request alone. */
  once: Reply | undefined;
  /** After so many requests with the same id since then, the next ones are acknowledged. Default: never. */
  acknowledges?: { readonly after: number; readonly since: number } | undefined;
  readonly received: readonly Received[];
  /** How many came since something was last made to happen. */
  fresh: number;
  /** When the last webhook with this URL had been created; 0 before. */
  since: number;
}

/** A webhook that leads to the judge. */
export interface Hook {
  readonly kind: Kind;
  readonly owner: string;
  readonly endpoint: Endpoint;
  readonly url: string;
  /** Path and query that its URL ends in. */
  readonly target: string;
  readonly request: Json;
  readonly response: unknown;
  readonly exchange: Exchange;
  readonly secret: string | undefined;
  /** When its creation had been answered. */
  readonly createdAt: number;
}

/** A creation that was answered 2xx. */
export interface Accepted {
  readonly kind: Kind;
  readonly request: Json;
  readonly exchange: Exchange;
  /** When it had been answered. */
  readonly at: number;
}

interface Mark {
  readonly at: number;
}

/** The kinds of moment. */
export interface Moments {
  act: Act;
  arrived: { readonly one: Received; readonly endpoint: Endpoint | undefined };
  accepted: Accepted;
  refused: Accepted;
  hook: Hook;
  /** A request for the list of the first App. */
  listed: Exchange;
  /** A stated exchange of a code: one that was accepted, or the refusal of a code that had not been sent before. */
  exchanged: Exchange;
  /** An access token; `isKept`: one of an exchange that is used again at the end of the run alone. */
  token: Mark & { readonly token: string; readonly isKept: boolean };
  reset: Mark;
  /** The driver had said that nothing is pending, nothing was done meanwhile, and what was sent before was read. */
  settled: Mark;
  /** The judge began to refuse connections. */
  deaf: Mark;
  /** A request of the judge to itself was answered then, so many milliseconds late. */
  stalled: Mark & { readonly ms: number };
}

/** When the last of these moments before a time was; 0 if there was none. */
export const lastBefore = (all: readonly Mark[], before: number): number =>
  all.findLast(({ at }) => at < before)?.at ?? 0;

export class Trace {
  readonly #moments: { readonly [K in keyof Moments]: Moments[K][] } = {
    ...{ act: [], arrived: [], accepted: [], refused: [], hook: [], listed: [], exchanged: [] },
    ...{ token: [], reset: [], settled: [], deaf: [], stalled: [] },
  };

  note<K extends keyof Moments>(kind: K, moment: Moments[K]): void {
    this.#moments[kind].push(moment);
  }

  /** All moments of a kind so far, in their order. The list grows with the run. */
  of<K extends keyof Moments>(kind: K): readonly Moments[K][] {
    return this.#moments[kind];
  }

  /** Requests to URLs that were not given out. */
  get stray(): Received[] {
    return this.of("arrived").flatMap(({ one, endpoint }) => (endpoint ? [] : [one]));
  }

  /** Every `Location` in an answer. */
  get redirectTargets(): Set<string> {
    return new Set(this.of("arrived").flatMap(({ one }) => locationIn(one.reply, one.target) ?? []));
  }

  /** Requests that were made after the driver had said that nothing is pending, and before anything else was done. */
  get unannounced(): Received[] {
    return this.of("arrived").flatMap(({ one, endpoint }) =>
      endpoint && lastBefore(this.of("settled"), one.begunAt) > lastBefore(this.of("act"), one.begunAt) ? [one] : [],
    );
  }

  /** When the service was last reset; 0 if it was not. */
  get resetAt(): number {
    return this.of("reset").at(-1)?.at ?? 0;
  }

  /** How many resets there were by then. */
  eraAt(at: number): number {
    return this.of("reset").filter((reset) => reset.at < at).length;
  }
}
