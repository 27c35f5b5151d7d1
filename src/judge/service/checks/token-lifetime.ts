/**
 * A token is valid for as long as `expires_in` says. Only this check shows that, because the judge silently renews
 * its own tokens.
 */

import { Breach, type Check, NotObserved } from "../../check.ts";
import type { Exchange } from "../../wire/http.ts";
import type { Context } from "../context.ts";

export interface FreshToken {
  readonly sent: Exchange;
  readonly token: string;
  /** `expires_in` as it came. */
  readonly lifetime: unknown;
}
type Fresh = (context: Context) => Promise<FreshToken>;
type Ask = (token: string) => Promise<Exchange>;
/** Finds a request that is granted with the token. */
type Granted = (context: Context, token: string) => Promise<Ask | undefined>;

/**
 * How often a token is used, and how long that takes. Meanwhile the judge requests no other token, because that might
 * end this one (U-14).
 */
const LONG = { uses: 120, quick: 85, ms: 1300, most: 4000, pause: 1100 };

/** Whether more than half of `expires_in` has passed after `ms`; what is not a number is not a time at all. */
const mayBeOver = (lifetime: unknown, ms: number): boolean => ms > 500 * (typeof lifetime === "number" ? lifetime : 0);

/** Other refusals have other reasons, such as the number of webhooks. */
const refusesToken = ({ response }: Exchange): boolean => response?.status === 401 || response?.status === 403;

/** Uses a token from now on; resolves to how it ended early, or to undefined. */
async function end(context: Context, fresh: Fresh, granted: Granted) {
  const started = performance.now();
  const { sent, token, lifetime } = await fresh(context);
  const ask = await granted(context, token);
  if (!ask) throw new NotObserved("the API never accepts it: see token.works");
  for (let uses = 1; uses < LONG.uses; uses++) {
    // Quickly at first, so that a token that is valid for only a few uses is detected even if its lifetime is short.
    if (uses >= LONG.quick) await new Promise((resolve) => setTimeout(resolve, LONG.ms / (LONG.uses - LONG.quick)));
    const ms = Math.round(performance.now() - started);
    if (mayBeOver(lifetime, ms)) throw new NotObserved("the token may have expired");
    if (ms > LONG.most) return undefined;
    if (refusesToken(await ask(token)))
      return (await isSlowedDown(ask, token)) ? undefined : { sent, uses, ms, lifetime };
  }
  return undefined;
}

/** Whether the refusal was that of a rate limit, which may be any status (N-7-01, N-8-01): then a pause helps. */
async function isSlowedDown(ask: Ask, token: string): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, LONG.pause));
  return !refusesToken(await ask(token));
}

/** How long a token is left alone at most, in milliseconds, and how often, before the service is accused. */
const ALONE = { ms: 8000, rounds: 2 };

/** Half of what expires_in gives a token at least, in milliseconds: a service may count in whole seconds. */
const halfOf = (lifetime: unknown): number => 500 * (typeof lifetime === "number" ? lifetime - 1 : 0);

/**
 * Leaves a fresh token alone for `longest` milliseconds, or half its time, with no other exchange meanwhile (U-14);
 * resolves to how it was refused afterwards.
 */
async function endAlone(context: Context, fresh: Fresh, granted: Granted, longest: number) {
  const { sent, token, lifetime } = await fresh(context);
  const began = performance.now();
  const ask = await granted(context, token);
  if (!ask) throw new NotObserved("the API does not take a fresh token: see token.works");
  const ms = Math.round(Math.min(longest, halfOf(lifetime)));
  if (ms <= 0) throw new NotObserved("its time may have been over");
  await new Promise((resolve) => setTimeout(resolve, ms));
  if (!refusesToken(await ask(token))) return undefined;
  // A busy machine may have taken the other half.
  if (performance.now() - began > 1.6 * halfOf(lifetime)) throw new NotObserved("its time may have been over");
  return { sent, lifetime, ms };
}

/**
 * The first token of a run is used again at its end, and one of an exchange, which may be kept elsewhere. That it is
 * refused then proves nothing, as its time may be over, later tokens may have ended it (U-14), or the driver may have
 * advanced time; so only then fresh ones are left alone.
 */
async function lasts(context: Context, fresh: Fresh, granted: Granted): Promise<void> {
  const old = [context.firstToken, context.codes.exchangedToken].filter((one) => one !== undefined);
  if (old.length === 0) throw new NotObserved("no token of this run is older than this check");
  const longest = Math.min(ALONE.ms, ...old.map(({ at }) => performance.now() - at));
  let areGranted = true;
  for (const { token } of old) areGranted &&= (await granted(context, token)) !== undefined;
  if (areGranted) return;
  for (let round = 1; ; round++) {
    const ended = await endAlone(context, fresh, granted, longest);
    if (!ended) return;
    if (round === ALONE.rounds)
      throw new Breach({
        expected: `A token with expires_in ${ended.lifetime} is still taken when it is ${ended.ms} ms old.`,
        actual: `The API took each of ${ALONE.rounds} tokens when it was new, and refused it after ${ended.ms} ms.`,
        exchange: ended.sent,
      });
  }
}

/** At the end of a run, when tokens are old. */
export const lastingCheck = (group: string, fresh: Fresh, granted: Granted): Check<Context> => ({
  id: "token.lasts",
  title: "An access token that is seconds old is taken, if expires_in gives it longer",
  severity: "demand",
  rests: ["F-2.1-02", "F-8-03"],
  group,
  fix: "Let a token live for expires_in seconds; look at the unit of the time that the service stores.",
  run: (context) => lasts(context, fresh, granted),
});

export const lifetimeChecks = (group: string, fresh: Fresh, granted: Granted): Check<Context>[] => [
  {
    id: "token.lives",
    title: "The access token stays valid within expires_in",
    severity: "demand",
    rests: ["F-2.1-02", "F-8-03", "F-5-03"],
    group,
    fix: "Let a token live for expires_in seconds, however often it is used.",
    async run(context) {
      const first = await end(context, fresh, granted);
      const again = first && (await end(context, fresh, granted));
      if (!again) return;
      const { uses, ms, lifetime, sent } = again;
      throw new Breach({
        expected: `A token with expires_in ${lifetime} is accepted whenever it is used within that time.`,
        actual: `The API accepted each of two tokens for a while and then refused it, the second after ${uses} uses in ${ms} ms.`,
        exchange: sent,
      });
    },
  },
];
