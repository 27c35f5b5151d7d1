/**
 * Refreshes the tokens of one grant: one refresh at a time, saved before its token is used. Only the service ends a
 * grant.
 */

import { OAuthError } from "../errors/calls.ts";
import { inTime } from "../http.ts";
import { fail, oauthError, type Refreshed } from "./token-endpoint.ts";
import { type StoredTokens, type Tokens, tokensFrom } from "./tokens.ts";

/**
 * Where the tokens of one grant live, on the server of the app (F-5-04, F-5-05). Encrypting them is the store's task.
 */
export interface TokenStore {
  /** The tokens as last saved; undefined or null if there are none. Asked on every call, so it should be quick. */
  load(): Promise<StoredTokens | undefined | null>;
  /** Must have stored the tokens when it resolves. */
  save(tokens: Tokens): Promise<void>;
  /** The service has declared the refresh token of `dead` invalid. Optional; its failure is ignored. */
  markDead?(dead: Tokens): Promise<void>;
  /**
   * Runs `work` while no other process does for the same grant. Needed when several processes share a grant; default:
   * runs it at once.
   */
  withLock?<T>(work: () => Promise<T>): Promise<T>;
}

/** Options of `createTokenKeeper`. Only `store` has no default. */
export interface TokenKeeperOptions {
  store: TokenStore;
  /**
   * Gets a new access token. How is not stated (N-4.2-01), so there is no default: pass `rfc6749Refresh(...)` if the
   * service follows that RFC, or a function of your own. Throw an `OAuthError` with `error: "invalid_grant"` when the
   * grant is lost for good; any other failure keeps it.
   */
  refresh?: (refreshToken: string) => Promise<Refreshed>;
  /** Time for each `load`, `save` and `markDead` of the store. Milliseconds, default 10,000. */
  storeTimeoutMs?: number;
  /**
   * How long before its end a token counts as expired; at most half its lifetime. Seconds, default 60; without
   * `refresh` always 0.
   */
  skewSeconds?: number;
  /** Clock, in epoch milliseconds. Default `Date.now`. */
  now?: () => number;
}

/** What `createTokenKeeper` returns. */
export interface TokenKeeper {
  /**
   * Returns a token for the next request, refreshed if necessary. Pass this function to `createClient` as
   * `accessToken`.
   *
   * Concurrent calls share one refresh. While the service cannot be asked (503, time-out), a token that has not
   * expired yet is still returned; otherwise the failure of the refresh is thrown, and the grant is kept.
   *
   * @throws OAuthError `grant_missing`, `grant_dead`, `token_expired` (no `refresh`), `store_load_failed`,
   *   `store_save_failed`, and whatever `refresh` and `withLock` throw
   */
  accessToken(): Promise<string>;
  /**
   * Reports that the service rejected this token (401), so that the next call refreshes. Has no effect for a token
   * that was already replaced.
   */
  invalidate(rejectedToken: string): void;
}

/** A keeper for the tokens of one grant. Rests on F-5-04, N-4.2-01, N-5-01, U-14. */
export function createTokenKeeper(options: TokenKeeperOptions): TokenKeeper {
  const keeper = new Keeper(options);
  return { accessToken: () => keeper.accessToken(), invalidate: (token) => keeper.invalidate(token) };
}

type Refresh = NonNullable<TokenKeeperOptions["refresh"]>;

class Keeper implements TokenKeeper {
  readonly #store: TokenStore;
  readonly #refresh: Refresh | undefined;
  readonly #skewSeconds: number;
  readonly #storeTimeoutMs: number;
  readonly #now: () => number;
  readonly #rejected = new Set<string>();
  #flight: Promise<string> | undefined;
  /** Refreshed tokens that the store has not saved yet. */
  #unsaved: { replaces: string; tokens: Tokens } | undefined;
  #deadToken: string | undefined;

  constructor({ store, refresh, skewSeconds = 60, storeTimeoutMs = 10_000, now = Date.now }: TokenKeeperOptions) {
    this.#store = store;
    this.#refresh = refresh;
    this.#skewSeconds = skewSeconds;
    this.#storeTimeoutMs = storeTimeoutMs;
    this.#now = now;
  }

