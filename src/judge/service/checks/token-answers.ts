/** Every answer of the token endpoint in a run: what holds for the first one must hold for all of them. */

import { contentOf, isObject, kindOf } from "../../answers.ts";
import { type Check, demand, NotObserved } from "../../check.ts";
import type { Exchange } from "../../wire/http.ts";
import type { Context } from "../context.ts";

export const isText = (value: unknown) => typeof value === "string" && value !== "";
export const isBearer = (value: unknown) => typeof value === "string" && /^bearer$/i.test(value);

/** Tokens are never shown, only their kind of value. */
export const describe = (name: string, value: unknown) =>
  typeof value === "string" && /^(access|refresh)_token$/.test(name) && value !== "" ? "a string" : kindOf(value);

const MEMBERS: [string, (value: unknown) => boolean][] = [
  ["token_type", isBearer],
  ["expires_in", Number.isInteger],
  ["access_token", isText],
  ["refresh_token", isText],
];

/** What is wrong with an answer. */
function faultOf({ response }: Exchange): string | undefined {
  const content = response && contentOf(response);
  const value = isObject(content) ? content : {};
  const [name] = MEMBERS.find(([name, is]) => !is(value[name])) ?? [];
  return name && `${name} is ${name in value ? describe(name, value[name]) : "missing"}`;
}

/** The first answers have checks of their own; how many are looked at, at least. */
const OWN = 2;
const LEAST = 5;
/** How many exchanges are made at the same moment, and how often. A refused one proves nothing (N-8-01, U-14). */
const AT_ONCE = { exchanges: 2, times: 2 };

export const everyAnswerCheck = (group: string): Check<Context> => ({
  id: "token.every-answer",
  title: "Every answer to an exchange in a run has its four members",
  severity: "demand",
  rests: ["F-4.2-05", "F-2.1-01", "F-2.1-02", "F-2.1-03", "F-2.1-04"],
  group,
  fix: "Make each answer in the same way, however many were made before or are under way.",
  async run(context) {
    for (let count = context.exchanges.length; count < LEAST; count++) await context.exchangeCode();
    const beside: Exchange[] = [];
    for (let time = 0; time < AT_ONCE.times; time++)
      beside.push(...(await context.codes.exchangeAtOnce(AT_ONCE.exchanges)));
    const { exchanges } = context;
    if (exchanges.length < LEAST) throw new NotObserved("some exchanges are refused: see token.every-code");
    if (exchanges.slice(0, OWN).some(faultOf)) throw new NotObserved("the first answers are wrong already");
    const wrong = exchanges.find(faultOf);
    const which = wrong && exchanges.indexOf(wrong) + 1;
    const when = wrong && beside.includes(wrong) ? ", to one of two exchanges at the same moment" : "";
    demand(
      !wrong,
      "All answers have the stated members.",
      () => `In answer ${which}${when}, ${faultOf(wrong as Exchange)}.`,
      wrong,
    );
  },
});
