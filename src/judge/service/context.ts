/** What the checks of a service work with: the API, webhooks that lead to the judge, and time. */

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { contentOf, type Json } from "../answers.ts";
import { NotObserved, observed } from "../check.ts";
import type { ServiceDriver } from "../driver.ts";
import type { Fence } from "../fence.ts";
import type { Redactor } from "../report/redaction.ts";
import type { Trace } from "../trace.ts";
import { type Exchange, isAccepted } from "../wire/http.ts";
import type { Endpoint, Listener, Reply } from "../wire/listener.ts";
import { SIGNATURE_NAME } from "../wire/signature.ts";
import { Api } from "./api.ts";
import { join, outcomeOf, secretIn } from "./expect.ts";
import { type ContextOptions, type Ground, LATE_MS } from "./options.ts";
import { Settling, windowMsOf } from "./settling.ts";
import { A, type Accepted, CREATE, EVENT, type Hook, type HookOptions, inQuery, type Kind } from "./webhook.ts";
import { PaymentIds, World } from "./world.ts";

export * from "./webhook.ts";

/** No time limit for a first delivery is stated. */
const FIRST_DELIVERY_MS = 3000;
/** How long a delivery that is due may still come once the service says that nothing is pending. Milliseconds. */
const GRACE_MS = 1000;

export class Context {
  readonly driver: ServiceDriver;
  readonly fence: Fence<ServiceDriver>;
  readonly listener: Listener | undefined;
  readonly redactor: Redactor;
  readonly options: ContextOptions;
  readonly service: Api;
  readonly trace: Trace;
  readonly world: World;
  readonly payments = new PaymentIds();
  /** What came so far is judged; nothing happens. */
  looksBack = false;
  /** What goes on while a story lets nothing happen: see `QUIET`. */
  whilePaused: () => Promise<void> = async () => {};
  /** Webhooks that stories left, and that are as good as new, those of clients once they are switched on. */
  spare: Hook[] = [];
  /** What else explains that every path of the API answers 404. */
  elsewhere: string | undefined;
  /** The check that told that nothing ever reached the judge. */
  silenceToldBy: string | undefined;
  readonly #memo = new Map<unknown, Promise<unknown>>();
  readonly settling: Settling;
  /** When experiments were last restarted. */
  anewAt = 0;
  #clear: (() => Promise<void>) | undefined;
  /** Names are unique to this run. */
  readonly #run = randomBytes(3).toString("hex");
  #count = 0;

  constructor(ground: Ground) {
    this.driver = ground.driver;
    this.fence = ground.fence;
    this.listener = ground.listener;
    this.redactor = ground.redactor;
    this.options = ground.options;
    this.trace = ground.trace;
    this.world = new World(ground.trace, this.payments, this.signatureName);
    this.service = new Api(ground);
    this.settling = new Settling(ground);
  }

  /**
   * Runs the experiment once per run, for all checks. `key`: what tells it from others; by default the function.
   * @throws NotObserved while the run only looks back
   */
  once<T>(experiment: (context: Context) => Promise<T>, key: unknown = experiment): Promise<T> {
    if (this.looksBack && !this.#memo.has(key)) return Promise.reject(new NotObserved("not observed yet"));
    const found = this.#memo.get(key) ?? experiment(this);
    this.#memo.set(key, found);
    found.catch(() => {});
    return found as Promise<T>;
  }

  /**
   * Restarts all experiments: each runs again when a check asks for it, once nothing is pending, and on the same ground
   * as at first.
   */
  async startAnew(): Promise<void> {
    await this.settle().catch(() => {});
    this.#memo.clear();
    await this.#clear?.();
    this.anewAt = performance.now();
  }

  /** `clear`: what the group begins with; undefined if that must not be repeated. */
  startGroup(clear: (() => Promise<void>) | undefined): void {
    this.#clear = clear;
    this.service.forgetToken();
  }

  /** Resets the service, if the driver can; returns whether it did. Tokens may be gone then, like webhooks. */
  async reset(): Promise<boolean> {
    const done = this.fence.call("reset").then(() => true);
    const isDone = await done.catch(() => false);
    this.service.forgetToken();
    if (!isDone) return false;
    this.payments.beginAnew();
    this.trace.note("reset", { at: performance.now() });
    return true;
  }

  get hooks(): readonly Hook[] {
    return this.trace.of("hook");
  }

  /** The name of the signature header. */
  get signatureName(): string {
    return this.options.deployment?.signature.header ?? SIGNATURE_NAME;
  }

  need<T>(value: T | undefined, name: string): T {
    observed(value !== undefined, `the driver has no ${name}`);
    return value;
  }

  owner(kind: Kind): string {
    return this.need(this.driver[`${kind}Iri`], `${kind}Iri`);
  }

  /** A URL that points to the judge, or to where the driver says; legal in both cases. */
  address(reply: Reply = 200, query = ""): { url: string; endpoint: Endpoint; target: string } {
    const receiver = this.need(this.driver.receiver, "receiver");
    const isHere = this.listener && !this.listener.isLost;
    observed(isHere, "receiver_port: the judge could not listen where the driver says");
    const endpoint = this.listener.open(`Wh${randomBytes(7).toString("hex").toUpperCase()}`, reply, query);
    return { url: join(receiver.origin, endpoint.target), endpoint, target: endpoint.target };
  }

  /** A request that creates a webhook, valid in every member, with its own name and URL. */
  createRequest(kind: Kind, options: HookOptions = {}, url?: string): Json {
    const owner = options.owner ?? this.owner(kind);
    const events = options.events ?? [EVENT];
    const address = url ?? this.legalUrl();
    const { name = `Judge ${this.#run}-${++this.#count}` } = options;
    const { type = 2, active = true } = options;
    return kind === "client"
      ? { client: owner, name, events, url: address }
      : { app: owner, webhookUrl: address, events, responseHandlingType: type, active };
  }

  /** A URL that every service must accept: the judge's own, if it has one. */
  legalUrl(): string {
    if (this.driver.receiver && this.listener) return this.address().url;
    return `https://www.example.com/hooks/${randomBytes(6).toString("hex")}`;
  }

  async create(kind: Kind, request: Json): Promise<Exchange> {
    const exchange = await this.service.call(CREATE[kind], request);
    this.trace.note(isAccepted(exchange) ? "accepted" : "refused", { kind, request, exchange, at: performance.now() });
    return exchange;
  }

  /** When all app webhooks must exist whose creation was answered: later than now only after a 202 (U-41). */
  get #appsExistAt(): number {
    const isLate = ({ kind, exchange }: Accepted) => kind === "app" && exchange.response?.status === 202;
    return (this.trace.of("accepted").findLast(isLate)?.at ?? -LATE_MS) + LATE_MS;
  }

