/** How the checks of a service call its API and exchange codes, with the tokens that these need. */

import { setTimeout as sleep } from "node:timers/promises";
import { GRANT_TYPE, OPERATIONS, TOKEN_REQUEST_TYPE } from "../../../generated/constants.ts";
import { contentOf, isObject, objectsIn } from "../answers.ts";
import type { DriverCredentials } from "../driver.ts";
import { credentialsOf } from "../fence.ts";
import { type Exchange, isAccepted, type Sent, sendPatiently } from "../wire/http.ts";
import { join } from "./expect.ts";
import { type Ground, LATE_MS, tokenHeadersOf } from "./options.ts";
import { Pace } from "./pace.ts";
import { listOf } from "./webhook.ts";

export interface Operation {
  readonly method: string;
  readonly path: string;
}

/** Used instead of the token of the run. Headers replace all that the token would be sent in. */
export interface Credentials {
  readonly token?: string | undefined;
  readonly headers?: Record<string, string>;
  /** Used instead of the base URL of the run. */
  readonly base?: string;
}

/** How an exchange of a code differs from the stated one. */
export type CodeExchange = Partial<Sent> & { form?: Record<string, string>; isReversed?: boolean };

/** How many other tokens to try if one is refused. */
const RENEWALS = 3;
/** Members of answers that no report may show. */
const SECRETS = ["secret", "access_token", "refresh_token", "id_token", "signingKey"];
const isStated = ({ form, url }: CodeExchange) => form === undefined && url === undefined;
const isUnauthorized = ({ response }: Exchange) => response?.status === 401;
/** Other refusals have other reasons than the token, such as the number of webhooks. */
export const refusesToken = ({ response }: Exchange): boolean => response?.status === 401 || response?.status === 403;

export class Api {
  /** Keys that a service could confuse with the secret of a webhook. */
  readonly otherKeys = new Map<string, string>();
  /** Number of requests sent, and the webhook URLs in them. */
  requests = 0;
  readonly urls = new Set<unknown>();
  readonly pace = new Pace();
  /** A token of an exchange that requests of the run carried: how often, until when, and if it was ever refused. */
  adopted: { readonly token: string; readonly at: number; uses: number; ms: number; isRefused: boolean } | undefined;
  readonly #on: Ground;
  readonly #sentCodes = new Set<string>();
  readonly #usedCodes = new Set<string>();
  #token: Promise<string | undefined> | undefined;
  /** Other tokens were refused, too, so the token is not the reason. */
  #isNoHelp = false;
  /** Until when each token is new; it is not once it was taken. */
  readonly #newUntil = new Map<string | undefined, number>();

  constructor(ground: Ground) {
    this.#on = ground;
  }

