/** The result of an exchange, in a form that shows no token when printed. */

import type { Fault } from "../errors/calls.ts";

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
 * `Tokens` as a store may hand them back: numbers may have become text, `expiresAt` a text or epoch milliseconds, and
 * `extra` be gone.
 */
export type StoredTokens = Omit<Tokens, "expiresAt" | "expiresIn" | "extra"> & {
  readonly expiresIn: number | bigint | string;
  readonly expiresAt: Date | number | bigint | string;
  readonly extra?: Readonly<Record<string, unknown>>;
};

/** `Tokens` from their stored form, such as parsed JSON; undefined if `faultsOfTokens` has something to say. */
export function tokensFrom(stored: unknown): Tokens | undefined {
  if (!isStored(stored)) return undefined;
  const { accessToken, refreshToken, expiresIn, expiresAt, extra } = stored;
  const tokens: Tokens = {
    tokenType: "Bearer",
    accessToken,
    refreshToken,
    expiresIn: readNumber(expiresIn) ?? 0,
    expiresAt: readDate(expiresAt),
    extra: extra ?? {},
  };
  // Not enumerable, because only inspect uses these own properties.
  return Object.defineProperty(tokens, Symbol.for("nodejs.util.inspect.custom"), { value: redactTokens });
}

const isStored = (value: unknown): value is StoredTokens => faultsOfTokens(value).length === 0;

/** Returns which members of stored tokens are missing or of the wrong kind. Says nothing of their values. */
export function faultsOfTokens(stored: unknown): Fault[] {
  if (typeof stored !== "object" || stored === null) return [{ path: "", message: "must be an object" }];
  const { accessToken, refreshToken, expiresIn, expiresAt }: { [K in keyof StoredTokens]?: unknown } = stored;
  const text = "must be a text that is not empty";
  const rules: [path: string, message: string, kept: boolean][] = [
    ["/accessToken", text, isText(accessToken)],
    ["/refreshToken", text, isText(refreshToken)],
    ["/expiresIn", "must be a number of seconds", readNumber(expiresIn) !== undefined],
    ["/expiresAt", "must be a date, or epoch milliseconds", !Number.isNaN(readDate(expiresAt).getTime())],
  ];
  return rules.filter(([, , kept]) => !kept).map(([path, message]) => ({ path, message }));
}

/** Whether it can be a token. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** A number of seconds from 0, as a number or as text; undefined for everything else. */
export function readSeconds(value: unknown): number | undefined {
  const seconds = readNumber(value);
  return seconds !== undefined && seconds >= 0 ? seconds : undefined;
}

/** Columns such as PostgreSQL's bigint arrive as text, or as BigInt. */
function readNumber(value: unknown): number | undefined {
  const isNumeral = typeof value === "string" && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value);
  const number = isNumeral || typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function readDate(value: unknown): Date {
  const readable = typeof value === "string" || value instanceof Date;
  return new Date(readNumber(value) ?? (readable ? value : Number.NaN));
}

function redactTokens(this: Tokens): object {
  const hidden = "[redacted]";
  return { ...this, accessToken: hidden, refreshToken: hidden, extra: hidden };
}
