/** Where the tokens of one grant live, and how the keeper asks there: within a deadline, and without leaking tokens. */

import { OAuthError } from "../errors/calls.ts";
import { errorCause, errorCode } from "../errors/caught.ts";
import { HttpFailure, inTime } from "../network/http.ts";
import { throwFailure } from "../values/function-result.ts";
import { fail, oauthError } from "./token-endpoint.ts";
import { faultsOfTokens, type StoredTokens, type Tokens, tokensFrom } from "./tokens.ts";

/** Keeps the tokens of a grant, on the server of the app (F-5-04, F-5-05). Encrypting them is the store's task. */
export interface TokenStore {
  /** The tokens as last saved; undefined or null if there are none. Asked on every call, so it should be quick. */
  load(): Promise<StoredTokens | undefined | null>;
  /** Must have stored the tokens when it resolves. */
  save(tokens: Tokens): Promise<void>;
  /**
   * The service has declared the refresh token of `dead` invalid. Delete the tokens only if they have this refresh
   * token: others are of a newer grant. Optional; its failure is ignored.
   */
  markDead?(dead: Tokens): Promise<void>;
  /**
   * Runs `work` while no other process does for the same grant. Needed when several processes share a grant; default:
   * runs it while no other keeper of this process does that has the same store.
   *
   * `work` calls `load` and `save`. If the lock is one of a database, they must use the connection that holds it: see
   * `postgresTokenStore`.
   */
  withLock?<T>(work: () => Promise<T>): Promise<T>;
}

/** A store in memory, for one process and for tests: gone when the process ends. */
export function memoryTokenStore(initial?: StoredTokens): TokenStore {
  let kept: StoredTokens | undefined = initial;
  const key = {};
  return {
    load: async () => kept,
    async save(tokens) {
      kept = tokens;
    },
    async markDead(dead) {
      if (kept?.refreshToken === dead.refreshToken) kept = undefined;
    },
    withLock: (work) => oneAtATime(key, work),
  };
}

/** A store as the keeper uses it: each call has a deadline, and errors have a code. */
export class GuardedStore {
  /** Whether the store can lock out other processes. */
  readonly isShared: boolean;
  readonly #store: TokenStore;
  readonly #timeoutMs: number;

  constructor(store: TokenStore, timeoutMs: number) {
    this.#store = store;
    this.#timeoutMs = timeoutMs;
    this.isShared = store.withLock !== undefined;
  }

  /** Returns the tokens; undefined if there are none. @throws OAuthError `store_load_failed` */
  async load(): Promise<Tokens | undefined> {
    const stored = await this.#ask("store_load_failed", () => this.#store.load());
    if (stored === undefined || stored === null) return undefined;
    return tokensFrom(stored) ?? fail("store_load_failed", { reason: "not tokens", faults: faultsOfTokens(stored) });
  }

  /** @throws OAuthError `store_save_failed` */
  save(tokens: Tokens): Promise<void> {
    return this.#ask("store_save_failed", async () => throwFailure(await this.#store.save(tokens)));
  }

  /** Never fails: this keeper knows that they are dead, and the next one will find out. */
  async markDead(dead: Tokens): Promise<void> {
    await this.#ask("store_save_failed", async () => this.#store.markDead?.(dead)).catch(() => undefined);
  }

  /** Runs `work` alone. Throws what `work` and the lock of the store throw. */
  locked<T>(work: () => Promise<T>): Promise<T> {
    return this.#store.withLock ? this.#store.withLock(work) : oneAtATime(this.#store, work);
  }

  async #ask<T>(code: "store_load_failed" | "store_save_failed", work: () => Promise<T>): Promise<T> {
    try {
      return await inTime(this.#timeoutMs, work());
    } catch (error) {
      throw storeError(code, error);
    }
  }
}

/**
 * Makes sure that no store replaces good tokens by what it could not load again.
 *
 * @throws OAuthError `store_save_failed`, whose `faults` name the members that are wrong
 */
export function checkSaved(tokens: unknown): void {
  const faults = faultsOfTokens(tokens);
  if (faults.length > 0) fail("store_save_failed", { reason: "not tokens", faults });
}

/** Keeps an error of our own stores, which says why. Of any other only its code, because it could contain tokens. */
export function storeError(code: "store_load_failed" | "store_save_failed" | "store_lock_failed", error: unknown) {
  if (error instanceof OAuthError && error.code === code) return error;
  return oauthError(code, { reason: failureReason(error) });
}

/** The code of a system or a database: `EACCES`, `SQLITE_BUSY`, or a SQLSTATE such as `25006`. Libraries wrap it. */
function failureReason(error: unknown): string | undefined {
  if (error instanceof HttpFailure) return "ETIMEDOUT";
  // Its message quotes the text, which contains tokens.
  if (error instanceof SyntaxError) return "not JSON";
  if (error instanceof Error && error.name === "KeyMissing") return "key missing";
  if (error instanceof Error && error.name === "Undecryptable") return "not decryptable";
  const code = errorCode(error) ?? errorCode(errorCause(error));
  return code !== undefined && /^(?:[A-Z][A-Z\d_]{1,40}|[\dA-Z]{5})$/.test(code) ? code : undefined;
}

const tails = new WeakMap<object, Promise<unknown>>();

/** Runs `work` once all work before it for the same key has ended. */
function oneAtATime<T>(key: object, work: () => Promise<T>): Promise<T> {
  const run = (tails.get(key) ?? Promise.resolve()).then(work);
  tails.set(
    key,
    run.catch(() => undefined),
  );
  return run;
}
