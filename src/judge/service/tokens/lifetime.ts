/**
 * A token is valid for as long as `expires_in` says, however often it is used, and however long it is left alone. Only
 * these checks show that, because the judge silently renews its own tokens.
 */

import { demand, observed } from "../../check.ts";
import type { Exchange } from "../../wire/http.ts";
import type { Context } from "../context.ts";
import { type FreshToken, freshToken, isGood, pause, use } from "./grants.ts";

/** How often a token is used in so many milliseconds: quickly at first, for its lifetime may be short. */
const OFTEN = { quick: 84, slow: 18, ms: 1300, most: 4000 };
/** How long a token is left alone at most, in milliseconds. */
const ALONE_MS = 8000;

/** What of its lifetime is no doubt left, in milliseconds: a service may count in whole seconds. */
const sureOf = (lifetime: unknown): number => 800 * (typeof lifetime === "number" ? lifetime - 1 : 0);

/** Other refusals have other reasons, such as the number of webhooks. */
const refusesToken = ({ response }: Exchange): boolean => response?.status === 401 || response?.status === 403;

type End = Pick<FreshToken, "sent" | "lifetime"> & { readonly uses: number; readonly ms: number };

/**
 * Uses a fresh token after each of these pauses; resolves to how it was refused within its time. Meanwhile the judge
 * requests no other token, because that might end this one (U-14). A rate limit may refuse with any status (N-7-01,
 * N-8-01): then a pause helps.
 */
async function end(context: Context, pausesOf: (lifetime: unknown) => readonly number[]): Promise<End | undefined> {
  const began = performance.now();
  const { sent, token, lifetime } = await freshToken(context);
  const { ask } = await use(context, token);
  observed(ask, "the API never accepts it: see token.works");
  for (const [index, before] of pausesOf(lifetime).entries()) {
    if (before > 0) await pause(before);
    if (index > 0 && performance.now() - began > OFTEN.most) return undefined;
    const isRefused = refusesToken(await ask(token));
    const ms = Math.round(performance.now() - began);
    observed(!isRefused || ms <= sureOf(lifetime), "the token may have expired");
    if (!isRefused) continue;
    await pause();
    return refusesToken(await ask(token)) ? { sent, lifetime, uses: index + 1, ms } : undefined;
  }
  return undefined;
}

/** @throws Breach if each of two tokens ends early */
async function mustLast(context: Context, pausesOf: (lifetime: unknown) => readonly number[]): Promise<void> {
  const ended = (await end(context, pausesOf)) && (await end(context, pausesOf));
  const { sent, lifetime, uses, ms } = ended ?? {};
  const expected = `A token with expires_in ${lifetime} is taken whenever it is used within that time.`;
  const when = `the second after ${uses} uses in ${ms} ms`;
  demand(!ended, expected, `The API took each of two tokens when it was new, and refused it then, ${when}.`, sent);
}

/** A token that is used often. */
export const lives = (context: Context): Promise<void> =>
  mustLast(context, () => [...Array(OFTEN.quick).fill(0), ...Array(OFTEN.slow).fill(OFTEN.ms / OFTEN.slow)]);

/**
 * The first token of a run is used again at its end, and one of an exchange, which may be kept elsewhere. That it is
 * refused then proves nothing, as its time may be over, later tokens may have ended it (U-14), or the driver may have
 * advanced time; so only then fresh ones are left alone, for no longer.
 */
export async function lasts(context: Context): Promise<void> {
  const { trace } = context;
  const known = trace.of("token").filter(({ at }) => at > trace.resetAt);
  const old = [true, false].flatMap((kept) => known.find(({ isKept }) => isKept === kept) ?? []);
  observed(old.length > 0, "no token of this run is older than this check");
  const longest = Math.min(ALONE_MS, ...old.map(({ at }) => performance.now() - at));
  for (const { token } of old)
    if (!(await isGood(context, token))) return mustLast(context, (lifetime) => [aloneFor(lifetime, longest)]);
}

function aloneFor(lifetime: unknown, longest: number): number {
  const ms = Math.min(longest, 0.6 * sureOf(lifetime));
  observed(ms > 0, "its time may have been over");
  return ms;
}
