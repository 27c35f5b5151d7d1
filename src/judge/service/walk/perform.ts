/** Takes the steps of a walk at a service, and lets the model judge whenever nothing is pending. */

import { NotObserved } from "../../check.ts";
import type { Received } from "../../wire/listener.ts";
import { type Context, EVENT, type Hook, type HookOptions, unknownEvent } from "../context.ts";
import { activate, idIn, pay } from "../experiments/acting.ts";
import { hasCopies } from "./attempts.ts";
import type { Tracked } from "./known.ts";
import { Model } from "./model.ts";
import type { Creation, Step } from "./steps.ts";
import type { Violation } from "./violations.ts";

/** How long a delivery that is due may still come once the service says that nothing is pending. Milliseconds. */
const GRACE_MS = 1000;
/** How long `heard` waits at most, in milliseconds. */
const HEARD_MS = 3000;
/** How long the service gets to read an answer, in milliseconds. */
const ANSWERED_MS = 8;
/** For how long connections are refused at most, in milliseconds. */
const REFUSED_MS = 1500;

export interface Walked {
  /** The steps that were taken, up to the first violation. */
  readonly taken: readonly Step[];
  readonly violation: Violation | undefined;
  /** The webhooks that it created. */
  readonly hooks: readonly Hook[];
  /** When it began and ended, by `performance.now()`. */
  readonly from: number;
  readonly until: number;
}

const EVENTS: Record<Creation["events"], readonly string[]> = {
  event: [EVENT],
  among: [unknownEvent(0), EVENT, unknownEvent(1)],
  others: [unknownEvent(0), unknownEvent(1)],
};

/** In the whole run; at a URL that two webhooks share, the second delivery may be the other's. */
export function sendsCopies(context: Context): boolean {
  const clients = context.hooks.filter(({ kind }) => kind === "client");
  const shared = (one: Hook) => clients.some((other) => other !== one && other.endpoint === one.endpoint);
  return clients.some((hook) => !shared(hook) && hasCopies(context.posts(hook), idIn));
}

/** Takes the steps in turn; ends with the first violation of `watch`, or of any rule. */
export async function perform(
  context: Context,
  steps: readonly Step[],
  watch: (violation: Violation) => boolean = () => true,
): Promise<Walked> {
  const walk = new Walk(context);
  const taken: Step[] = [];
  const from = performance.now();
  const walked = (violation?: Violation): Walked => {
    const hooks = context.hooks.filter(({ createdAt }) => createdAt >= from);
    return { taken, violation, hooks, from, until: performance.now() };
  };
  try {
    for (const step of [...steps, { do: "settle" } as const]) {
      if (context.options.signal?.aborted) break;
      taken.push(step);
      const violation = (await walk.take(step)).find(watch);
      if (violation) return walked(violation);
    }
    return walked();
  } finally {
    walk.end();
  }
}

class Walk {
  readonly #context: Context;
  readonly #model: Model;
  /** When the last event began. */
  #last = 0;

