/** What the checks of a service work with: the API, webhooks that lead to the judge, and time. */

import { randomBytes } from "node:crypto";
import { GRANT_TYPE, OPERATIONS, TOKEN_REQUEST_TYPE } from "../../../generated/constants.ts";
import { contentOf, isObject, type Json, objectsIn } from "../answers.ts";
import { NotObserved } from "../check.ts";
import type { ServiceDriver } from "../driver.ts";
import { credentialsOf, type Fence } from "../fence.ts";
import type { Redactor } from "../report/redaction.ts";
import { type Exchange, isAccepted, type Sent } from "../wire/http.ts";
import type { Endpoint, Listener, Received, Reply } from "../wire/listener.ts";
import { sendPatiently } from "../wire/patience.ts";
import { isDelivery, join, outcomeOf, secretIn } from "./expect.ts";
import { type ContextOptions, signatureNameOf, tokenHeadersOf } from "./options.ts";
import { quiet, windowMsOf } from "./quiet.ts";
import { Token } from "./token.ts";
import { type Accepted, CREATE, EVENT, type Hook, type HookOptions, type Kind } from "./webhook.ts";

export * from "./webhook.ts";

/** No time limit for a first delivery is stated. */
const FIRST_DELIVERY_MS = 3000;

const isUnauthorized = ({ response }: Exchange) => response?.status === 401;

export class Context {
  readonly driver: ServiceDriver;
  readonly fence: Fence<ServiceDriver>;
  readonly listener: Listener | undefined;
  readonly redactor: Redactor;
  readonly options: ContextOptions;
  readonly hooks: Hook[] = [];
  /** Every creation that was accepted, of webhooks that lead to the judge and of others. */
  readonly accepted: Accepted[] = [];
  /** Ids of all payments that the driver reported. */
  readonly paymentIds = new Set<number>();
  /** The driver did not report the id of some payment, so ids prove nothing. */
  areIdsUnknown = false;
  /** Keys that a service could confuse with the secret of a webhook. */
  readonly otherKeys = new Map<string, string>();
  readonly #memo = new Map<unknown, Promise<unknown>>();
  #anewAt = 0;
  readonly #token = new Token(() => this.#newToken());
  /** Names are unique to this run. */
  readonly #run = randomBytes(3).toString("hex");
  #count = 0;
  #era = 0;

  constructor(
    driver: ServiceDriver,
    fence: Fence<ServiceDriver>,
    listener: Listener | undefined,
    redactor: Redactor,
    options: ContextOptions,
  ) {
    this.driver = driver;
    this.fence = fence;
    this.listener = listener;
    this.redactor = redactor;
    this.options = options;
  }

  /** Runs the experiment once per run, however many checks use its outcome. */
  once<T>(experiment: (context: Context) => Promise<T>): Promise<T> {
    const found = this.#memo.get(experiment) ?? experiment(this);
    this.#memo.set(experiment, found);
    found.catch(() => {});
    return found as Promise<T>;
  }

