/** The token endpoint: the exchange of a code, the four members, and that both tokens do what they are for. */

import { Breach, type Check, demand, NotObserved } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import type { Context } from "../context.ts";
import { mustRefuse, outcomeOf } from "../expect.ts";
import { answers, exchange, exchangeAgain, tokens } from "../experiments/token.ts";
import { describe, everyAnswerCheck, isBearer, isText } from "./token-answers.ts";
import { everyCodeCheck } from "./token-codes.ts";
import { lastingCheck, lifetimeChecks } from "./token-lifetime.ts";
import { exchangedTokenWorks, freshToken, refreshed, refreshedAgain, requestsOf, tookToken } from "./token-use.ts";

const group = "tokens";
export const LATE_TOKENS = "late tokens";

async function granted(context: Context, token: string) {
  // The list first: it leaves nothing behind.
  for (const ask of requestsOf(context).reverse()) if (tookToken(await ask(token))) return ask;
  return undefined;
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

/** A refusal of wrong credentials looks the same. */
const doubtful = ({ response }: Exchange) =>
  [400, 401, 403].includes(response?.status ?? 0) ? " Check the values of credentials() in the driver first." : "";

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
        "The stated exchange of a fresh code is answered 2xx.",
        `It was refused (${outcomeOf(sent)}).${hint || doubtful(sent)}`,
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
    title: "The form fields are accepted in any order",
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
        actual: `It was refused (${outcomeOf(sent)}), and the next one was accepted with grant_type first.`,
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
    run: member("token_type", 'token_type is "Bearer", in any case (U-17).', isBearer),
  },
  {
    id: "token.expires-in",
    title: "expires_in is an integer",
    severity: "demand",
    rests: ["F-2.1-02", "F-8-03"],
    group,
    fix: "Answer the lifetime in seconds as a JSON number without a fraction.",
    run: member("expires_in", "expires_in is an integer, in seconds.", Number.isInteger),
  },
  {
    id: "token.access-token",
    title: "access_token is a string",
    severity: "demand",
    rests: ["F-2.1-03"],
    group,
    run: member("access_token", "access_token is a string that is not empty.", isText),
  },
  {
    id: "token.refresh-token",
    title: "refresh_token is a string",
    severity: "demand",
    rests: ["F-2.1-04"],
    group,
    run: member("refresh_token", "refresh_token is a string that is not empty.", isText),
  },
  {
    id: "token.works",
    title: "The access token of the exchange is accepted by the API",
    severity: "demand",
    rests: ["F-5-03", "F-5-02"],
    group,
    run: exchangedTokenWorks,
  },
  ...lifetimeChecks(group, freshToken, granted),
  lastingCheck(LATE_TOKENS, freshToken, granted),
  everyAnswerCheck(LATE_TOKENS),
  everyCodeCheck(LATE_TOKENS),
  {
    id: "token.refresh",
    title: "The access token of a refresh is accepted by the API",
    severity: "demand",
    rests: ["F-5-04", "F-2.1-04"],
    group,
    run: refreshed,
  },
  {
    id: "token.refresh-again",
    title: "The access token of a second refresh, if the service gives one, is accepted by the API",
    severity: "demand",
    rests: ["F-5-04", "F-2.1-04"],
    group,
    run: refreshedAgain,
  },
  {
    id: "token.wrong-secret",
    title: "An exchange with a wrong client secret is refused",
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
    title: "An exchange with an unknown code is refused",
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
