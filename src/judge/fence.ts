/** Wraps the driver: every call has a deadline, its failures have a code, and its results have the right form. */

import { errorCause, errorCode } from "../errors/caught.ts";
import { NotObserved } from "./check.ts";
import { DriverFault } from "./driver/wire.ts";
import type { DriverCredentials, ServiceDriver } from "./driver.ts";
import { problem, type RunProblem } from "./report/report.ts";
import { type Act, Trace } from "./trace.ts";

const ACTS = new Set(["recordPayment", "confirmPayment", "dispatchAppEvent", "emitEvent", "setClientWebhookActive"]);

export class Fence<D extends object> {
  readonly #driver: D;
  readonly #timeoutMs: number;
  readonly #worked = new Set<string>();
  /** By the name of what failed, or by their message. */
  readonly #problems = new Map<string, RunProblem>();
  readonly #hung = new Set<string>();
  readonly #trace: Trace;
  /** Called before the driver makes something happen, and whenever a call has returned. */
  onAct: () => void = () => {};
  onReturn: () => void = () => {};
  /** Ends each call that is under way. */
  readonly #underWay = new Set<() => void>();
  /** Reports a fault of the driver; after it, only `stop` is called. */
  #broken: RunProblem | undefined;

  /** `trace` gets payments, events and switches. */
  constructor(driver: D, timeoutMs: number, trace = new Trace()) {
    this.#trace = trace;
    this.#driver = driver;
    this.#timeoutMs = timeoutMs;
  }

  has(name: keyof D & string): boolean {
    return typeof this.#driver[name] === "function";
  }

  /** Calls a driver function; throws `NotObserved` if it is missing, throws or times out. */
  call<T>(name: keyof D & string, ...args: unknown[]): Promise<T> {
    return this.#call(name, args, (fault) => this.#keep(name, fault));
  }

  /** Does the same; that it fails is a problem of the run only while it is waited for. */
  callWhile<T>(isWaitedFor: () => boolean, name: keyof D & string): Promise<T> {
    return this.#call(name, [], (fault) => isWaitedFor() && this.#keep(name, fault));
  }

  #keep(name: string, fault: RunProblem): void {
    if (fault.code === "driver_timeout") this.#hung.add(name);
    if (fault.code === "driver_broken") this.#broken ??= fault;
    this.#problems.set(name, fault);
  }

  /** Does the same with what a driver need not be able to do: that it fails is not a problem of the run. */
  callIfAble<T>(name: keyof D & string, ...args: unknown[]): Promise<T> {
    return this.#call(name, args, () => {});
  }

  async #call<T>(name: keyof D & string, args: unknown[], keep: (fault: RunProblem) => unknown): Promise<T> {
    const member = this.#driver[name];
    if (typeof member !== "function") throw new NotObserved(`the driver has no ${name}()`);
    if (this.#broken && name !== "stop") throw notObserved(this.#broken);
    if (this.#hung.has(name)) throw new NotObserved(`driver_timeout: ${name}() hung before`);
    const act: Act = { name, args, at: performance.now() };
    if (ACTS.has(name)) {
      this.#trace.note("act", act);
      this.onAct();
    }
    const late = Promise.withResolvers<never>();
    const end = () => late.reject(new Late());
    const timer = setTimeout(end, this.#timeoutMs);
    this.#underWay.add(end);
    try {
      const value = await Promise.race([Promise.resolve(member.apply(this.#driver, args)), late.promise]);
      this.#worked.add(name);
      act.value = value;
      this.onReturn();
      return value;
    } catch (error) {
      const fault = problemOf(name, error, Math.round(performance.now() - act.at));
      keep(fault);
      throw notObserved(fault);
    } finally {
      clearTimeout(timer);
      this.#underWay.delete(end);
    }
  }

  /** Ends all calls that are under way as if their time were over; returns whether there was one. */
  giveUp(): boolean {
    for (const end of this.#underWay) end();
    return this.#underWay.size > 0;
  }

  /** A function returned what it must not: the run cannot be trusted, and the check that needs it is not observed. */
  invalid(message: string): NotObserved {
    this.#problems.set(message, problem("driver_invalid", message));
    return new NotObserved(`driver_invalid: ${message}`);
  }

  /** Reasons not to trust a run: a broken driver, wrong results, functions that hung or that never once worked. */
  get problems(): RunProblem[] {
    if (this.#broken) return [this.#broken];
    const failed = [...this.#problems].filter(([name]) => this.#hung.has(name) || !this.#worked.has(name));
    return failed.map(([, fault]) => fault);
  }
}

class Late extends Error {}

const notObserved = ({ code, message }: RunProblem) => new NotObserved(`${code}: ${message}`);

function problemOf(name: string, error: unknown, timeoutMs: number): RunProblem {
  if (error instanceof DriverFault) return problem(error.code, error.message);
  if (error instanceof Late)
    return problem("driver_timeout", `${name}() of the driver did not return within ${timeoutMs} ms`);
  return problem("driver_threw", `${name}() of the driver threw: ${firstLineOf(error)}${causeIn(error)}`);
}

const NOBODY = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const MOST_CAUSES = 8;

/** The code of the innermost cause, and what to do about it: `fetch` says neither in its message. */
function causeIn(error: unknown): string {
  let inner: unknown = error;
  for (let depth = 0; depth < MOST_CAUSES; depth++)
    inner = (inner instanceof AggregateError ? inner.errors[0] : errorCause(inner)) ?? inner;
  const code = errorCode(inner) ?? "";
  if (!/^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return "";
  const isSaid = firstLineOf(error).includes(code);
  const cure = NOBODY.test(code) ? ". Nothing listens where it calls: start that, or correct its address" : "";
  return `${isSaid ? "" : ` (${code})`}${cure}`;
}

/** The first line of what was thrown, at most 300 characters of it. */
export function firstLineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : typeof error === "string" ? error : "no message";
  return text.split("\n")[0]?.slice(0, 300) || "no message";
}

/** Returns the credentials of the driver. @throws NotObserved if one is missing */
export async function credentialsOf(fence: Fence<ServiceDriver>): Promise<DriverCredentials> {
  const found = (await fence.call<Record<string, unknown> | undefined>("credentials")) ?? {};
  for (const name of ["clientId", "clientSecret", "redirectUri", "code"])
    if (typeof found[name] !== "string") throw fence.invalid(`credentials() of the driver gave no string ${name}`);
  return found as unknown as DriverCredentials;
}
