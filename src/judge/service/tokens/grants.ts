/** Exchanges of codes, and what the tokens are good for that they give. */

import { OPERATIONS } from "../../../../generated/constants.ts";
import { contentOf, isObject, type Json } from "../../answers.ts";
import { observed } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import { type Context, CREATE, listOf } from "../context.ts";
import { join } from "../expect.ts";

export const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** The members of an answer to an exchange; none if it is not an object, or was refused. */
export function membersOf(sent: Exchange | undefined): Json {
  const content = sent && isAccepted(sent) && contentOf(sent);
  return isObject(content) ? content : {};
}

/** The exchange of a fresh code, and if it is refused, which variant would have been accepted. */
export async function exchange({ service, driver }: Context) {
  const sent = await service.exchangeCode();
  if (isAccepted(sent) || sent.failure?.code === "refused") return { sent, hint: "" };
  const { path } = OPERATIONS.exchangeAuthorizationCode;
  const onBase = await service.exchangeCode({ url: join(driver.baseUrl, path) });
  if (isAccepted(onBase)) return { sent, hint: " The exchange was accepted on base_url instead." };
  // A refusal of wrong credentials looks the same.
  const isDoubtful = [400, 401, 403].includes(sent.response?.status ?? 0);
  return { sent, hint: isDoubtful ? " Check the values of credentials() in the driver first." : "" };
}

/** Another one, in another order and case of percent-encoding, which mean nothing; if it is refused, as the first. */
export async function reversed({ service }: Context) {
  const sent = await service.exchangeCode({ isReversed: true });
  return { sent, ordered: isAccepted(sent) ? undefined : await service.exchangeCode() };
}

/** The first exchange. @throws NotObserved if it was refused */
export async function granted(context: Context): Promise<Exchange> {
  const { sent } = await context.once(exchange);
  observed(isAccepted(sent), "the exchange was refused: see token.exchange");
  return sent;
}

/** The token of another exchange: later ones may have ended the first (U-14). `lifetime` is `expires_in`. */
export async function freshToken({ service }: Context) {
  const sent = await service.exchangeCode();
  observed(isAccepted(sent), "this exchange was refused: see token.every-code");
  const { access_token: token, expires_in: lifetime } = membersOf(sent);
  observed(isText(token), "there is no access token: see token.access-token");
  return { sent, token, lifetime };
}

type Ask = (token: string) => Promise<Exchange>;

/**
 * Tries a token at the API: which requests it is good for is open (N-5-02, U-38). Resolves to one that takes it, if any
 * does, and to the answers of those that do not. The list comes first: it leaves nothing behind. Where an App has no
 * webhook yet, it may be answered 404, which says nothing of the token.
 */
export async function use(context: Context, token: string): Promise<{ ask: Ask | undefined; told: Exchange[] }> {
  const { clientIri, appId } = context.driver;
  observed(clientIri ?? appId, "the driver has neither clientIri nor appId, so no request of the API can be made");
  const list: Ask = (token) => context.service.call(listOf(appId), undefined, { token });
  const create: Ask = (token) => context.service.call(CREATE.client, context.createRequest("client"), { token });
  const told: Exchange[] = [];
  for (const ask of [...(appId === undefined ? [] : [list]), ...(clientIri === undefined ? [] : [create])]) {
    const answer = await ask(token);
    if (isAccepted(answer) || (ask === list && answer.response?.status === 404)) return { ask, told };
    told.push(answer);
  }
  return { ask: undefined, told };
}

/** Tells whether the API takes the token. */
export const isGood = async (context: Context, token: string) => (await use(context, token)).ask !== undefined;

export const pause = (ms = 1100) => new Promise<void>((resolve) => setTimeout(resolve, ms));
