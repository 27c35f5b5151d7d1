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
const LONG = { uses: 40, quick: 5, ms: 1300 };

/** Uses a token from now on; resolves to how it ended early, or to undefined. */
async function end(context: Context, fresh: Fresh, granted: Granted) {
  const started = performance.now();
  const { sent, token, lifetime } = await fresh(context);
  const ask = await granted(context, token);
  if (!ask) throw new NotObserved("the API never accepts it: see token.works");
  for (let uses = 1; uses < LONG.uses; uses++) {
    // Quickly at first, so that a token that is valid for only a few uses is detected even if its lifetime is short.
    if (uses >= LONG.quick) await new Promise((resolve) => setTimeout(resolve, LONG.ms / (LONG.uses - LONG.quick)));
    const ms = performance.now() - started;
    if (ms > 500 * (typeof lifetime === "number" ? lifetime : 0)) throw new NotObserved("the token may have expired");
    // Other refusals have other reasons, such as the number of webhooks.
    const { response } = await ask(token);
    if (response?.status === 401 || response?.status === 403) return { sent, uses, ms: Math.round(ms), lifetime };
  }
  return undefined;
}

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
