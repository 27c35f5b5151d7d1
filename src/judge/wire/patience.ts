/** Repeats a request if the service asks to slow down (N-8-01). */

import { type Exchange, type SendOptions, type Sent, send } from "./http.ts";

const MOST_ATTEMPTS = 6;
const LONGEST_PAUSE_MS = 5000;
const PAUSE_MS = 300;

/** Milliseconds that `Retry-After` asks for, in seconds or as a date (RFC 9110, 10.2.3). */
function pauseOf(value: string | undefined): number | undefined {
  if (value === undefined || value.trim() === "") return undefined;
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Returns the last exchange, after at most six attempts with pauses of at most five seconds. */
export async function sendPatiently(request: Sent, options: SendOptions): Promise<Exchange> {
  for (let attempt = 1; ; attempt++) {
    const exchange = await send(request, options);
    if (exchange.response?.status !== 429 || attempt >= MOST_ATTEMPTS || options.signal?.aborted) return exchange;
    const pause = pauseOf(exchange.response.headers["retry-after"]) ?? PAUSE_MS * attempt;
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, LONGEST_PAUSE_MS)));
  }
}