  async accessToken(): Promise<string> {
    const tokens = await this.#load();
    if (this.#isFresh(tokens)) return tokens.accessToken;
    const [store, refresh] = [this.#store, this.#refresh];
    if (!refresh) return fail("token_expired");
    const work = () => this.#renew(refresh);
    this.#flight ??= (store.withLock ? store.withLock(work) : work()).finally(() => {
      this.#flight = undefined;
    });
    return this.#flight;
  }

  invalidate(rejectedToken: string): void {
    this.#rejected.add(rejectedToken);
  }

  async #load(): Promise<Tokens> {
    let stored: unknown;
    try {
      stored = await inTime(this.#storeTimeoutMs, this.#store.load());
    } catch (error) {
      throw ownStoreError(error, "store_load_failed");
    }
    if (stored === undefined || stored === null) fail(this.#deadToken === undefined ? "grant_missing" : "grant_dead");
    const tokens = tokensFrom(stored) ?? fail("store_load_failed");
    return tokens.refreshToken === this.#deadToken ? fail("grant_dead") : tokens;
  }

  #isValid(tokens: Tokens, skewMs: number): boolean {
    return !this.#rejected.has(tokens.accessToken) && this.#now() < tokens.expiresAt.getTime() - skewMs;
  }

  #isFresh(tokens: Tokens): boolean {
    return this.#isValid(tokens, this.#refresh ? Math.min(this.#skewSeconds, tokens.expiresIn / 2) * 1000 : 0);
  }

  /** Runs alone. Another process may have been faster, so reads the store first. */
  async #renew(refresh: Refresh): Promise<string> {
    const stored = await this.#load();
    if (this.#isFresh(stored)) return stored.accessToken;
    const latest = this.#unsaved?.replaces === stored.accessToken ? this.#unsaved.tokens : stored;
    let next = latest;
    try {
      if (!this.#isFresh(latest)) next = await this.#refreshed(latest, refresh);
    } catch (error) {
      if (error instanceof OAuthError && error.error === "invalid_grant") await this.#bury(stored, error);
      if (this.#isValid(stored, 0)) return stored.accessToken;
      throw error;
    }
    await this.#save(next, stored.accessToken);
    return next.accessToken;
  }

  async #save(tokens: Tokens, replaces: string): Promise<void> {
    // A rotated refresh token exists nowhere else, so it is kept until it is saved.
    this.#unsaved = { replaces, tokens };
    try {
      await inTime(this.#storeTimeoutMs, this.#store.save(tokens));
    } catch (error) {
      throw ownStoreError(error, "store_save_failed");
    }
    this.#unsaved = undefined;
    this.#rejected.clear();
  }

  async #refreshed(tokens: Tokens, refresh: Refresh): Promise<Tokens> {
    const startedAt = this.#now();
    const { accessToken, expiresIn, refreshToken = tokens.refreshToken, extra } = await refresh(tokens.refreshToken);
    const expiresAt = startedAt + expiresIn * 1000;
    return tokensFrom({ accessToken, refreshToken, expiresIn, expiresAt, extra }) ?? fail("token_response_invalid");
  }

  async #bury(stored: Tokens, { status, error }: OAuthError): Promise<never> {
    this.#deadToken = stored.refreshToken;
    this.#unsaved = undefined;
    try {
      await inTime(this.#storeTimeoutMs, this.#store.markDead?.(stored));
    } catch {
      // This keeper knows it anyway, and the next keeper will find out.
    }
    throw oauthError("grant_dead", { status, error });
  }
}

/** Keeps an error of our own stores, which says why. Drops any other, because it could contain tokens. */
function ownStoreError(error: unknown, code: "store_load_failed" | "store_save_failed"): OAuthError {
  return error instanceof OAuthError && error.code === code ? error : oauthError(code);
}

/** A store in memory, for one process and for tests: gone when the process ends. */
export function memoryTokenStore(initial?: StoredTokens): TokenStore {
  let kept: StoredTokens | undefined = initial;
  return {
    load: async () => kept,
    async save(tokens) {
      kept = tokens;
    },
    async markDead() {
      kept = undefined;
    },
  };
}
