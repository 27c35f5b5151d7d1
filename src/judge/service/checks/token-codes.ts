/** Every fresh code is exchanged: a service may refuse only those with certain characters, and most have none. */

import { Breach, type Check, NotObserved } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import type { Context } from "../context.ts";
import { outcomeOf } from "../expect.ts";
import { tokens } from "../experiments/token.ts";

/** How many codes a run exchanges at least, and how many more if one of them is refused. */
const CODES = { least: 8, more: 10 };
/** A code counts if it is refused at its first use, and once more after a pause; how many have to. */
const REFUSED = { pauseMs: 1100, codes: 2 };
/** How many codes may be refused right after a refused one: a service that slows down refuses all (N-8-01). */
const NEXT = 2;
/** Statuses that say the service is busy or away, not that the request is wrong. */
const BUSY = [429, 502, 503, 504];
/** How many fresh codes in a row are answered with 500, a second between them, where the service is at fault. */
const FAULTS = 4;

const pause = () => new Promise((resolve) => setTimeout(resolve, REFUSED.pauseMs));

/** Whether one of the next codes is accepted at once. */
async function nextIsAccepted(context: Context): Promise<boolean> {
  for (let next = 0; next < NEXT; next++) if (isAccepted(await context.exchangeCode())) return true;
  return false;
}

const codeOf = ({ request }: Exchange) => new URLSearchParams(String(request.body)).get("code") ?? "";

/** Accepted without its percent-encoding, a code is right, and the driver gave it as it stood in a URL. */
async function isEncodedByDriver(context: Context, exchange: Exchange): Promise<boolean> {
  const code = codeOf(exchange);
  const decoded = code.replace(/(%[0-9a-f]{2})+/gi, (text) => Buffer.from(text.replaceAll("%", ""), "hex").toString());
  if (decoded === code) return false;
  const form = new URLSearchParams(String(exchange.request.body));
  form.set("code", decoded);
  const request = { ...exchange.request, body: form.toString() };
  return isAccepted(await context.codes.resend({ ...exchange, request }));
}

/**
 * `itself`: the code is refused twice, and another is accepted right afterwards, so that neither a limit nor a lock
 * explains it. `others`: the service refuses other codes as well. `passing`: anything else.
 */
async function causeOf(context: Context, first: Exchange): Promise<"itself" | "others" | "passing"> {
  const status = first.response?.status ?? 0;
  if (!context.codes.refusals.includes(first) || BUSY.includes(status)) return "passing";
  await pause();
  // Another status has another cause: a code that the first attempt used up, for example.
  if ((await context.codes.resend(first)).response?.status !== status) return "passing";
  if (await isEncodedByDriver(context, first))
    throw context.fence.invalid("credentials() of the driver gave a code that is percent-encoded: decode it once");
  return (await nextIsAccepted(context)) ? "itself" : "others";
}

/** Exchanges some more codes, one after a pause each, and resolves to those that the service refuses for themselves. */
async function refusedCodes(context: Context): Promise<Exchange[]> {
  const found: Exchange[] = [];
  let slowed = 0;
  for (let more = 0; more < CODES.more && found.length < REFUSED.codes && slowed < 2; more++) {
    await pause();
    const sent = await context.exchangeCode();
    if (isAccepted(sent)) continue;
    const cause = await causeOf(context, sent);
    if (cause === "itself") found.push(sent);
    if (cause === "others") slowed++;
  }
  return found;
}

/** Characters that a form encodes, of refused codes and of no accepted one. */
function suspects(refused: readonly Exchange[], accepted: readonly Exchange[]): string[] {
  const chars = new Set(
    refused
      .map(codeOf)
      .join("")
      .replace(/[a-z0-9*._-]/gi, ""),
  );
  return [...chars].filter((char) => !accepted.some((one) => codeOf(one).includes(char)));
}

const EXPECTED = "The stated exchange of a fresh code is answered 2xx, whatever the code contains.";

async function everyCode(context: Context): Promise<void> {
  await tokens(context);
  for (let code = context.exchanges.length; code < CODES.least && context.codes.refusals.length === 0; code++)
    await context.exchangeCode();
  if (context.codes.refusals.length === 0) return;
  const earlier = { accepted: context.exchanges.length, refused: context.codes.refusals.length };
  const found = await refusedCodes(context);
  const since = context.codes.refusals.slice(earlier.refused);
  const isFaulty = since.length >= FAULTS && since.every(({ response }) => response?.status === 500);
  if (isFaulty && context.exchanges.length === earlier.accepted)
    throw new Breach({
      expected: EXPECTED,
      actual: `After ${earlier.accepted} that were accepted, ${since.length} fresh codes in turn were refused (status 500).`,
      exchange: since[0],
    });
  const [sent] = found;
  if (!sent || found.length < REFUSED.codes)
    throw new NotObserved("an exchange was refused, and too few others in the same way to tell why");
  const chars = suspects(found, context.exchanges);
  // A limit that also uses up the codes it refuses looks the same, but takes no notice of their characters.
  if (!found.every((one) => chars.some((char) => codeOf(one).includes(char))))
    throw new NotObserved("some exchanges were refused, and their codes are like those that were accepted");
  throw new Breach({
    expected: EXPECTED,
    actual:
      `${found.length} fresh codes were refused (${outcomeOf(sent)}), each of them again after a pause, and another ` +
      `code was accepted right afterwards. They contain ${chars.join(" or ")}, and no accepted code does.`,
    exchange: sent,
  });
}

/** At the end of a run, which may have met a code that is refused. */
export const everyCodeCheck = (group: string): Check<Context> => ({
  id: "token.every-code",
  title: "Every fresh code is exchanged, whatever it contains",
  severity: "demand",
  rests: ["F-4.2-01", "F-4.2-02", "F-4.2-03", "F-4.2-04", "F-5-02"],
  group,
  fix: "Decode the fields of the form once: a code may contain any character, also + and %.",
  run: everyCode,
});
