/** Experiments for judging the token endpoint: exchanges of a code, and what they were answered. */

import { OPERATIONS } from "../../../../generated/constants.ts";
import { contentOf, isObject, type Json } from "../../answers.ts";
import { NotObserved } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import type { Context } from "../context.ts";
import { join } from "../expect.ts";

/** One exchange of a fresh code; if it is refused, which variant would have been accepted. */
export async function exchange(context: Context): Promise<{ sent: Exchange; hint: string }> {
  const sent = await context.exchangeCode();
  if (isAccepted(sent) || sent.failure?.code === "refused") return { sent, hint: "" };
  const { path } = OPERATIONS.exchangeAuthorizationCode;
  const onBase = await context.exchangeCode({ url: join(context.driver.baseUrl, path) });
  return { sent, hint: isAccepted(onBase) ? " The exchange was accepted on base_url instead." : "" };
}

export async function tokens(context: Context): Promise<{ sent: Exchange; value: Json }> {
  const { sent } = await context.once(exchange);
  if (!isAccepted(sent)) throw new NotObserved("the exchange was refused: see token.exchange");
  const value = sent.response && contentOf(sent.response);
  return { sent, value: isObject(value) ? value : {} };
}

/**
 * Another exchange with the form fields in another order, which has no meaning in a form; if it is refused, in the
 * same order.
 */
export async function exchangeAgain(context: Context): Promise<{ sent: Exchange; ordered: Exchange | undefined }> {
  await tokens(context);
  const sent = await context.exchangeCode({ isReversed: true });
  return { sent, ordered: isAccepted(sent) ? undefined : await context.exchangeCode() };
}

/** The answers of both exchanges: the facts apply to each of them. */
export async function answers(context: Context): Promise<{ sent: Exchange; value: Json }[]> {
  const first = await tokens(context);
  const { sent } = await context.once(exchangeAgain);
  const value = isAccepted(sent) && sent.response ? contentOf(sent.response) : undefined;
  return value === undefined ? [first] : [first, { sent, value: isObject(value) ? value : {} }];
}
