/** The token endpoint: the exchange of a code, the four members, and that both tokens do what they are for. */

import { isObject, type Json, kindOf } from "../../answers.ts";
import { type Check, demandOf, must, observed } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import type { Context } from "../context.ts";
import { mustRefuse, outcomeOf } from "../expect.ts";
import { besideAnother, everyCode, everyToken, pairs } from "./codes.ts";
import { exchange, freshToken, granted, isGood, isText, membersOf, reversed, use } from "./grants.ts";
import { LIVES, lasts, lives } from "./lifetime.ts";

/** At the end of a run, when tokens are old and many codes were exchanged. */
export const LATE_TOKENS = "late tokens";

const YEAR_S = 366 * 24 * 3600;
/** A length of time, and not the time at which it ends: a life of decades that ends about now is none. */
const isLifetime = (value: unknown): boolean =>
  Number.isInteger(value) &&
  Number(value) >= 0 &&
  [1, 1000].every((unit) => Math.abs(Number(value) / unit - Date.now() / 1000) > YEAR_S);

/** The four members, and what is right for each. */
const MEMBERS: Readonly<Record<string, (value: unknown) => boolean>> = {
  // In any case (U-17).
  token_type: (value) => isText(value) && /^bearer$/i.test(value),
  expires_in: isLifetime,
  access_token: isText,
  refresh_token: isText,
};
const NAMES = Object.keys(MEMBERS);

/** What is wrong with one of these members of an answer. Tokens are never shown, only their kind of value. */
function faultOf(sent: Exchange, names = NAMES): string | undefined {
  const content = membersOf(sent);
  const name = names.find((one) => !MEMBERS[one]?.(content[one]));
  return name && `${name} is ${kindOf(content[name])}`;
}

/** Demands that nothing is wrong with the first two answers. Later ones: see token.every-answer. */
const firstTwo = (wrong: (sent: Exchange) => string | undefined) => async (context: Context) => {
  const first = await granted(context);
  for (const sent of [first, (await context.once(reversed)).sent].filter(isAccepted)) {
    const fault = wrong(sent);
    must(!fault, `${fault}.`, sent);
  }
};
const hasMembers = firstTwo((sent) => {
  const missing = NAMES.filter((name) => !(name in membersOf(sent)));
  return missing.length === 0 ? undefined : `Missing: ${missing.join(", ")}`;
});
const hasMember = (name: string) => firstTwo((sent) => faultOf(sent, [name]));

async function exchanges(context: Context): Promise<void> {
  const { sent, hint } = await context.once(exchange);
  must(isAccepted(sent), `It was refused (${outcomeOf(sent)}).${hint}`, sent);
}

async function exchangesReversed(context: Context): Promise<void> {
  const { sent, ordered } = await context.once(reversed);
  observed(
    !ordered || isAccepted(ordered),
    "codes are refused in any order: does credentials() give a new one each time?",
  );
  const other = "with grant_type first and capitals after %, the next one was accepted";
  must(!ordered, `It was refused (${outcomeOf(sent)}); ${other}.`, sent);
}

/** How many answers are looked at, at least. */
const LEAST = 5;

async function everyAnswer(context: Context): Promise<void> {
  for (let count = context.service.exchanges.length; count < LEAST; count++) await context.service.exchangeCode();
  const beside = (await context.once(pairs)).flatMap(({ sent }) => sent);
  const [first, second, ...later] = context.service.exchanges;
  observed(later.length + 2 >= LEAST, "some exchanges are refused: see token.every-code");
  observed(![first, second].some((one) => one && faultOf(one)), "the first answers are wrong already");
  const wrong = later.find((one) => faultOf(one));
  if (!wrong) return;
  const when = beside.includes(wrong) ? ", to one of two exchanges at the same moment" : "";
  must(false, `In answer ${later.indexOf(wrong) + 3}${when}, ${faultOf(wrong)}.`, wrong);
}

async function works(context: Context): Promise<void> {
  const { access_token: newest } = membersOf((await context.once(reversed)).sent);
  if (isText(newest) && (await isGood(context, newest))) return;
  const { sent, token } = await freshToken(context);
  const { ask, told } = await use(context, token);
  if (ask) return;
  // It is judged only if the API accepts another one, which may have to be newer (U-14), or if no other is known.
  context.service.forgetToken();
  const own = context.fence.has("accessToken") ? await context.service.token() : undefined;
  const isUsable = own === undefined || (await isGood(context, own));
  observed(isUsable, "the API refuses the token of accessToken() as well, so the fault is not in this token");
  const isScope = told.every(({ response }) => response?.status === 403);
  observed(!isScope, "every operation answers 403: the token may lack a scope, and which one is open (N-5-02)");
  must(false, "No operation of the API accepted it, although the token of accessToken() was accepted.", sent);
}

/** Gets an access token by the refresh token of an exchange, and says whether the API takes it. */
async function refresh(context: Context, { refresh_token: given }: Json, call: "call" | "callIfAble") {
  observed(isText(given), "there is no refresh token: see token.refresh-token");
  observed(context.fence.has("refresh"), "the driver has no refresh()");
  const answer = await context.fence[call]<unknown>("refresh", given);
  const token = isObject(answer) ? answer["accessToken"] : undefined;
  context.redactor.add(token);
  context.service.keepToken(token);
  return { token, isTaken: isText(token) && (await isGood(context, token)) };
}

