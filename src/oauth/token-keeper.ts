/**
 * Keeps the tokens of one grant fresh: one refresh at a time, saved before its token is used. Only the service ends a
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
  /** Must have kept the tokens once it resolves. */
  save(tokens: Tokens): Promise<void>;
  /** The service has declared the refresh token invalid. Optional; its failure is ignored. */
  markDead?(): Promise<void>;
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
   * A token for the next request, refreshed if need be. Hand it to `createClient` as `accessToken`.
   *
   * Concurrent calls share one refresh. While the service cannot be asked (503, time-out), a token that has not expired
   * yet is still handed out; else the failure of the refresh comes through, and the grant is kept.
   *
   * @throws OAuthError `grant_missing`, `grant_dead`, `token_expired` (no `refresh`), `store_load_failed`, `store_save_failed`, and
   *   whatever `refresh` and `withLock` throw
   */
  accessToken(): Promise<string>;
  /**
   * Tells that the service rejected this token (401), so that the next call refreshes. One that was replaced meanwhile
   * has no effect.
   */
  invalidate(rejectedToken: string): void;
}

/** A keeper for the tokens of one grant. Rests on F-5-04, N-4.2-01, N-5-01, U-14. */
export function createTokenKeeper(options: TokenKeeperOptions): TokenKeeper {
  const { store, refresh, skewSeconds = 60, storeTimeoutMs = 10_000, now = Date.now } = options;
  const rejected = new Set<string>();
  let flight: Promise<string> | undefined;
  let unsaved: { replaces: string; tokens: Tokens } | undefined;
  let deadToken: string | undefined;

  async function load(): Promise<Tokens> {
    let stored: unknown;
    try {
      stored = await inTime(storeTimeoutMs, store.load());
    } catch {
      fail("store_load_failed");
    }
    if (stored === undefined || stored === null) fail(deadToken === undefined ? "grant_missing" : "grant_dead");
    const tokens = tokensFrom(stored) ?? fail("store_load_failed");
    return tokens.refreshToken === deadToken ? fail("grant_dead") : tokens;
  }

  function isValid(tokens: Tokens, skewMs: number): boolean {
    return !rejected.has(tokens.accessToken) && now() < tokens.expiresAt.getTime() - skewMs;
  }

  function isFresh(tokens: Tokens): boolean {
    return isValid(tokens, refresh ? Math.min(skewSeconds, tokens.expiresIn / 2) * 1000 : 0);
  }

  /** Runs alone. Another process may have been faster, so it looks at the store first. */
  async function renew(ask: NonNullable<typeof refresh>): Promise<string> {
    const stored = await load();
    if (isFresh(stored)) return stored.accessToken;
    const latest = unsaved?.replaces === stored.accessToken ? unsaved.tokens : stored;
    let next = latest;
    try {
      if (!isFresh(latest)) next = await refreshed(latest, ask);
    } catch (error) {
      if (error instanceof OAuthError && error.error === "invalid_grant") await bury(stored, error);
      if (isValid(stored, 0)) return stored.accessToken;
      throw error;
    }
    // A rotated refresh token exists nowhere else, so it is kept until it is saved.
    unsaved = { replaces: stored.accessToken, tokens: next };
    try {
      await inTime(storeTimeoutMs, store.save(next));
    } catch {
      fail("store_save_failed");
    }
    unsaved = undefined;
    rejected.clear();
    return next.accessToken;
  }

  async function refreshed(tokens: Tokens, ask: NonNullable<typeof refresh>): Promise<Tokens> {
    const startedAt = now();
    const { accessToken, expiresIn, refreshToken = tokens.refreshToken, extra } = await ask(tokens.refreshToken);
    const expiresAt = startedAt + expiresIn * 1000;
    return tokensFrom({ accessToken, refreshToken, expiresIn, expiresAt, extra }) ?? fail("token_response_invalid");
  }

  async function bury(stored: Tokens, { status, error }: OAuthError): Promise<never> {
    deadToken = stored.refreshToken;
    unsaved = undefined;
    try {
      await inTime(storeTimeoutMs, store.markDead?.());
    } catch {
      // This keeper knows it anyway, and the next one will find out.
    }
    throw oauthError("grant_dead", { status, error });
  }

  return {
    async accessToken() {
      const tokens = await load();
      if (isFresh(tokens)) return tokens.accessToken;
      if (!refresh) return fail("token_expired");
      const work = () => renew(refresh);
      flight ??= (store.withLock ? store.withLock(work) : work()).finally(() => {
        flight = undefined;
      });
      return flight;
    },
    invalidate(rejectedToken) {
      rejected.add(rejectedToken);
    },
  };
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
