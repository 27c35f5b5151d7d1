/** The keepers of the tokens of many customers: one for each, made when it is needed. */

import { OAuthError } from "../errors/calls.ts";
import { errorCode } from "../errors/caught.ts";
import { family, linesByLabel, openMetrics } from "../values/open-metrics.ts";
import type { OptionNames } from "../values/unknown-option.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { checkRules, type Rule } from "./option-rules.ts";
import { fail } from "./token-endpoint.ts";
import { KEEPER_OPTIONS, Keeper, type TokenKeeper, type TokenKeeperOptions } from "./token-keeper.ts";
import { checkSaved, type TokenStore } from "./token-store.ts";
import { isText, type Tokens } from "./tokens.ts";

/** A refresh that failed. `code`: that of an `OAuthError`, or `unknown`. Holds no token. */
export type TokenProblem = { readonly customer: string; readonly code: string; readonly error: unknown };

/** What this process knows of the tokens of its customers. */
export type TokenStats = {
  /** Refreshes since the start, by how they ended. */
  readonly refreshes: { readonly ok: number; readonly failed: number };
  /** Customers whose last refresh failed, by the code of the error. */
  readonly failing: Readonly<Record<string, number>>;
};

/** Options of `createTokenKeepers`. Those of `createTokenKeeper` count for each customer. */
export interface TokenKeepersOptions extends Omit<TokenKeeperOptions, "store"> {
  /** The store of one customer, such as `(customer) => postgresTokenStore({ postgres, grant: customer })`. */
  store: (customer: string) => TokenStore;
  /**
   * Refreshes that run at the same time in this process, default 4. Each keeps a connection of a pool while the service
   * answers, so the pool needs more than that.
   */
  refreshesAtOnce?: number;
  /** How long a refresh waits for its turn before it fails with `timeout`. Milliseconds, default 30,000. */
  turnTimeoutMs?: number;
  /**
   * Receives every refresh that failed. Default: `console.error` prints the customer and the code once, until a refresh
   * of this customer succeeds.
   */
  onProblem?: (problem: TokenProblem) => void;
}

/** What `createTokenKeepers` returns. */
export interface TokenKeepers {
  /** The keeper of a customer; see `createTokenKeeper`. @throws OAuthError `token_store_invalid` (no name) */
  of(customer: string): TokenKeeper;
  /** Saves the tokens of a new grant. @throws OAuthError `store_save_failed` (not tokens), and what the store throws */
  save(customer: string, tokens: Tokens): Promise<void>;
  /**
   * Deletes the tokens of a customer, after a refresh that is under way in any process. The grant itself stays at the
   * service: how to end it is not stated.
   *
   * @throws OAuthError `token_store_invalid` if the store has no `markDead`, and what the store throws
   */
  remove(customer: string): Promise<void>;
  /** Resolves once no refresh is under way; never rejects. Await it before the process exits. */
  idle(): Promise<void>;
  stats(): TokenStats;
  /** The same as OpenMetrics text. Names no customer. */
  metrics(): string;
}

/**
 * Keeps the tokens of many customers. Refreshes of different customers run beside each other, a few at a time; with the
 * lock of the store, those of one customer run one at a time in all processes. Rests on F-5-04, N-4.2-01, U-14.
 *
 * @throws OAuthError `token_store_invalid`
 */
export function createTokenKeepers(options: TokenKeepersOptions): TokenKeepers {
  const keepers = new Keepers(options);
  return {
    of: (customer) => keepers.of(customer),
    save: (customer, tokens) => keepers.save(customer, tokens),
    remove: (customer) => keepers.remove(customer),
    idle: () => keepers.idle(),
    stats: () => keepers.stats(),
    metrics: () => formatMetrics(keepers.stats()),
  };
}

const NAMES: OptionNames<TokenKeepersOptions> = {
  ...KEEPER_OPTIONS,
  refreshesAtOnce: 1,
  turnTimeoutMs: 1,
  onProblem: 1,
};

class Keepers {
  readonly #options: TokenKeepersOptions;
  readonly #turns: ConcurrencyLimit;
  readonly #known = new Map<string, { keeper: Keeper; store: TokenStore }>();
  readonly #failing = new Map<string, string>();
  readonly #refreshes = { ok: 0, failed: 0 };

