/** The token endpoint: the exchange of a code, the four members, and that both tokens do what they are for. */

import { OPERATIONS } from "../../../../generated/constants.ts";
import { contentOf, isObject, type Json, kindOf } from "../../answers.ts";
import { Breach, type Check, demand, NotObserved } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import type { Context } from "../context.ts";
import { join, mustRefuse, outcomeOf } from "../expect.ts";
import { type FreshToken, lifetimeChecks } from "./token-lifetime.ts";

const group = "tokens";

/** One exchange of a fresh code; if it is refused, which variant would have been accepted. */
async function exchange(context: Context): Promise<{ sent: Exchange; hint: string }> {
  const sent = await context.exchangeCode();
  if (isAccepted(sent) || sent.failure?.code === "refused") return { sent, hint: "" };
  const { path } = OPERATIONS.exchangeAuthorizationCode;
  const onBase = await context.exchangeCode({ url: join(context.driver.baseUrl, path) });
  return { sent, hint: isAccepted(onBase) ? " The exchange was accepted on base_url instead." : "" };
}

async function tokens(context: Context): Promise<{ sent: Exchange; value: Json }> {
  const { sent } = await context.once(exchange);
  if (!isAccepted(sent)) throw new NotObserved("the exchange was refused: see token.exchange");
  const value = sent.response && contentOf(sent.response);
  return { sent, value: isObject(value) ? value : {} };
}

/**
 * Another exchange with the form fields in another order, which has no meaning in a form; if it is refused, in the
 * same order.
 */
async function exchangeAgain(context: Context): Promise<{ sent: Exchange; ordered: Exchange | undefined }> {
  await tokens(context);
  const sent = await context.exchangeCode({ isReversed: true });
  return { sent, ordered: isAccepted(sent) ? undefined : await context.exchangeCode() };
}

/** The answers of both exchanges: the facts apply to each of them. */
async function answers(context: Context): Promise<{ sent: Exchange; value: Json }[]> {
  const first = await tokens(context);
  const { sent } = await context.once(exchangeAgain);
  const value = isAccepted(sent) && sent.response ? contentOf(sent.response) : undefined;
  return value === undefined ? [first] : [first, { sent, value: isObject(value) ? value : {} }];
}

function member(name: string, expected: string, is: (value: unknown) => boolean) {
  return async (context: Context): Promise<void> => {
    for (const [index, { sent, value }] of (await answers(context)).entries())
      if (!is(value[name])) {
        const which = index === 0 ? "" : " in a second exchange";
        throw new Breach({ expected, actual: `${name} is ${describe(name, value[name])}${which}.`, exchange: sent });
      }
  };
}

/** Tokens are never shown, only their kind of value. */
const describe = (name: string, value: unknown) =>
  typeof value === "string" && /^(access|refresh)_token$/.test(name) && value !== "" ? "a string" : kindOf(value);
const isText = (value: unknown) => typeof value === "string" && value !== "";

