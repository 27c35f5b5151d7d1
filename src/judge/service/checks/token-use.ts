/** Whether tokens do what they are for: the API accepts them, and a refresh token gets another one. */

import { OPERATIONS } from "../../../../generated/constants.ts";
import { contentOf, isObject, type Json, kindOf } from "../../answers.ts";
import { Breach, demand, NotObserved, observed } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import type { Context } from "../context.ts";
import { tokens } from "../experiments/token.ts";
import type { FreshToken } from "./token-lifetime.ts";

/** Requests of the API that a token may be good for; which of them it is good for is open (N-5-02, U-38). */
export function requestsOf(context: Context): ((token: string) => Promise<Exchange>)[] {
  const { clientIri, appId } = context.driver;
  if (clientIri === undefined && appId === undefined)
    throw new NotObserved("the driver has neither clientIri nor appId, so no request of the API can be made");
  const path = OPERATIONS.listAppWebhooks.path.replace("{id}", encodeURIComponent(String(appId)));
  const create = (token: string) =>
    context.api(OPERATIONS.createClientWebhook, context.createRequest("client"), { token });
  const list = (token: string) => context.api({ method: "GET", path }, undefined, { token });
  return [...(clientIri === undefined ? [] : [create]), ...(appId === undefined ? [] : [list])];
}

/** Their answers to the token, up to the first that accepts it. */
async function answersTo(context: Context, token: string): Promise<Exchange[]> {
  const found: Exchange[] = [];
  for (const ask of requestsOf(context)) if (!found.some(isAccepted)) found.push(await ask(token));
  return found;
}

/** A list that does not exist before the App has a webhook is answered 404, which says nothing of the token. */
export const tookToken = (exchange: Exchange) =>
  isAccepted(exchange) || (exchange.request.method === "GET" && exchange.response?.status === 404);
const isTaken = async (context: Context, token: string) => (await answersTo(context, token)).some(tookToken);

/** A token is judged only if the API is known to accept another one, or if no token is known at all. */
async function apiWorks(context: Context): Promise<void> {
  if (!context.fence.has("accessToken")) return;
  const own = await context.token();
  if (own !== undefined && !(await isTaken(context, own)))
    throw new NotObserved("the API refuses the token of accessToken() as well, so the fault is not in this token");
}

/** The token of a separate exchange: later tokens may have ended the first one (U-14). */
export async function freshToken(context: Context): Promise<FreshToken> {
  await tokens(context);
  const sent = await context.exchangeCode();
  if (!isAccepted(sent)) throw new NotObserved("this exchange was refused: see token.every-code");
  const value = sent.response && contentOf(sent.response);
  const token = isObject(value) ? value["access_token"] : undefined;
  if (typeof token !== "string" || token === "")
    throw new NotObserved("there is no access token: see token.access-token");
  return { sent, token, lifetime: (value as Json)["expires_in"] };
}

export async function exchangedTokenWorks(context: Context): Promise<void> {
  await tokens(context);
  await apiWorks(context);
  const { sent, token } = await freshToken(context);
  const told = await answersTo(context, token);
  if (told.some(tookToken)) return;
  if (told.every(({ response }) => response?.status === 403))
    throw new NotObserved("every operation answers 403: the token may lack a scope, and which one is open (N-5-02)");
  throw new Breach({
    expected: "The API accepts the access token of the exchange.",
    actual: "No operation of the API accepted it, although the token of accessToken() was accepted.",
    exchange: sent,
  });
}

/** Gets an access token by the refresh token of an exchange. `isSoft`: the driver need not be able to do it again. */
async function refresh(context: Context, { refresh_token: given }: Json, isSoft = false): Promise<unknown> {
  if (typeof given !== "string" || given === "")
    throw new NotObserved("there is no refresh token: see token.refresh-token");
  if (!context.fence.has("refresh")) throw new NotObserved("the driver has no refresh()");
  const answer = await context.fence[isSoft ? "callIfAble" : "call"]<unknown>("refresh", given);
  const token = isObject(answer) ? answer["accessToken"] : undefined;
  context.redactor.add(token);
  return token;
}

const isNamed = (token: unknown): token is string => typeof token === "string" && token !== "";

export async function refreshed(context: Context): Promise<void> {
  const { value } = await tokens(context);
  const token = await refresh(context, value);
  const expected = "With the refresh token, the driver gets another access token that the API accepts.";
  demand(isNamed(token), expected, `The access token is ${token === "" ? "empty" : kindOf(token)}.`);
  if (await isTaken(context, token)) return;
  const first = value["access_token"];
  if (typeof first !== "string" || !(await isTaken(context, first)))
    throw new NotObserved("the API accepted neither this token nor the one of the exchange");
  throw new Breach({ expected, actual: "The API did not accept it, although it accepts the one of the exchange." });
}

/**
 * A refresh token may be good for one refresh (U-14), and using it twice may end all that came of its exchange. So the
 * exchange is a new one, and only a token that a second refresh gave is judged.
 */
export async function refreshedAgain(context: Context): Promise<void> {
  await tokens(context);
  const sent = await context.exchangeCode();
  const answer = isAccepted(sent) && sent.response ? contentOf(sent.response) : undefined;
  const value = isObject(answer) ? answer : {};
  const areTaken: boolean[] = [];
  for (let round = 0; round < 2; round++) {
    const token = await refresh(context, value, true).catch((error: unknown) => {
      if (round === 0) throw error;
    });
    if (!isNamed(token)) throw new NotObserved("the driver got no second token, as it may be (U-14)");
    areTaken.push(await isTaken(context, token));
  }
  observed(areTaken.includes(true), "the API accepted neither token: see token.refresh");
  const actual = `It accepted the one of the ${areTaken[0] ? "first" : "second"} refresh alone.`;
  demand(!areTaken.includes(false), "The API accepts the access token of each refresh.", actual);
}