async function refreshes(context: Context): Promise<void> {
  const members = membersOf(await granted(context));
  const { token, isTaken } = await refresh(context, members, "call");
  must(isText(token), `The access token is ${token === "" ? "empty" : kindOf(token)}.`);
  const { access_token: first } = members;
  const isKnown = isTaken || (isText(first) && (await isGood(context, first)));
  observed(isKnown, "the API accepted neither this token nor the one of the exchange");
  must(isTaken, "The API did not accept it, although it accepts the one of the exchange.");
}

/**
 * A refresh token may be good for one refresh (U-14), and using it twice may end all that came of its exchange. So the
 * exchange is a new one, and only a token that a second refresh gave is judged.
 */
async function refreshesAgain(context: Context): Promise<void> {
  const members = membersOf(await context.service.exchangeCode());
  const first = await refresh(context, members, "callIfAble");
  const second = await refresh(context, members, "callIfAble").catch(() => undefined);
  observed(isText(first.token) && isText(second?.token), "the driver got no second token, as it may be (U-14)");
  observed(first.isTaken || second.isTaken, "the API accepted neither token: see token.refresh");
  const which = first.isTaken ? "first" : "second";
  must(first.isTaken && second.isTaken, `It accepted the one of the ${which} refresh alone.`);
}

type Judge = Check<Context>["run"];
/** Judges once a first code has been exchanged. */
const row = (judge: Judge, more: Partial<Check<Context>> = {}) => {
  const run = async (context: Context) => {
    await granted(context);
    return judge(context);
  };
  return demandOf("tokens", run, more);
};
const late = (judge: Judge) => row(judge, { group: LATE_TOKENS });
/** Exchanges with a field that is wrong. */
const wrong = ({ service }: Context) =>
  service.pace.both(
    () => service.exchangeCode({ form: { client_secret: "not-the-secret-of-this-app" } }),
    () => service.exchangeCode({ form: { code: "a-code-that-was-never-given-out" } }),
  );
const refused = (which: 0 | 1) =>
  row(async (context) => mustRefuse((await context.once(wrong))[which]), { severity: "practice" });

export const TOKEN_CHECKS: readonly Check<Context>[] = [
  demandOf("tokens", exchanges)`token.exchange F-4.2-01 F-4.2-02 F-4.2-03 F-4.2-04 F-4-02 F-9-01 F-5-02
    A code is exchanged at the stated path, as a form with the five stated fields
    Serve POST {auth_url}/oauth/v2/token for application/x-www-form-urlencoded with exactly the five field names.`,
  row(hasMembers)`token.members F-4.2-05
    The token response has its four members
    Put token_type, expires_in, access_token and refresh_token at the top level of the answer.`,
  row(exchangesReversed)`token.exchange-again F-4.2-02 F-4.2-04
    The form fields are accepted in any order, with small letters in their percent-encoding
    Read the fields of the form by their names, and decode both %3A and %3a.`,
  row(hasMember("token_type"))`token.type F-2.1-01 F-5-03
    token_type is Bearer
    Answer "token_type": "Bearer".`,
  row(hasMember("expires_in"))`token.expires-in F-2.1-02 F-8-03
    expires_in is a length of time, as an integer
    Answer the lifetime in seconds, and not the time of its end, as a JSON number without a fraction or a sign.`,
  row(hasMember("access_token"))`token.access-token F-2.1-03
    access_token is a string`,
  row(hasMember("refresh_token"))`token.refresh-token F-2.1-04
    refresh_token is a string`,
  row(works)`token.works F-5-03 F-5-02
    The access token of the exchange is accepted by the API`,
  late(lives)`${LIVES} F-2.1-02 F-8-03 F-5-03
    The access token stays valid within expires_in
    Let a token live for expires_in seconds, however often it is used.`,
  demandOf(LATE_TOKENS, lasts)`token.lasts F-2.1-02 F-8-03
    An access token that is seconds old is taken, if expires_in gives it longer
    Let a token live for expires_in seconds; look at the unit of the time that the service stores.`,
  late(everyAnswer)`token.every-answer F-4.2-05 F-2.1-01 F-2.1-02 F-2.1-03 F-2.1-04
    Every answer to an exchange in a run has its four members
    Make each answer in the same way, however many were made before or are under way.`,
  late(besideAnother)`token.beside F-5-02 F-5-03 F-4.2-01
    Two codes that are exchanged at the same moment each give a token that the API takes
    Keep nothing of one exchange where another one finds it; store each token before it is answered.`,
  late(everyToken)`token.every-token F-5-03 F-5-02
    The API takes every fresh access token, and not only some
    Let each server of the API know the keys of each server that gives out tokens, and read tokens of any characters.`,
  late(everyCode)`token.every-code F-4.2-01 F-4.2-02 F-4.2-03 F-4.2-04 F-5-02
    Every fresh code is exchanged, whatever it contains
    Decode the fields of the form once: a code may contain any character, also + and %.`,
  row(refreshes)`token.refresh F-5-04 F-2.1-04
    The access token of a refresh is accepted by the API`,
  row(refreshesAgain)`token.refresh-again F-5-04 F-2.1-04
    The access token of a second refresh, if the service gives one, is accepted by the API`,
  refused(0)`token.wrong-secret N-7-02
    An exchange with a wrong client secret is refused`,
  refused(1)`token.wrong-code U-14
    An exchange with an unknown code is refused`,
];
