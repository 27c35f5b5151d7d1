/** Wraps the driver: every call has a deadline, its failures have a code, and its results have the right form. */

import { NotObserved } from "./check.ts";
import { DriverFault } from "./driver/fault.ts";
import type { DriverCredentials, ServiceDriver } from "./driver.ts";
import type { RunProblem } from "./report/report.ts";

type Fenced = Record<string, unknown>;

/** A call by which the driver made something happen. */
export interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
  /** When it began, by `performance.now()`. */
  readonly at: number;
  /** What it resolved to; undefined until then. */
  value?: unknown;
}
const ACTS = new Set(["recordPayment", "confirmPayment", "dispatchAppEvent", "setClientWebhookActive"]);

export class Fence<D extends object> {
  readonly #driver: D;
  readonly #timeoutMs: number;
  readonly #worked = new Set<string>();
  readonly #problems = new Map<string, RunProblem>();
  readonly #hung = new Set<string>();
  /** Payments, events and switches so far, in their order. */
  readonly calls: Call[] = [];
  /** Reports a fault of the driver; after it, only `stop` is called. */
  #broken: RunProblem | undefined;

  constructor(driver: D, timeoutMs: number) {
    this.#driver = driver;
    this.#timeoutMs = timeoutMs;
  }

  has(name: keyof D & string): boolean {
    return typeof this.#driver[name] === "function";
  }

  /** Calls a driver function; throws `NotObserved` if it is missing, throws or times out. */
  async call<T>(name: keyof D & string, ...args: unknown[]): Promise<T> {
    const member = (this.#driver as Fenced)[name];
    if (typeof member !== "function") throw new NotObserved(`the driver has no ${name}()`);
    if (this.#broken && name !== "stop") throw notObserved(this.#broken);
    if (this.#hung.has(name)) throw new NotObserved(`driver_timeout: ${name}() hung before`);
    const act: Call = { name, args, at: performance.now() };
    if (ACTS.has(name)) this.calls.push(act);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Late()), this.#timeoutMs);
    });
    try {
      const value = await Promise.race([Promise.resolve(member.apply(this.#driver, args)), late]);
      this.#worked.add(name);
      act.value = value;
      return value as T;
    } catch (error) {
      const problem = problemOf(name, error, this.#timeoutMs);
      if (problem.code === "driver_timeout") this.#hung.add(name);
      if (problem.code === "driver_broken") this.#broken ??= problem;
      this.#problems.set(name, problem);
      throw notObserved(problem);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Reasons not to trust a run: a broken driver, functions that hung, or functions that never once worked. */
  get problems(): RunProblem[] {
    if (this.#broken) return [this.#broken];
    return [...this.#problems].flatMap(([name, problem]) =>
      this.#hung.has(name) || !this.#worked.has(name) ? [problem] : [],
    );
  }
}

class Late extends Error {}

const notObserved = ({ code, message }: RunProblem) => new NotObserved(`${code}: ${message}`);

function problemOf(name: string, error: unknown, timeoutMs: number): RunProblem {
  if (error instanceof DriverFault) return { code: error.code, message: error.message };
  if (error instanceof Late)
    return { code: "driver_timeout", message: `${name}() of the driver did not return within ${timeoutMs} ms` };
  return { code: "driver_threw", message: `${name}() of the driver threw: ${firstLineOf(error)}` };
}

/** The first line of what was thrown, at most 300 characters of it. */
export function firstLineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : typeof error === "string" ? error : "no message";
  return text.split("\n")[0]?.slice(0, 300) || "no message";
}

/** What is wrong with a driver before its first call. */
export function faultsOf(driver: unknown): string[] {
  if (driver === null || typeof driver !== "object") return ["the driver is not an object: export it as default"];
  const { baseUrl, authUrl, receiver } = driver as Partial<ServiceDriver>;
  const faults: string[] = [];
  for (const [name, url] of Object.entries({ baseUrl, authUrl }))
    if (typeof url !== "string" || !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
      faults.push(`${name} is not an http or https URL after start()`);
  if (receiver !== undefined) {
    const { listen, origin } = (receiver ?? {}) as Partial<NonNullable<ServiceDriver["receiver"]>>;
    const { host, port } = listen ?? {};
    if (typeof host !== "string" || !Number.isInteger(port) || (port as number) < 0 || (port as number) > 65535)
      faults.push("receiver.listen needs a host and a port");
    if (typeof origin !== "string" || !/^https?:$/.test(URL.parse(origin)?.protocol ?? ""))
      faults.push("receiver.origin is not an http or https URL");
  }
  return faults;
}

/** The credentials, or what is missing in them. */
export function credentialsOf(value: unknown): DriverCredentials {
  const found = (value ?? {}) as Record<string, unknown>;
  for (const name of ["clientId", "clientSecret", "redirectUri", "code"])
    if (typeof found[name] !== "string")
      throw new NotObserved(`driver_invalid: credentials() of the driver gave no string ${name}`);
  return found as unknown as DriverCredentials;
}