  /** Longest time in milliseconds in which the judge could not receive, since experiments were last restarted. */
  longestStall(): number {
    return this.listener?.presence.longestStall(this.#anewAt) ?? 0;
  }

  /** Restarts all experiments: each runs again when a check asks for it, once nothing is pending. */
  async startAnew(): Promise<void> {
    await this.settle().catch(() => {});
    this.#memo.clear();
    this.#anewAt = performance.now();
  }

  forgetToken(): void {
    this.#token.forget();
  }

  /** After a reset, tokens may be gone, like webhooks. */
  startGroup(didReset: boolean): void {
    this.forgetToken();
    if (didReset) this.#era++;
  }

  /** How many webhooks the service has accepted of this kind and of the first owner. */
  createdSinceReset(kind: Kind): number {
    const isOwn = ({ era, request }: Accepted) => era === this.#era && request[kind] === this.owner(kind);
    return this.accepted.filter((one) => one.kind === kind && isOwn(one)).length;
  }

  /** The name of the signature header. */
  get signatureName(): string {
    return signatureNameOf(this.options.deployment);
  }

  /** An exchange of a fresh code, as stated (F-4.2-01 to F-4.2-04). */
  async exchangeCode(
    change: Partial<Sent> & { form?: Record<string, string>; isReversed?: boolean } = {},
  ): Promise<Exchange> {
    const { clientId, clientSecret, redirectUri, code } = credentialsOf(await this.fence.call("credentials"));
    this.redactor.add(clientSecret, code);
    this.otherKeys.set("the client secret of the app", clientSecret);
    const stated = {
      grant_type: GRANT_TYPE,
      code,
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: redirectUri,
    };
    const { form, isReversed = false, ...request } = change;
    const fields = Object.entries({ ...stated, ...form });
    const exchange = await this.#send({
      method: OPERATIONS.exchangeAuthorizationCode.method,
      url: join(this.driver.authUrl, OPERATIONS.exchangeAuthorizationCode.path),
      headers: { "Content-Type": TOKEN_REQUEST_TYPE, Accept: "application/json" },
      body: new URLSearchParams(isReversed ? fields.reverse() : fields).toString(),
      ...request,
    });
    if (exchange.response && !exchange.response.isCut) this.#rememberSecrets(contentOf(exchange.response));
    return exchange;
  }

  token(): Promise<string | undefined> {
    return this.#token.current();
  }

  async #newToken(): Promise<string | undefined> {
    if (this.fence.has("accessToken")) {
      const token = await this.fence.call<unknown>("accessToken");
      if (token !== undefined && typeof token !== "string")
        throw new NotObserved("driver_invalid: accessToken() gave no string");
      this.redactor.add(token);
      // If the driver has no token, exchange a code if possible.
      if (token !== undefined || !this.fence.has("credentials")) return token;
    }
    if (!this.fence.has("credentials")) return undefined;
    const { response } = await this.exchangeCode();
    const value = response && contentOf(response);
    return isObject(value) && typeof value["access_token"] === "string" ? value["access_token"] : undefined;
  }

  /** Sends a request with a token; repeats it if the token had expired or the service asked to slow down (N-8-01). */
  async api(
    operation: { method: string; path: string },
    body?: unknown,
    own?: { token?: string | undefined; headers?: Record<string, string> },
  ): Promise<Exchange> {
    const ask = async (token: string | undefined) =>
      this.#send({
        method: operation.method,
        url: join(this.driver.baseUrl, operation.path),
        headers: {
          Accept: "application/json, */*;q=0.5",
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...(own?.headers ?? (await this.#authorization(token))),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const exchange = own ? await ask(own.token) : await this.#token.with(ask, isUnauthorized);
    const { response } = exchange;
    if (response && !response.isCut) this.#rememberSecrets(contentOf(response));
    return exchange;
  }

  async #send(request: Sent): Promise<Exchange> {
    const { requestTimeoutMs: timeoutMs, signal } = this.options;
    const exchange = await sendPatiently(request, { timeoutMs, signal });
    this.redactor.saw(exchange);
    return exchange;
  }

  async #authorization(token: string | undefined): Promise<Record<string, string>> {
    this.redactor.add(token);
    if (!this.fence.has("requestHeaders"))
      return token === undefined ? {} : tokenHeadersOf(this.options.deployment, token);
    const headers = await this.fence.call<unknown>("requestHeaders", token);
    if (!isObject(headers)) throw new NotObserved("driver_invalid: requestHeaders() gave no object");
    for (const [name, value] of Object.entries(headers))
      if (!/^(content-type|accept)$/i.test(name)) this.redactor.add(value);
    return headers as Record<string, string>;
  }

  #rememberSecrets(value: unknown): void {
    for (const object of objectsIn(value))
      for (const name of ["secret", "access_token", "refresh_token", "id_token", "signingKey"])
        this.redactor.add(object[name]);
  }

  need<T>(value: T | undefined, name: string): T {
    if (value === undefined) throw new NotObserved(`the driver has no ${name}`);
    return value;
  }

  owner(kind: Kind): string {
    return kind === "client" ? this.need(this.driver.clientIri, "clientIri") : this.need(this.driver.appIri, "appIri");
  }

  /** A URL that points to the judge, or to where the driver says; legal in both cases. */
  address(reply: Reply = 200, query = ""): { url: string; endpoint: Endpoint } {
    const receiver = this.need(this.driver.receiver, "receiver");
    if (!this.listener || this.listener.isLost)
      throw new NotObserved("receiver_port: the judge could not listen where the driver says");
    const endpoint = this.listener.open(`Wh${randomBytes(7).toString("hex").toUpperCase()}`, reply, query);
    return { url: join(receiver.origin, endpoint.target), endpoint };
  }

  /** A request that creates a webhook, valid in every member, with its own name and URL. */
  createRequest(kind: Kind, options: HookOptions = {}, url?: string): Json {
    const owner = options.owner ?? this.owner(kind);
    const events = options.events ?? [EVENT];
    const address = url ?? this.legalUrl();
    const { name = `Judge ${this.#run}-${++this.#count}` } = options;
    if (kind === "client") return { client: owner, name, events, url: address };
    const { type = 2, active = true } = options;
    return { app: owner, webhookUrl: address, events, responseHandlingType: type, active };
  }

  /** A URL that every service must accept: the judge's own, if it has one. */
  legalUrl(): string {
    if (this.driver.receiver && this.listener) return this.address().url;
    return `https://www.example.com/hooks/${randomBytes(6).toString("hex")}`;
  }

  async create(kind: Kind, request: Json): Promise<Exchange> {
    const exchange = await this.api(CREATE[kind], request);
    if (isAccepted(exchange)) this.accepted.push({ kind, request, exchange, era: this.#era });
    return exchange;
  }

  /** Creates a webhook that points to the judge; throws `NotObserved` if the service refuses it. */
  async hook(kind: Kind, options: HookOptions = {}): Promise<Hook> {
    const { url, endpoint } = options.at ?? this.address(options.reply, options.query);
    if (this.listener && this.driver.attemptTimeoutMs !== undefined)
      this.listener.silenceMs = Math.min(this.driver.attemptTimeoutMs + 500, 30_000);
    const request = this.createRequest(kind, options, url);
    const exchange = await this.create(kind, request);
    if (!isAccepted(exchange))
      throw new NotObserved(
        `${kind === "app" ? "an app" : "a client"} webhook that is needed for this was refused (${outcomeOf(exchange)})`,
      );
    const response = exchange.response && contentOf(exchange.response);
    // Requests during its creation were probes of the URL (U-35).
    endpoint.since = performance.now();
    const owner = options.owner ?? this.owner(kind);
    const secret = kind === "client" ? secretIn(response) : undefined;
    const hook = { kind, owner, endpoint, url, request, response, exchange, secret };
    this.hooks.push(hook);
    return hook;
  }

  /** Does the same, but returns undefined if the service refuses it, as it may (U-09). */
  async hookIfAllowed(kind: Kind, options: HookOptions): Promise<Hook | undefined> {
    return this.hook(kind, options).catch((error: unknown) => {
      if (error instanceof NotObserved) return undefined;
      throw error;
    });
  }

  /** Deliveries to a webhook, without probes of the URL (U-35). */
  deliveries({ endpoint }: Hook, from = 0, to = Number.POSITIVE_INFINITY): Received[] {
    return endpoint.received.filter(
      (one) => one.at >= Math.max(endpoint.since, from) && one.at < to && isDelivery(one, this.signatureName),
    );
  }

  posts(hook: Hook, from?: number, to?: number): Received[] {
    return this.deliveries(hook, from, to).filter(({ method }) => method === "POST");
  }

  /** Waits until no attempt is pending: the driver says so, or nothing has arrived for twice the longest gap. */
  async settle(): Promise<void> {
    // The driver may have advanced time, so tokens may have expired.
    this.forgetToken();
    if (this.fence.has("settle")) await this.fence.call("settle");
    else await this.quiet();
  }

  quiet(): Promise<void> {
    return quiet(this);
  }

  /** Waits for due deliveries, a little longer than the driver says, before the service is accused of silence. */
  async due(holds: () => boolean): Promise<void> {
    const ms = 2 * windowMsOf(this.driver);
    if (!this.fence.has("settle")) await this.listener?.until(holds, Math.max(ms, FIRST_DELIVERY_MS));
    await this.settle();
    await this.listener?.until(holds, Math.min(ms, 1000));
  }
}