  constructor(context: Context) {
    this.#context = context;
    this.#model = new Model({
      deliveries: (hook) => context.posts(hook),
      idOf: idIn,
      hasCopies: () => sendsCopies(context),
    });
  }

  async take(step: Step): Promise<Violation[]> {
    switch (step.do) {
      case "create":
        return this.#createOne(step);
      case "create-together":
        await Promise.all(step.all.map((one) => this.#create(one)));
        return [];
      case "switch":
        await this.#switch(step.slot, step.active);
        return [];
      case "reply": {
        const tracked = this.#model.at(step.slot);
        if (tracked) tracked.hook.endpoint.reply = step.reply;
        return [];
      }
      case "pay":
        await this.#pay(step);
        return [];
      case "pay-both":
        await this.#payBoth();
        return [];
      case "create-refused":
        await this.#createRefused();
        return [];
      case "dispatch":
        await this.#dispatch(step.owner);
        return [];
      case "refuse":
        return this.#refuse(step);
      case "heard":
        await this.#heard(step.slot);
        return [];
      case "answered": {
        const [first] = await this.#heard(step.slot);
        const isPending = () => first?.answeredAt === Number.POSITIVE_INFINITY;
        for (let waited = 0; waited === 0 || (isPending() && waited < HEARD_MS); waited += ANSWERED_MS)
          await new Promise((resolve) => setTimeout(resolve, ANSWERED_MS));
        return [];
      }
      default:
        return this.#settle();
    }
  }

  /** Lets every receiver of this walk answer well, so that it does not slow down the next one. */
  end(): void {
    for (const { hook } of this.#model.webhooks) hook.endpoint.reply = 200;
  }

  /** Waits for the last event at a webhook; returns what came of it. */
  async #heard(slot: number): Promise<readonly Received[]> {
    const tracked = this.#model.at(slot);
    const came = () => (tracked ? this.#context.posts(tracked.hook, this.#last) : []);
    await this.#context.listener?.until(() => !tracked || came().length > 0, HEARD_MS);
    return came();
  }

  #ownerOf(kind: "client" | "app", owner: 0 | 1): string | undefined {
    const { clientIri, otherClientIri, appIri, otherAppIri } = this.#context.driver;
    if (kind === "client") return owner === 0 ? clientIri : otherClientIri;
    return owner === 0 ? appIri : otherAppIri;
  }

  /**
   * A request that comes while a webhook is being created may be a question (U-35) and is not counted as a delivery. If
   * the URL is shared, nothing may be under way to it at that time.
   */
  async #createOne(step: Creation): Promise<Violation[]> {
    const violations = step.url === undefined ? [] : await this.#settle();
    await this.#create(step);
    return violations;
  }

  async #create({ slot, kind, owner, events, type, active, reply, url, name }: Creation): Promise<void> {
    const context = this.#context;
    const iri = this.#ownerOf(kind, owner);
    if (iri === undefined) return;
    const at = url === undefined ? undefined : this.#model.at(url)?.hook;
    const named = name === undefined ? undefined : this.#model.at(name)?.hook.request["name"];
    const options: HookOptions = { owner: iri, events: EVENTS[events], type, active, reply, at, name: named as string };
    const hook = await context.hookIfAllowed(kind, options);
    if (!hook) return;
    const isOn = kind === "client" || active;
    const fresh = { slot, hook, owner: iri, lists: events !== "others", active: isOn, isUnsure: false };
    // If the service gave out the webhook that exists (U-39), that one is switched on.
    const tracked = this.#model.created({
      ...fresh,
      onAt: 0,
      offAt: Number.POSITIVE_INFINITY,
      lostAt: -1,
      isOwed: false,
    });
    if (kind === "client") await this.#switchOn(tracked);
  }

  /**
   * A new client webhook may be inactive (U-37): it is on where the driver switches it on, or where others were heard
   * as they came.
   */
  async #switchOn(tracked: Tracked): Promise<void> {
    const { fence, hooks } = this.#context;
    if (fence.has("setClientWebhookActive")) await this.#setActive(tracked, true);
    else tracked.isUnsure = !hooks.some((one) => one.kind === "client" && this.#context.posts(one).length > 0);
  }

  async #switch(slot: number, active: boolean): Promise<void> {
    const tracked = this.#model.at(slot);
    if (tracked?.hook.kind !== "client" || !this.#context.fence.has("setClientWebhookActive")) return;
    this.#model.switching(tracked);
    await this.#setActive(tracked, active);
  }

  async #setActive(tracked: Tracked, active: boolean): Promise<void> {
    const begun = performance.now();
    try {
      await activate(this.#context, tracked.hook, active);
      this.#model.switched(tracked, active, begun, performance.now());
    } catch (error) {
      if (!(error instanceof NotObserved)) throw error;
      tracked.isUnsure = true;
    }
  }

  async #pay({ owner, paidTo, confirmed, times }: Extract<Step, { do: "pay" }>): Promise<void> {
    const client = this.#ownerOf("client", owner);
    const call = confirmed ? "confirmPayment" : "recordPayment";
    if (client === undefined || !this.#context.fence.has(call)) return;
    const isDelivered = confirmed && paidTo === "client";
    const one = async () => {
      const from = performance.now();
      const id = await pay(this.#context, call, paidTo, client);
      if (id === undefined && isDelivered) this.#context.areIdsUnknown = true;
      this.#last = from;
      this.#model.happened({ kind: "client", owner: client, id, from }, isDelivered);
      return id;
    };
    // Without ids deliveries are told apart by time, so that one event is pending at most.
    if (this.#context.areIdsUnknown && !this.#model.isQuiet) await this.#context.settle();
    if (this.#context.areIdsUnknown) await one();
    else await Promise.all(Array.from({ length: times }, one));
  }

  /** Without ids the payments cannot be told apart. */
  async #payBoth(): Promise<void> {
    if (this.#context.areIdsUnknown) return;
    const each = ([0, 1] as const).map((owner) => ({ owner, paidTo: "client", confirmed: true, times: 1 }) as const);
    await Promise.all(each.map((one) => this.#pay({ do: "pay", ...one })));
  }

  async #createRefused(): Promise<void> {
    const { driver } = this.#context;
    if (driver.clientIri === undefined) return;
    await this.#context.create("client", this.#context.createRequest("client", {}, "http://localhost/"));
  }

  async #dispatch(owner: 0 | 1): Promise<void> {
    const app = this.#ownerOf("app", owner);
    if (app === undefined || !this.#context.fence.has("dispatchAppEvent")) return;
    if (!this.#model.isQuietFor("app")) return;
    const from = performance.now();
    await this.#context.fence.call("dispatchAppEvent", app, EVENT);
    this.#last = from;
    this.#model.happened({ kind: "app", owner: app, id: undefined, from }, true);
  }

  /** A service that retries for ever would never settle while nobody listens. */
  async #refuse({ kind, owner: of, times }: Extract<Step, { do: "refuse" }>): Promise<Violation[]> {
    const { listener, fence } = this.#context;
    const owner = this.#ownerOf(kind, of);
    const call = kind === "client" ? "confirmPayment" : "dispatchAppEvent";
    if (!listener || owner === undefined || !fence.has(call)) return [];
    const violations = await this.#settle();
    let settled: Promise<unknown> = Promise.resolve();
    await listener.refuse(async () => {
      for (let count = 0; count < times; count++) {
        const from = performance.now();
        const id = kind === "client" ? await pay(this.#context, "confirmPayment", "client", owner) : undefined;
        if (kind === "app") await fence.call("dispatchAppEvent", owner, EVENT);
        this.#model.happened({ kind, owner, id, from }, true);
      }
      settled = this.#context.settle();
      await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, REFUSED_MS))]);
    });
    await settled;
    if (listener.isLost) throw new NotObserved("receiver_port: the judge could not listen again where it had");
    this.#model.lostSight(performance.now());
    violations.push(...this.#model.judge());
    this.#model.forget();
    return violations;
  }

  /** Waits until nothing is pending, and a little longer before anyone is accused of silence. */
  async #settle(): Promise<Violation[]> {
    if (this.#model.isQuiet) return [];
    const holds = () => this.#model.judge().every(({ rule }) => rule === "silent");
    await this.#context.due(holds);
    if (!holds()) await this.#context.listener?.until(holds, GRACE_MS);
    const violations = this.#model.judge();
    this.#model.forget();
    return violations;
  }
}
