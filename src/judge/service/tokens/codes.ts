/** Every fresh code is exchanged: one with certain characters, and one of two at the same moment, too. */

import { must, observed } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import type { Context } from "../context.ts";
import { isBusy, outcomeOf, refusedByChance } from "../expect.ts";
import { freshToken, isGood, isText, membersOf, pause } from "./grants.ts";

/** How many codes a run exchanges at least, and how many more if one of them is refused. */
const CODES = { least: 8, more: 10 };
/** How many codes must be refused because of the codes themselves, or pairs must be wrong. */
const PROOF = 2;
/** How many fresh codes in a row are answered with 500, a second between them, where the service is at fault. */
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

/**
 * `itself`: the code is refused twice, and one of the next two is accepted right afterwards, so that neither a limit
 * nor a lock explains it (N-8-01). `others`: the service refuses other codes as well. `passing`: anything else.
 */
async function causeOf(context: Context, first: Exchange): Promise<"itself" | "others" | "passing"> {
  const { service, fence } = context;
  if (!service.refusals.includes(first) || isBusy(first)) return "passing";
  await pause();
  // Another status has another cause: a code that the first attempt used up, for example.
  if ((await service.resend(first)).response?.status !== first.response?.status) return "passing";
  if (await isEncodedByDriver(context, first))
    throw fence.invalid("credentials() of the driver gave a code that is percent-encoded: decode it once");
  return isAccepted(await service.exchangeCode()) || isAccepted(await service.exchangeCode()) ? "itself" : "others";
}

/** Exchanges more codes, with a pause before each, and resolves to those that are refused because of the codes. */
async function refusedCodes(context: Context): Promise<Exchange[]> {
  const found: Exchange[] = [];
  for (let [more, slowed] = [0, 0]; more < CODES.more && found.length < PROOF && slowed < 2; more++) {
    await pause();
    const sent = await context.service.exchangeCode();
    const cause = isAccepted(sent) ? undefined : await causeOf(context, sent);
    if (cause === "itself") found.push(sent);
    if (cause === "others") slowed++;
  }
  return found;
}

/** At the end of a run, which may have met a code that is refused. */
export async function everyCode(context: Context): Promise<void> {
  const { service } = context;
  for (let code = service.exchanges.length; code < CODES.least && service.refusals.length === 0; code++)
    await service.exchangeCode();
  const isRefusedBeside = (await context.once(pairs)).some(({ fault }) => fault !== undefined && fault !== NOT_TAKEN);
  if (service.refusals.length === 0 && !isRefusedBeside) return;
  const [accepted, refused] = [service.exchanges.length, service.refusals.length];
  const found = await refusedCodes(context);
  if (service.refusals.length === 0) return;
  const since = service.refusals.slice(refused);
  const isFaulty = since.length >= FAULTS && since.every(({ response }) => response?.status === 500);
  const inTurn = `After ${accepted} that were accepted, ${since.length} fresh codes in turn were refused (status 500).`;
  must(!isFaulty || service.exchanges.length > accepted, inTurn, since[0]);
  const [sent] = found;
  observed(sent && found.length >= PROOF, "an exchange was refused, and too few others in the same way to tell why");
  // A limit that also uses up the codes it refuses looks the same, but takes no notice of what a form encodes of them.
  const all = new Set(found.flatMap((one) => [...codeOf(one).replace(/[a-z0-9*._-]/gi, "")]));
  const chars = [...all].filter((char) => !service.exchanges.some((one) => codeOf(one).includes(char)));
  const areAlike = found.every((one) => chars.some((char) => codeOf(one).includes(char)));
  const byChance = areAlike ? undefined : await refusedByChance(() => service.exchangeCode());
  must(!byChance, "Now and then a fresh code is refused after a pause, and the next one accepted at once.", byChance);
  observed(areAlike, "some exchanges were refused, and their codes are like those that were accepted");
  const often = `${found.length} fresh codes were refused (${outcomeOf(sent)}), each of them again after a pause`;
  const what = `They contain ${chars.join(" or ")}, and no accepted code does.`;
  must(false, `${often}, and another code was accepted right afterwards. ${what}`, sent);
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

/** How many fresh tokens are tried at most, and how many must be bad, and good. */
const TOKENS = { most: 12, proof: 2 };

/**
 * If the API did not take the token of one of the pairs, fresh tokens are tried before any other is given out, which
 * might end them (U-14): a new token is taken by each server, at the latest a second later.
 */
export async function everyToken(context: Context): Promise<void> {
  if ((await context.once(pairs)).every(({ fault }) => fault !== NOT_TAKEN)) return;
  const [good, bad]: [Exchange[], Exchange[]] = [[], []];
  const isOpen = () => [good, bad].some(({ length }) => length < TOKENS.proof);
  for (let count = 0; count < TOKENS.most && isOpen(); count++) {
    const { sent, token } = await freshToken(context);
    const isTaken = (await isGood(context, token)) || (await pause().then(() => isGood(context, token)));
    (isTaken ? good : bad).push(sent);
  }
  const often = `It refused ${bad.length} of ${good.length + bad.length} fresh tokens, also a second later`;
  must(isOpen(), `${often}, and took the others.`, bad[0]);
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
