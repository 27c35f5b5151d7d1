/**
 * Refreshes the tokens of one grant: one refresh at a time, sent only if its result can be saved, and saved before its
 * token is used. Only the service ends a grant.
 */

import { OAuthError } from "../errors/calls.ts";
import type { OptionNames } from "../values/unknown-option.ts";
import { checkRules } from "./option-rules.ts";
import { fail, NO_ACCESS_TOKEN, oauthError, type Refreshed } from "./token-endpoint.ts";
import { GuardedStore, type TokenStore } from "./token-store.ts";
import { isText, readSeconds, type Tokens, tokensFrom } from "./tokens.ts";

/** The names of the options of `createTokenKeeper`. */
export const KEEPER_OPTIONS: OptionNames<TokenKeeperOptions> = {
  store: 1,
  refresh: 1,
  storeTimeoutMs: 1,
  skewSeconds: 1,
  now: 1,
};

/** Options of `createTokenKeeper`. Only `store` has no default. */
export interface TokenKeeperOptions {
  store: TokenStore;
  /**
   * Gets a new access token. How is not stated (N-4.2-01), so there is no default: pass `rfc6749Refresh(...)` if the
   * service follows that RFC, or a function of your own, which must settle. Throw an `OAuthError` with
   * `error: "invalid_grant"` when the grant is lost for good; any other failure keeps it.
   */
  refresh?: (refreshToken: string) => Promise<Refreshed>;
  /** Time for each `load`, `save` and `markDead` of the store. Milliseconds, default 10,000. */
  storeTimeoutMs?: number;
  /**
   * How long before its end a token is refreshed; at most half its lifetime. It is used meanwhile. Seconds, default 60;
   * without `refresh` always 0.
   */
  skewSeconds?: number;
  /** Clock, in epoch milliseconds. Default `Date.now`. */
  now?: () => number;
}

/** What `createTokenKeeper` returns. */
export interface TokenKeeper {
  /**
   * Returns a token for the next request, refreshed if it has expired. Pass this function to `createClient` as
   * `accessToken`: after a 401, the client calls it with the token that was rejected, as `invalidate` does.
   *
   * Concurrent calls share one refresh. A token that is about to expire is returned at once, and refreshed beside it.
   * After a refresh that failed, the next one is sent after `Retry-After`, at most an hour later; without it, after 1 s
   * to 30 s. Until then calls throw the same failure once the token has expired. The grant is kept.
   *
   * @throws OAuthError `grant_missing`, `grant_dead`, `token_expired` (no `refresh`), `store_load_failed`,
   *   `store_save_failed`, and whatever `refresh` and `withLock` throw
   */
  accessToken(rejectedToken?: string): Promise<string>;
  /**
   * Reports that the service rejected this token (401), so that the next call refreshes. Has no effect for a token
   * that was already replaced.
   */
  invalidate(rejectedToken: string): void;
  /**
   * Resolves once no refresh is under way; never rejects. Await it before the process exits: a refresh token that the
   * service has replaced would be lost.
   */
  idle(): Promise<void>;
}

/** A keeper for the tokens of one grant. Rests on F-5-04, N-4.2-01, N-5-01, U-14. */
export function createTokenKeeper(options: TokenKeeperOptions): TokenKeeper {
  const keeper = new Keeper(options);
  return {
    accessToken: (rejected) => keeper.accessToken(rejected),
    invalidate: (token) => keeper.invalidate(token),
    idle: () => keeper.idle(),
  };
}

type Refresh = NonNullable<TokenKeeperOptions["refresh"]>;

/** Longest pause that `Retry-After` can ask for, and longest one without it. Seconds. */
const PAUSE_MAX = { asked: 3600, own: 30 };
/** How long another process may need to save what it got for the same refresh token, if no lock keeps it out. */
const GRACE_MS = 1000;

/** Runs a refresh of one of many keepers when it is its turn. */
export type InTurn = <T>(refresh: () => Promise<T>) => Promise<T>;