  async appsExist(): Promise<void> {
    const ms = this.#appsExistAt - performance.now();
    if (ms > 0) await sleep(ms);
  }

  /** Dispatches an event to an App once its webhooks must exist. A driver need not know another than the stated one. */
  async dispatch(app: string, event: string = EVENT): Promise<void> {
    await this.appsExist();
    await this.fence[event === EVENT ? "call" : "callIfAble"]("dispatchAppEvent", app, event);
  }

  /** Creates a webhook that points to the judge; throws `NotObserved` if the service refuses it. */
  async hook(kind: Kind, options: HookOptions = {}): Promise<Hook> {
    const { at, query } = options;
    const { url: usual, endpoint, ...own } = at ? inQuery(at, query) : this.address(options.reply, query);
    const url = options.spell?.(usual) ?? usual;
    const target = /^https?:..[^/?]*(\?.*)/i.exec(url)?.[1] ?? own.target;
    if (this.listener) this.listener.attemptMs = this.driver.attemptTimeoutMs;
    const request = this.createRequest(kind, options, url);
    options.begins?.({ url, target, endpoint, request });
    const exchange = await this.create(kind, request);
    const isUsual = (options.events ?? [EVENT]).every((name) => name === EVENT);
    const may = isUsual ? "" : ", as names of other events may be (U-09)";
    observed(isAccepted(exchange), `${A[kind]} that is needed for this was refused (${outcomeOf(exchange)})${may}`);
    const response = contentOf(exchange);
    // Requests during its creation were probes of the URL (U-35).
    const createdAt = performance.now();
    endpoint.since = kind === "app" ? Math.max(createdAt, this.#appsExistAt) : createdAt;
    const owner = options.owner ?? this.owner(kind);
    const secret = kind === "client" ? secretIn(response) : undefined;
    const hook = { kind, owner, endpoint, url, target, request, response, exchange, secret, createdAt };
    this.trace.note("hook", hook);
    return hook;
  }

  /** Does the same; resolves to undefined if the service refuses it, as it may (U-09). */
  hookIfAllowed(kind: Kind, options: HookOptions): Promise<Hook | undefined> {
    return this.hook(kind, options).catch((error: unknown) => {
      if (error instanceof NotObserved) return undefined;
      throw error;
    });
  }

  /** Takes a webhook like this that a story left, if any. */
  takeSpare(kind: Kind, { owner, type, active, events, begins, reply = 200 }: HookOptions): Hook | undefined {
    const { resetAt } = this.trace;
    const at = this.spare.findIndex(({ request, createdAt, ...hook }) => {
      const isAlike = kind === "client" || (request["responseHandlingType"] === type && request["active"] === active);
      const isFor = hook.kind === kind && hook.owner === owner && String(request["events"]) === String(events);
      return isFor && isAlike && createdAt > resetAt;
    });
    const [hook] = at < 0 ? [] : this.spare.splice(at, 1);
    if (hook) Object.assign(hook.endpoint, { reply, once: undefined });
    if (hook) begins?.(hook);
    return hook;
  }

  /** Waits until no attempt is pending: the driver says so, or nothing has arrived for twice the longest gap. */
  async settle(): Promise<void> {
    // The driver may have advanced time, so tokens may have expired.
    this.service.forgetToken();
    await this.settling.settle();
  }

  /** Waits for due deliveries, a little longer than the driver says, before the service is accused of silence. */
  async due(holds: () => boolean): Promise<void> {
    const ms = Math.max(2 * windowMsOf(this.driver), FIRST_DELIVERY_MS);
    if (!this.fence.has("settle")) await this.listener?.until(holds, ms);
    await this.settle();
    await this.listener?.until(holds, GRACE_MS);
  }
}