/** Requests of the API that a token may be good for; which of them it is good for is open (N-5-02, U-38). */
function requestsOf(context: Context): ((token: string) => Promise<Exchange>)[] {
  const { clientIri, appId } = context.driver;
  if (clientIri === undefined && appId === undefined)
    throw new NotObserved("the driver has neither clientIri nor appId, so there is nothing to ask the API for");
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
const tookToken = (exchange: Exchange) =>
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
async function freshToken(context: Context): Promise<FreshToken> {
  await tokens(context);
  const sent = await context.exchangeCode();
  const value = sent.response && contentOf(sent.response);
  const token = isObject(value) ? value["access_token"] : undefined;
  if (!isAccepted(sent) || typeof token !== "string" || token === "")
    throw new NotObserved("there is no access token: see token.access-token");
  return { sent, token, lifetime: (value as Json)["expires_in"] };
}

async function exchangedTokenWorks(context: Context): Promise<void> {
  await tokens(context);
  await apiWorks(context);
  const { sent, token } = await freshToken(context);
  const told = await answersTo(context, token);
  if (told.some(tookToken)) return;
  if (told.every(({ response }) => response?.status === 403))
    throw new NotObserved("every operation answers 403: the token may lack a scope, and which one is open (N-5-02)");
  throw new Breach({
    expected: "The API takes the access token of the exchange.",
    actual: "No operation of the API took it, while the token of accessToken() was taken.",
    exchange: sent,
  });
}

async function refreshed(context: Context): Promise<void> {
  const { value } = await tokens(context);
  const refreshToken = value["refresh_token"];
  if (typeof refreshToken !== "string" || refreshToken === "")
    throw new NotObserved("there is no refresh token: see token.refresh-token");
  if (!context.fence.has("refresh")) throw new NotObserved("the driver has no refresh()");
  const answer = await context.fence.call<unknown>("refresh", refreshToken);
  const token = isObject(answer) ? answer["accessToken"] : undefined;
  context.redactor.add(token);
  const expected = "With the refresh token the driver gets another access token, which the API takes.";
  demand(
    typeof token === "string" && token !== "",
    expected,
    `The access token is ${typeof token === "string" ? "empty" : kindOf(token)}.`,
  );
  if (await isTaken(context, token)) return;
  const first = value["access_token"];
  if (typeof first !== "string" || !(await isTaken(context, first)))
    throw new NotObserved("the API took neither this token nor the one of the exchange");
  throw new Breach({ expected, actual: "The API did not take it, while it takes the one of the exchange." });
}

export const TOKEN_CHECKS: Check<Context>[] = [
  {
    id: "token.exchange",
    title: "A code is exchanged at the stated path, as a form with the five stated fields",
    severity: "demand",
    rests: ["F-4.2-01", "F-4.2-02", "F-4.2-03", "F-4.2-04", "F-4-02", "F-9-01", "F-5-02"],
    group,
    fix: "Serve POST {auth_url}/oauth/v2/token for application/x-www-form-urlencoded with the five fields by exactly these names.",
    async run(context) {
      const { sent, hint } = await context.once(exchange);
      demand(
        isAccepted(sent),
        "An exchange of a fresh code, as it is stated, is answered 2xx.",
        `It was refused (${outcomeOf(sent)}).${hint}`,
        sent,
      );
    },
  },
  {
    id: "token.members",
    title: "The token response has its four members",
    severity: "demand",
    rests: ["F-4.2-05"],
    group,
    fix: "Put token_type, expires_in, access_token and refresh_token at the top level of the answer.",
    async run(context) {
      for (const { sent, value } of await answers(context)) {
        const names = ["token_type", "expires_in", "access_token", "refresh_token"];
        const missing = names.filter((name) => !(name in value));
        demand(
          missing.length === 0,
          "The answer has token_type, expires_in, access_token and refresh_token.",
          `Missing: ${missing.join(", ")}.`,
          sent,
        );
      }
    },
  },
  {
    id: "token.exchange-again",
    title: "The fields of the form may stand in any order",
    severity: "demand",
    rests: ["F-4.2-02", "F-4.2-04"],
    group,
    fix: "Read the fields of the form by their names.",
    async run(context) {
      const { sent, ordered } = await context.once(exchangeAgain);
      if (!ordered) return;
      if (!isAccepted(ordered))
        throw new NotObserved("a second code is refused in any order: does credentials() give a new one each time?");
      throw new Breach({
        expected: "A fresh code is exchanged whatever the order of the five fields.",
        actual: `It was refused (${outcomeOf(sent)}), and the next one accepted with grant_type first.`,
        exchange: sent,
      });
    },
  },
  {
    id: "token.type",
    title: "token_type is Bearer",
    severity: "demand",
    rests: ["F-2.1-01", "F-5-03"],
    group,
    fix: 'Answer "token_type": "Bearer".',
    run: member(
      "token_type",
      'token_type is "Bearer", in any case (U-17).',
      (value) => isText(value) && /^bearer$/i.test(value as string),
    ),
  },
  {
    id: "token.expires-in",
    title: "expires_in is an integer",
    severity: "demand",
    rests: ["F-2.1-02", "F-8-03"],
    group,
    fix: "Answer the lifetime in seconds as a JSON number without a fraction.",
    run: member("expires_in", "expires_in is an integer: seconds.", Number.isInteger),
  },
  {
    id: "token.access-token",
    title: "access_token is a string",
    severity: "demand",
    rests: ["F-2.1-03"],
    group,
    run: member("access_token", "access_token is a string with a token in it.", isText),
  },
  {
    id: "token.refresh-token",
    title: "refresh_token is a string",
    severity: "demand",
    rests: ["F-2.1-04"],
    group,
    run: member("refresh_token", "refresh_token is a string with a token in it.", isText),
  },
  {
    id: "token.works",
    title: "The access token of the exchange is taken by the API",
    severity: "demand",
    rests: ["F-5-03", "F-5-02"],
    group,
    run: exchangedTokenWorks,
  },
  ...lifetimeChecks(group, freshToken, async (context, token) => {
    // The list first: it leaves nothing behind.
    for (const ask of requestsOf(context).reverse()) if (tookToken(await ask(token))) return ask;
    return undefined;
  }),
  {
    id: "token.refresh",
    title: "The refresh token gets an access token that the API takes",
    severity: "demand",
    rests: ["F-5-04", "F-2.1-04"],
    group,
    run: refreshed,
  },
  {
    id: "token.wrong-secret",
    title: "A wrong client secret gets no token",
    severity: "practice",
    rests: ["N-7-02"],
    group,
    async run(context) {
      await tokens(context);
      const sent = await context.exchangeCode({ form: { client_secret: "not-the-secret-of-this-app" } });
      mustRefuse(sent, "An exchange with a wrong client_secret is refused.");
    },
  },
  {
    id: "token.wrong-code",
    title: "A code that was never given out gets no token",
    severity: "practice",
    rests: ["U-14"],
    group,
    async run(context) {
      await tokens(context);
      const sent = await context.exchangeCode({ form: { code: "a-code-that-was-never-given-out" } });
      mustRefuse(sent, "An exchange with an unknown code is refused.");
    },
  },
];