export class Keeper implements TokenKeeper {
  readonly #store: GuardedStore;
  readonly #refresh: Refresh | undefined;
  readonly #skewSeconds: number;
  readonly #now: () => number;
  readonly #rejected = new Set<string>();
  /** Refresh tokens that the service declared invalid. */
  readonly #dead = new Set<string>();
  #flight: Promise<string> | undefined;
  /** The last result of a refresh, in case the store holds what it replaced: it was not saved then. */
  #result: { replaces: readonly string[]; tokens: Tokens } | undefined;
  readonly #inTurn: InTurn;
  /** The last refresh, if it failed. Times in milliseconds. */
  #failure: { refreshToken: string; error: unknown; times: number; since: number; pause: number } | undefined;

  constructor(options: TokenKeeperOptions, inTurn?: InTurn) {
    const { store, refresh, skewSeconds = 60, storeTimeoutMs = 10_000, now = Date.now } = options;
    if (!inTurn) checkRules(options, KEEPER_OPTIONS);
    this.#inTurn = inTurn ?? ((refresh) => refresh());
    this.#store = new GuardedStore(store, storeTimeoutMs);
    this.#refresh = refresh;
    this.#skewSeconds = skewSeconds;
    this.#now = now;
  }

  async accessToken(rejectedToken?: string): Promise<string> {
    if (isText(rejectedToken)) this.invalidate(rejectedToken);
    const tokens = await this.#load();
    if (this.#isFresh(tokens)) return tokens.accessToken;
    const refresh = this.#refresh ?? fail("token_expired");
    const renewal = this.#renewal(tokens, refresh);
    if (!this.#isValid(tokens, 0)) return renewal;
    // A failure is remembered, and thrown once the token has expired.
    renewal.catch(() => undefined);
    return tokens.accessToken;
  }

  invalidate(rejectedToken: string): void {
    this.#rejected.add(rejectedToken);
  }

  async idle(): Promise<void> {
    await this.#flight?.catch(() => undefined);
  }

  async #load(): Promise<Tokens> {
    const tokens = await this.#store.load();
    if (!tokens) return fail(this.#dead.size > 0 ? "grant_dead" : "grant_missing");
    return this.#dead.has(tokens.refreshToken) ? fail("grant_dead") : tokens;
  }

  #isValid(tokens: Tokens, skewMs: number): boolean {
    return !this.#rejected.has(tokens.accessToken) && this.#now() < tokens.expiresAt.getTime() - skewMs;
  }

  #isFresh(tokens: Tokens): boolean {
    return this.#isValid(tokens, this.#refresh ? Math.min(this.#skewSeconds, tokens.expiresIn / 2) * 1000 : 0);
  }

