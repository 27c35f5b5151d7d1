/** The result of an exchange, in a form that shows no token when printed. */

/**
 * The tokens of one grant (F-2.1-01 to F-2.1-04).
 *
 * `util.inspect` and `console.log` show `[redacted]` in place of tokens and extra members. `JSON.stringify` writes
 * all of it, because a store must keep it: never log that text, nor a spread copy of this object.
 */
export interface Tokens {
  readonly tokenType: "Bearer";
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Lifetime of the access token in seconds, as the service stated it. */
  readonly expiresIn: number;
  /** Counted from the moment before the request was sent, so never later than the service means. */
  readonly expiresAt: Date;
  /** Members of the token response beyond the four (U-15), as received. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/**
 * `Tokens` as a store may hand them back: `expiresAt` may have become text or epoch milliseconds, and `extra` be gone.
 */
export type StoredTokens = Omit<Tokens, "expiresAt" | "extra"> & {
  readonly expiresAt: Date | string | number;
  readonly extra?: Readonly<Record<string, unknown>>;
};

/** `Tokens` from their stored form, such as parsed JSON; undefined if a member is missing or of the wrong kind. */
export function tokensFrom(stored: unknown): Tokens | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const { accessToken, refreshToken, expiresIn, expiresAt, extra } = stored as StoredTokens;
  const date = new Date(expiresAt);
  const texts = [accessToken, refreshToken].every((token) => typeof token === "string" && token !== "");
  const times = Number.isFinite(expiresIn) && expiresIn >= 0 && !Number.isNaN(date.getTime());
  if (!texts || !times) return undefined;
  const tokens: Tokens = {
    tokenType: "Bearer",
    accessToken,
    refreshToken,
    expiresIn,
    expiresAt: date,
    extra: extra ?? {},
  };
  // Not enumerable, because only inspect uses these own properties.
  return Object.defineProperty(tokens, Symbol.for("nodejs.util.inspect.custom"), { value: shown });
}

function shown(this: Tokens): object {
  const hidden = "[redacted]";
  return { ...this, accessToken: hidden, refreshToken: hidden, extra: hidden };
}