  constructor(options: TokenKeepersOptions) {
    const { store, refreshesAtOnce = 4, turnTimeoutMs = 30_000 } = options;
    const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) < 2 ** 31;
    const rules: Rule[] = [
      ["/store", "must be a function that returns the store of a customer", typeof store === "function"],
      ["/refreshesAtOnce", "must be a whole number from 1", isCount(refreshesAtOnce)],
      ["/turnTimeoutMs", "must be a whole number of milliseconds from 1", isCount(turnTimeoutMs)],
    ];
    checkRules(options, NAMES, rules);
    this.#options = options;
    this.#turns = new ConcurrencyLimit(refreshesAtOnce, turnTimeoutMs);
  }

  /** Looks up the keeper at each call, so that none outlives the removal of its customer. */
  of(customer: string): TokenKeeper {
    this.#keeperOf(customer);
    return {
      accessToken: async (rejected) => {
        const { keeper } = this.#keeperOf(customer);
        try {
          return await keeper.accessToken(rejected);
        } catch (error) {
          // Nothing is kept for a customer that does not exist.
          if (errorCode(error) === "grant_missing") this.#known.delete(customer);
          throw error;
        }
      },
      invalidate: (token) => this.#keeperOf(customer).keeper.invalidate(token),
      idle: () => this.#keeperOf(customer).keeper.idle(),
    };
  }

  async save(customer: string, tokens: Tokens): Promise<void> {
    const { store } = this.#keeperOf(customer);
    checkSaved(tokens);
    await store.save(tokens);
    this.#failing.delete(customer);
  }

  async remove(customer: string): Promise<void> {
    const { store } = this.#keeperOf(customer);
    const faults = [{ path: "/store", message: "needs markDead, which deletes the tokens" }];
    const erase = async () => {
      const tokens = await store.load();
      if (tokens) await (store.markDead ?? fail("token_store_invalid", { faults }))(tokens as Tokens);
    };
    await (store.withLock ? store.withLock(erase) : erase());
    this.#known.delete(customer);
    this.#failing.delete(customer);
  }

  async idle(): Promise<void> {
    await Promise.all([...this.#known.values()].map(({ keeper }) => keeper.idle()));
  }

  stats(): TokenStats {
    const failing: Record<string, number> = {};
    for (const code of this.#failing.values()) failing[code] = (failing[code] ?? 0) + 1;
    return { refreshes: { ...this.#refreshes }, failing };
  }

  #keeperOf(customer: string): { keeper: Keeper; store: TokenStore } {
    if (!isText(customer))
      fail("token_store_invalid", { faults: [{ path: "/customer", message: "must be a text that is not empty" }] });
    const known = this.#known.get(customer);
    if (known) return known;
    const store = this.#options.store(customer);
    const made = {
      keeper: new Keeper({ ...this.#options, store }, (refresh) => this.#inTurn(customer, refresh)),
      store,
    };
    this.#known.set(customer, made);
    return made;
  }

  /** Waits for a turn, runs the refresh of the customer, and counts how it ended. */
  async #inTurn<T>(customer: string, refresh: () => Promise<T>): Promise<T> {
    try {
      const token = await this.#turns.run(refresh);
      this.#refreshes.ok++;
      this.#failing.delete(customer);
      return token;
    } catch (error) {
      // The customer was removed meanwhile.
      if (errorCode(error) === "grant_missing") throw error;
      this.#refreshes.failed++;
      this.#tell(customer, error);
      throw error;
    }
  }

  #tell(customer: string, error: unknown): void {
    const code = error instanceof OAuthError ? error.code : "unknown";
    const isNew = this.#failing.get(customer) !== code;
    this.#failing.set(customer, code);
    const advice = `More: npx collections-contract explain ${code}`;
    const print = () =>
      isNew && console.error(`token keeper: ${code}`, JSON.stringify(customer), code === "unknown" ? error : advice);
    // An async function, so that a failure of `onProblem` never changes the outcome.
    (async () => (this.#options.onProblem ?? print)({ customer, code, error }))().catch(console.error);
  }
}

function formatMetrics({ refreshes, failing }: TokenStats): string {
  return openMetrics([
    family("tokens_refreshes", "counter", "Refreshes of this process, by how they ended."),
    linesByLabel("tokens_refreshes_total", "outcome", refreshes),
    family("tokens_refresh_failing", "gauge", "Customers whose last refresh failed, by the code of the error."),
    linesByLabel("tokens_refresh_failing", "code", failing),
  ]);
}
