/** Reads an exchange or a request: accepted, refused, a delivery, a secret. */

import { setTimeout as sleep } from "node:timers/promises";
import { objectsIn } from "../answers.ts";
import { must, observed } from "../check.ts";
import { type Exchange, isAccepted } from "../wire/http.ts";

/** The secret in an answer: at its top level, or anywhere inside, because the format is open (N-4.3-02). */
export function secretIn(response: unknown): string | undefined {
  const holder = objectsIn(response).find(({ secret }) => typeof secret === "string" && secret !== "");
  return holder?.["secret"] as string | undefined;
}

export const join = (base: string, path: string): string => base.replace(/\/+$/, "") + path;

/** Describes how an exchange ended. */
export const outcomeOf = ({ response, failure }: Exchange): string =>
  response ? `status ${response.status}` : `no answer: ${failure?.code}`;

/**
 * Demands that the service accepts a request that the facts allow. `given`: the member of the driver that decides it,
 * and that is named beside the service if the answer is a 4xx. `elsewhere`: what is named beside it for a 404.
 */
export function mustAccept(exchange: Exchange, given?: string, elsewhere?: string): void {
  observed(exchange.failure?.code !== "refused", "target_unreachable: nothing listens there any more");
  observed(exchange.response?.status !== 429, "the service asks again and again to come later (N-8-01)");
  must(isAccepted(exchange), `It was refused (${outcomeOf(exchange)}).${doubt(exchange, given, elsewhere)}`, exchange);
}

function doubt({ response }: Exchange, given: string | undefined, elsewhere: string | undefined): string {
  const status = response?.status ?? 0;
  if (given === undefined || status < 400 || status > 499) return "";
  if (status === 401 || status === 403) return " Check the access token of the driver first.";
  if (status !== 404) return ` Check ${given} in the driver first.`;
  return ` ${elsewhere ?? "Check baseUrl and the identifiers in the driver first."}`;
}

/** The service is busy or away, so that nothing is wrong with the request. */
export const isBusy = ({ response }: Exchange) => !response || [429, 502, 503, 504].includes(response.status);

/**
 * How often a request is asked at most that was refused before, how often it must be again, how many follow at
 * once, and the pause before.
 */
const CHANCES = { most: 12, proof: 2, atOnce: 3, pauseMs: 1100 };

/**
 * A good request that is refused now and then, as by one server of several: it is refused after a pause, and accepted
 * right afterwards, so that no limit explains it (N-8-01). Resolves to undefined if it is not. `next`: what follows.
 */
export async function refusedByChance(ask: () => Promise<Exchange>, next = ask): Promise<Exchange | undefined> {
  const refused: Exchange[] = [];
  for (let times = 0; times < CHANCES.most && refused.length < CHANCES.proof; times++) {
    await sleep(CHANCES.pauseMs);
    const one = await ask();
    if (isAccepted(one)) continue;
    let left = isBusy(one) ? 0 : CHANCES.atOnce;
    while (left > 0 && !isAccepted(await next())) left--;
    if (left === 0) return undefined;
    refused.push(one);
  }
  return refused[CHANCES.proof - 1];
}

/** Demands that the service refuses: any answer outside 2xx, whatever its code and body. `how`: what was asked. */
export function mustRefuse(exchange: Exchange, how = ""): void {
  observed(exchange.response, `there was no answer (${exchange.failure?.code})`);
  must(!isAccepted(exchange), `It was accepted${how && ` ${how}`} (${outcomeOf(exchange)}).`, exchange);
}
