/**
 * A token is valid for as long as `expires_in` says, however often it is used, and however long it is left alone. Only
 * these checks show that, because the judge silently renews its own tokens.
 */

import { must, observed } from "../../check.ts";
import { refusesToken } from "../api.ts";
import type { Context } from "../context.ts";
import { refusedByChance } from "../expect.ts";
import { freshToken, isGood, pause, use } from "./grants.ts";

/** How often a token is used in so many milliseconds: quickly at first, for its lifetime may be short. */
const OFTEN = { quick: 84, slow: 18, ms: 1300, most: 4000 };
export const LIVES = "token.lives";
/** How long a token is left alone at most, in milliseconds. */
const ALONE_MS = 8000;

/** What of its lifetime is no doubt left, in milliseconds: a service may count in whole seconds. */
const sureOf = (lifetime: unknown): number => 800 * (typeof lifetime === "number" ? lifetime - 1 : 0);

/** The pauses before the uses of a token with this lifetime, in milliseconds. */
type Pauses = (lifetime: unknown) => readonly number[];

/**
 * Uses a fresh token after each of these pauses; resolves to how it was refused within its time. Meanwhile the judge
 * requests no other token, because that might end this one (U-14). A rate limit may refuse with any status (N-7-01,
 * N-8-01): then a pause helps.
 */
async function endOf(context: Context, pausesOf: Pauses) {
  const began = performance.now();
  const { sent, token, lifetime } = await freshToken(context);
  const { ask } = await use(context, token);
  observed(ask, "the API never accepts it: see token.works");
  for (const [index, before] of pausesOf(lifetime).entries()) {
    if (before > 0) await pause(before);
    if (index > 0 && performance.now() - began > OFTEN.most) return undefined;
    const ms = Math.round(performance.now() - began);
    const isRefused = refusesToken(await ask(token));
    observed(!isRefused || ms <= sureOf(lifetime), "the token may have expired");
    if (!isRefused) continue;
    await pause();
    if (refusesToken(await ask(token))) return { sent, lifetime, when: `${index + 1} uses in ${ms} ms` };
    const byChance = await refusedByChance(() => ask(token));
    must(!byChance, "Now and then the API refuses it after a pause, and takes it at once.", byChance);
    return undefined;
  }
  return undefined;
}

/** @throws Breach if each of two tokens ends early */
async function mustLast(context: Context, pausesOf: Pauses): Promise<void> {
  const { sent, lifetime, when } = ((await endOf(context, pausesOf)) && (await endOf(context, pausesOf))) ?? {};
  const how = "The API took each of two tokens when it was new, and refused it then";
  must(!sent, `${how}, the second, with expires_in ${lifetime}, after ${when}.`, sent);
}

/** Lets the requests that follow carry a fresh token, so that they show how often it can be used. */
export async function adopt(context: Context): Promise<void> {
  const { token } = await freshToken(context);
  if (await isGood(context, token)) context.service.adopt(token);
}

/** A token that is used often. Where requests of the run did so, and none was refused, that tells enough. */
export async function lives(context: Context): Promise<void> {
  const { adopted } = context.service;
  if (adopted && adopted.ms < OFTEN.ms) await isGood(context, adopted.token);
  const { uses, ms, isRefused } = adopted ?? { uses: 0, ms: 0, isRefused: false };
  if (!isRefused && uses >= OFTEN.quick + OFTEN.slow && ms >= OFTEN.ms) return;
  await mustLast(context, () => [...Array(OFTEN.quick).fill(0), ...Array(OFTEN.slow).fill(OFTEN.ms / OFTEN.slow)]);
}

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
  const alone: Pauses = (lifetime) => {
    const ms = Math.min(longest, 0.6 * sureOf(lifetime));
    observed(ms > 0, "its time may have been over");
    return [ms];
  };
  const areGood = await context.service.pace.each(old, ({ token }) => isGood(context, token));
  if (areGood.includes(false)) await mustLast(context, alone);
}
