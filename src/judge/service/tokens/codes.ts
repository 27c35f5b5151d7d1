/** Every fresh code is exchanged: one with certain characters, and one of two at the same moment, too. */

import { must, observed } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import type { Context } from "../context.ts";
import { isBusy, outcomeOf, refusedByChance } from "../expect.ts";
import { freshToken, isGood, isText, membersOf, pause, use } from "./grants.ts";

/** How many codes a run exchanges at least. */
const LEAST = 8;
/** How many pairs must be wrong. */
const PROOF = 2;
/** How many fresh codes are answered with 500, with pauses, where the service is at fault. */
const FAULTS = 4;
/** How many pairs of codes are exchanged at the same moment, and how many if one of them is wrong. */
const PAIRS = { least: 2, most: 4 };

const NOT_TAKEN = "The API does not take the token of one";
const codeOf = ({ request }: Exchange) => new URLSearchParams(String(request.body)).get("code") ?? "";

/** Accepted without its percent-encoding, a code is right, and the driver gave it as it stood in a URL. */
async function isEncodedByDriver({ service }: Context, exchange: Exchange): Promise<boolean> {
  const code = codeOf(exchange);
  const decoded = code.replace(/(%[0-9a-f]{2})+/gi, (text) => Buffer.from(text.replaceAll("%", ""), "hex").toString());
  if (decoded === code) return false;
  const form = new URLSearchParams(String(exchange.request.body));
  form.set("code", decoded);
  return isAccepted(await service.resend({ ...exchange, request: { ...exchange.request, body: `${form}` } }));
}

/** A fresh code, and the same again where it is refused: a server may know it late, or exchange few at a time. */
async function exchangePatiently(context: Context): Promise<Exchange> {
  const { service, fence } = context;
  const first = await service.exchangeCode();
  if (isAccepted(first) || isBusy(first)) return first;
  await pause();
  const again = await service.resend(first);
  // Another status has another cause: a code that the first attempt used up, for example.
  const isAlike = isAccepted(again) || again.response?.status === first.response?.status;
  observed(isAlike, "an exchange was refused, and in another way when it came again");
  if (!isAccepted(again) && (await isEncodedByDriver(context, first)))
    throw fence.invalid("credentials() of the driver gave a code that is percent-encoded: decode it once");
  return again;
}

/** At the end of a run, which may have met a code that is refused. */
export async function everyCode(context: Context): Promise<void> {
  const { service } = context;
  for (let code = service.exchanges.length; code < LEAST && service.refusals.length === 0; code++)
    await service.exchangeCode();
  const isRefusedBeside = (await context.once(pairs)).some(({ fault }) => fault !== undefined && fault !== NOT_TAKEN);
  if (service.refusals.length === 0 && !isRefusedBeside) return;
  const [accepted, refused] = [service.exchanges.length, service.refusals.length];
  const found = () =>
    refusedByChance(
      () => exchangePatiently(context),
      () => service.exchangeCode(),
    );
  const byChance = (await found()) ?? (service.exchanges.length > accepted ? undefined : await found());
  const since = service.refusals.slice(refused);
  const isFaulty = since.length >= FAULTS && since.every(({ response }) => response?.status === 500);
  const inTurn = `After ${accepted} that were accepted, ${since.length} fresh codes in turn were refused (status 500).`;
  must(!isFaulty || service.exchanges.length > accepted, inTurn, since[0]);
  observed(byChance || service.refusals.length === 0, "an exchange was refused, and others not in the same way");
  // What a form encodes of the codes may tell why.
  const known = service.exchanges.map(codeOf).join("");
  const signs = [...new Set(since.map(codeOf).join(""))].filter((sign) => /[^a-z0-9*._-]/i.test(sign));
  const chars = signs.filter((sign) => !known.includes(sign));
  const why = chars.length === 0 ? "" : ` They contain ${chars.join(" or ")}, and no accepted code does.`;
  const often = `Fresh codes are refused (${byChance && outcomeOf(byChance)}), each of them again after a pause`;
  must(!byChance, `${often}, and another code is accepted right afterwards.${why}`, byChance);
}

/** A moment may be the second of a clock. */
const MOMENT_MS = 1100;

/** What is wrong with one of two exchanges: a refusal that is a fault or costs the code, or a token that is no good. */
async function faultIn(context: Context, one: Exchange): Promise<string | undefined> {
  const { access_token: token } = membersOf(one);
  if (isAccepted(one) ? !isText(token) || (await isGood(context, token)) : isBusy(one)) return undefined;
  await pause();
  if (isText(token)) return (await isGood(context, token)) ? undefined : NOT_TAKEN;
  const again = await context.service.resend(one);
  const isLost = one.response?.status === 500 || !(isAccepted(again) || isBusy(again));
  return isLost ? `One was refused (${outcomeOf(one)})` : undefined;
}

/** Two independent codes, exchanged at once or so long after each other, and what is wrong with one of them. */
async function pairOf(context: Context, apartMs?: number) {
  const sent = await context.service.exchangeTwo(apartMs);
  const faults = await context.service.pace.each(sent, (one) => faultIn(context, one));
  return { sent, fault: faults.find((fault) => fault !== undefined) };
}

/** Some pairs at the same moment; more if one of them is wrong. */
export async function pairs(context: Context) {
  const found: Awaited<ReturnType<typeof pairOf>>[] = [];
  for (let count = PAIRS.least; found.length < count; ) {
    found.push(await pairOf(context));
    if (found.at(-1)?.fault) count = PAIRS.most;
  }
  return found;
}

/**
 * If the API did not take the token of one of the pairs, fresh tokens are tried before any other is given out, which
 * might end them (U-14): a new token is taken by each server, at the latest a second later.
 */
export async function everyToken(context: Context): Promise<void> {
  if ((await context.once(pairs)).every(({ fault }) => fault !== NOT_TAKEN)) return;
  const byChance = await refusedByChance(async () => {
    const { sent, token } = await freshToken(context);
    const { ask, told } = await use(context, token);
    return ask ? sent : (told[0] ?? sent);
  });
  must(!byChance, "Now and then it refuses a fresh token, also a second later, and takes the next one.", byChance);
}

/** One after the other, each of two codes has to be good: otherwise a new code or token ends the one before (U-14). */
export async function besideAnother(context: Context): Promise<void> {
  const wrong = (await context.once(pairs)).filter(({ fault }) => fault !== undefined);
  const [first] = wrong;
  if (!first || wrong.length < PROOF) return;
  // How often codes are exchanged may be limited (N-8-01), but not how soon after another one a token is given.
  const apartMs = wrong.every(({ fault }) => fault === NOT_TAKEN) ? MOMENT_MS : 0;
  for (let times = 0; times < PROOF; times++) {
    await pause(apartMs);
    const { sent, fault } = await pairOf(context, apartMs);
    observed(sent.length > 0 && fault === undefined, "one of two codes in turn is not good either (U-14, N-8-01)");
  }
  const often = `This showed with ${wrong.length} of ${PAIRS.most} pairs, and not with pairs in turn.`;
  must(false, `${first.fault}. ${often}`, first.sent[0]);
}