  /** An exchange of a fresh code, as stated (F-4.2-01 to F-4.2-04). */
  async exchangeCode(change: CodeExchange = {}): Promise<Exchange> {
    const given = await credentialsOf(this.#on.fence);
    const isNew = !this.#sentCodes.has(given.code);
    const exchange = await this.#exchangeWith(given, change);
    if (isNew && isStated(change) && exchange.response && !isAccepted(exchange))
      this.#on.trace.note("exchanged", exchange);
    return exchange;
  }

  /** Stated exchanges of two fresh codes, at once or in turn; none if the driver gives a code twice (U-14). */
  async exchangeTwo(apartMs?: number): Promise<Exchange[]> {
    const [one, two] = [await credentialsOf(this.#on.fence), await credentialsOf(this.#on.fence)];
    if (one.code === two.code || [one, two].some(({ code }) => this.#sentCodes.has(code))) return [];
    const first = this.#exchangeWith(one, {});
    if (apartMs !== undefined) await first.then(() => sleep(apartMs));
    return Promise.all([first, this.#exchangeWith(two, {})]);
  }

  async #exchangeWith(given: DriverCredentials, change: CodeExchange): Promise<Exchange> {
    const { clientId, clientSecret, redirectUri, code } = given;
    this.#on.redactor.add(clientSecret, code);
    this.otherKeys.set("the client secret of the app", clientSecret);
    const stated = { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri };
    const { form, isReversed = false, ...request } = change;
    this.#sentCodes.add(code);
    const fields = Object.entries({ grant_type: GRANT_TYPE, code, ...stated, ...form });
    const body = new URLSearchParams(isReversed ? fields.reverse() : fields).toString();
    const exchange = await this.#send({
      method: OPERATIONS.exchangeAuthorizationCode.method,
      url: join(this.#on.driver.authUrl, OPERATIONS.exchangeAuthorizationCode.path),
      headers: { "Content-Type": TOKEN_REQUEST_TYPE, Accept: "application/json" },
      // %3a is %3A (RFC 3986, 2.1).
      body: isReversed ? body.replace(/%../g, (encoded) => encoded.toLowerCase()) : body,
      ...request,
    });
    const twice = "credentials() of the driver gave a code that was used before: return a new one each time";
    if (isAccepted(exchange)) this.#usedCodes.add(code);
    else if (this.#usedCodes.has(code) && isStated(change)) throw this.#on.fence.invalid(twice);
    const isRead = isAccepted(exchange) && !exchange.response?.isCut;
    if (isRead && isStated(change)) this.#on.trace.note("exchanged", exchange);
    return exchange;
  }

  /** Sends an exchange once more, with its code: asking the driver for another code might end this one (U-14). */
  resend({ request }: Exchange): Promise<Exchange> {
    return this.#send(request);
  }

  /** Every stated exchange that was accepted. */
  get exchanges(): Exchange[] {
    return this.#on.trace.of("exchanged").filter(isAccepted);
  }

  /** Every stated exchange that was refused, of a code that had not been sent before. */
  get refusals(): Exchange[] {
    return this.#on.trace.of("exchanged").filter((one) => !isAccepted(one));
  }

  /** The access token of the run: obtained once, and again if the service refuses it. */
  token(): Promise<string | undefined> {
    if (!this.#token) {
      this.#token = this.#newToken();
      this.#token.catch(() => this.forgetToken());
    }
    return this.#token;
  }

  forgetToken(): void {
    this.#token = undefined;
  }

  /** Notes that a token was given out now, unless it is known. */
  keepToken(token: unknown): void {
    if (typeof token === "string" && !this.#newUntil.has(token)) this.#newUntil.set(token, performance.now() + LATE_MS);
  }

  /** Asks again where a new token is refused: no time is stated from which each server of a service takes it. */
  async #whenKnown(token: string | undefined, ask: () => Promise<Exchange>): Promise<Exchange> {
    const until = this.#newUntil.get(token) ?? 0;
    const isNew = performance.now() < until;
    const exchange = await ask();
    if (!refusesToken(exchange)) this.#newUntil.set(token, 0);
    if (!isNew || !refusesToken(exchange)) return exchange;
    await sleep(Math.max(0, until - performance.now()));
    return ask();
  }

  /** Lets the requests that follow carry this token, until it is refused or forgotten. */
  adopt(token: string): void {
    this.#token = Promise.resolve(token);
    this.adopted = { token, at: performance.now(), uses: 0, ms: 0, isRefused: false };
  }

  /** Sends with the token, and with others while it is refused: it may have ended early (U-14). */
  async #withToken(ask: (token: string | undefined) => Promise<Exchange>): Promise<Exchange> {
    let token = await this.token();
    let exchange = await ask(token);
    for (let left = RENEWALS; isUnauthorized(exchange) && token !== undefined && !this.#isNoHelp; left--) {
      this.#isNoHelp = left === 0;
      if (!this.#isNoHelp && (await this.token()) === token) this.forgetToken();
      const other = await this.token();
      if (other === undefined || other === token) break;
      token = other;
      exchange = await ask(token);
    }
    return exchange;
  }

  /** Sends a request with a token; repeats it if the token had expired or the service asked to slow down (N-8-01). */
  async call(operation: Operation, body?: unknown, own?: Credentials): Promise<Exchange> {
    const url = isObject(body) ? (body["url"] ?? body["webhookUrl"]) : undefined;
    if (url !== undefined) this.urls.add(url);
    const send = async (token: string | undefined) =>
      this.#send({
        method: operation.method,
        url: join(own?.base ?? this.#on.driver.baseUrl, operation.path),
        headers: {
          Accept: "application/json, */*;q=0.5",
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...(own?.headers ?? (await this.#authorization(token))),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const ask = async (token: string | undefined) => {
      const exchange = await this.#whenKnown(token, () => send(token));
      const { adopted } = this;
      if (adopted?.token !== token || !adopted) return exchange;
      adopted.uses++;
      adopted.ms = performance.now() - adopted.at;
      adopted.isRefused ||= refusesToken(exchange);
      return exchange;
    };
    const exchange = await (own ? ask(own.token) : this.#withToken(ask));
    if (operation.path === listOf(this.#on.driver.appId).path) this.#on.trace.note("listed", exchange);
    return exchange;
  }

  /** Exchanges a code for a token to be used later, if the run uses those of `accessToken` otherwise. */
  async keepExchanged(): Promise<void> {
    if (!this.#on.fence.has("accessToken") || !this.#on.fence.has("credentials")) return;
    const token = await this.#exchange().catch(() => undefined);
    if (token !== undefined) this.#on.trace.note("token", { at: performance.now(), token, isKept: true });
  }

  /** If the driver has no token, as where its environment variable is empty, exchanges a code if possible. */
  async #newToken(): Promise<string | undefined> {
    const { fence, trace, redactor } = this.#on;
    const given = fence.has("accessToken") ? await fence.call<unknown>("accessToken") : undefined;
    if (typeof (given ?? "") !== "string") throw fence.invalid("accessToken() of the driver gave no string");
    redactor.add(given);
    const token = given ? String(given) : fence.has("credentials") ? await this.#exchange() : undefined;
    this.keepToken(token);
    if (token !== undefined) trace.note("token", { at: performance.now(), token, isKept: false });
    return token;
  }

  async #exchange(): Promise<string | undefined> {
    const value = contentOf(await this.exchangeCode());
    return isObject(value) && typeof value["access_token"] === "string" ? value["access_token"] : undefined;
  }

  async #send(request: Sent): Promise<Exchange> {
    const { requestTimeoutMs: timeoutMs, signal, onAnswer } = this.#on.options;
    this.requests++;
    const exchange = await this.pace.of(() => sendPatiently(request, { timeoutMs, signal }));
    const { response } = exchange;
    const { redactor } = this.#on;
    redactor.saw(exchange);
    for (const object of response?.isCut ? [] : objectsIn(contentOf(exchange))) {
      redactor.add(...SECRETS.map((name) => object[name]));
      this.keepToken(object["access_token"]);
    }
    if (response) onAnswer?.();
    return exchange;
  }

  async #authorization(token: string | undefined): Promise<Record<string, string>> {
    this.#on.redactor.add(token);
    if (!this.#on.fence.has("requestHeaders"))
      return token === undefined ? {} : tokenHeadersOf(this.#on.options.deployment, token);
    const headers = await this.#on.fence.call<unknown>("requestHeaders", token);
    if (!isObject(headers)) throw this.#on.fence.invalid("requestHeaders() of the driver gave no object");
    for (const [name, value] of Object.entries(headers))
      if (!/^(content-type|accept)$/i.test(name)) this.#on.redactor.add(value);
    return headers as Record<string, string>;
  }
}