  /** The refresh that is under way, a new one, or the failure of the last one. */
  #renewal(tokens: Tokens, refresh: Refresh): Promise<string> {
    if (this.#flight) return this.#flight;
    const left = this.#failure ? this.#failure.since + this.#failure.pause - this.#now() : 0;
    // A clock that was set back would make the pause longer.
    if (this.#failure?.refreshToken === tokens.refreshToken && left > 0 && left <= this.#failure.pause)
      return Promise.reject(again(this.#failure.error, left));
    this.#flight = this.#inTurn(() => this.#store.locked(() => this.#renew(refresh)))
      .then((token) => {
        this.#rejected.clear();
        return token;
      })
      .finally(() => {
        this.#flight = undefined;
      });
    return this.#flight;
  }

  /** Runs alone. Another process may have been faster, so reads the store first. */
  async #renew(refresh: Refresh): Promise<string> {
    const stored = await this.#load();
    if (this.#isFresh(stored)) return stored.accessToken;
    const latest = this.#result?.replaces.includes(JSON.stringify(stored)) ? this.#result.tokens : stored;
    if (this.#isFresh(latest)) return this.#keep(latest, [stored]);
    // What cannot be saved now could not be saved afterwards, when the refresh token is spent. Without a lock, this
    // could replace what another process has just saved.
    if (this.#store.isShared) await this.#store.save(latest);
    let next: Tokens;
    try {
      next = await this.#refreshed(latest, refresh, [stored, latest]);
    } catch (error) {
      if (error instanceof OAuthError && error.code === "store_save_failed") throw error;
      return this.#recovered(error, stored, latest, refresh);
    }
    this.#failure = undefined;
    return (await this.#isReplaced([stored, latest])) ? this.#renew(refresh) : this.#keep(next, [stored, latest]);
  }

  /** Whether the customer has given a new grant during the refresh, which must not be overwritten. */
  async #isReplaced(refreshed: Tokens[]): Promise<boolean> {
    const current = this.#store.isShared ? await this.#store.load().catch(() => undefined) : undefined;
    return current !== undefined && refreshed.every(({ refreshToken }) => refreshToken !== current.refreshToken);
  }

  async #keep(tokens: Tokens, replaced: Tokens[]): Promise<string> {
    // A rotated refresh token exists nowhere else, so it is kept until the store holds others.
    this.#result = { replaces: replaced.map((one) => JSON.stringify(one)), tokens };
    await this.#store.save(tokens);
    return tokens.accessToken;
  }

  async #refreshed(tokens: Tokens, refresh: Refresh, replaced: Tokens[]): Promise<Tokens> {
    const startedAt = this.#now();
    const { accessToken, refreshToken: given, expiresIn, extra } = (await refresh(tokens.refreshToken)) ?? {};
    const refreshToken = isText(given) ? given : tokens.refreshToken;
    const lifetimes = [readSeconds(expiresIn), tokens.expiresIn].filter((seconds) => seconds !== undefined);
    for (const lifetime of lifetimes.map(Math.floor)) {
      const expiresAt = startedAt + lifetime * 1000;
      const next = tokensFrom({ accessToken, refreshToken, expiresIn: lifetime, expiresAt, extra });
      if (next) return next;
    }
    // An answer without an access token may still have replaced the refresh token.
    if (refreshToken !== tokens.refreshToken) await this.#keep({ ...tokens, refreshToken }, replaced);
    return fail("token_response_invalid", { faults: NO_ACCESS_TOKEN });
  }

  /** Looks again after a failure: another process may have refreshed, or the customer given a new grant. */
  async #recovered(error: unknown, stored: Tokens, latest: Tokens, refresh: Refresh): Promise<string> {
    const isDead = error instanceof OAuthError && error.error === "invalid_grant";
    if (isDead) for (const { refreshToken } of [stored, latest]) this.#dead.add(refreshToken);
    if (isDead && !this.#store.isShared) await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
    const current = await this.#store.load().catch(() => stored);
    if (current && this.#dead.has(current.refreshToken)) await this.#store.markDead(current);
    if (isDead && (!current || this.#dead.has(current.refreshToken)))
      fail("grant_dead", { url: error.url, status: error.status, error: error.error });
    if (current && this.#isValid(current, 0)) return current.accessToken;
    if (isDead) return this.#renew(refresh);
    this.#remember(error, current ?? stored);
    throw error;
  }

  #remember(error: unknown, { refreshToken }: Tokens): void {
    const asked = error instanceof OAuthError ? error.retryAfterSeconds : undefined;
    const times = (this.#failure?.times ?? 0) + 1;
    const seconds =
      asked === undefined ? Math.min(PAUSE_MAX.own, 2 ** (times - 1)) : Math.min(PAUSE_MAX.asked, Math.max(1, asked));
    this.#failure = { refreshToken, error, times, since: this.#now(), pause: seconds * 1000 };
  }
}

/** A failure as the calls that come too early see it: with the time that is left. */
function again(error: unknown, leftMs: number): unknown {
  if (!(error instanceof OAuthError)) return error;
  const { code, url, status, reason, faults, error: named } = error;
  return oauthError(code, { url, status, reason, faults, error: named, retryAfterSeconds: Math.ceil(leftMs / 1000) });
}
