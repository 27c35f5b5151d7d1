/** The driver behind a fence: every call is bounded in time, its failures have a code, and what it returns has the form it should have. */

import { NotObserved } from "./check.ts";
import type { DriverCredentials, ServiceDriver } from "./driver.ts";
import type { RunProblem } from "./report/report.ts";

type Fenced = Record<string, unknown>;

export class Fence<D extends object> {
  readonly #driver: D;
  readonly #timeoutMs: number;
  readonly #worked = new Set<string>();
  readonly #problems = new Map<string, RunProblem>();
  readonly #hung = new Set<string>();

  constructor(driver: D, timeoutMs: number) {
    this.#driver = driver;
    this.#timeoutMs = timeoutMs;
  }

  has(name: keyof D & string): boolean {
    return typeof this.#driver[name] === "function";
  }

  /** Calls a function of the driver; who lacks it, throws or hangs makes `NotObserved`. */
  async call<T>(name: keyof D & string, ...args: unknown[]): Promise<T> {
    const member = (this.#driver as Fenced)[name];
    if (typeof member !== "function") throw new NotObserved(`the driver has no ${name}()`);
    if (this.#hung.has(name)) throw new NotObserved(`driver_timeout: ${name}() hung before`);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Late()), this.#timeoutMs);
    });
    try {
      const value = await Promise.race([Promise.resolve(member.apply(this.#driver, args)), late]);
      this.#worked.add(name);
      return value as T;
    } catch (error) {
      const isLate = error instanceof Late;
      if (isLate) this.#hung.add(name);
      const code = isLate ? "driver_timeout" : "driver_threw";
      const text = isLate ? `did not return within ${this.#timeoutMs} ms` : `threw: ${messageOf(error)}`;
      const message = `${name}() of the driver ${text}`;
      this.#problems.set(name, { code, message });
      throw new NotObserved(`${code}: ${message}`);
    } finally {
      clearTimeout(timer);
    }
  }

  /** What keeps a run from being trusted: functions that hung, or that never once did their work. */
  get problems(): RunProblem[] {
    return [...this.#problems].flatMap(([name, problem]) =>
      this.#hung.has(name) || !this.#worked.has(name) ? [problem] : [],
    );
  }
}

class Late extends Error {}

export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : typeof error === "string" ? error : "no message";
  return text.split("\n")[0]?.slice(0, 300) || "no message";
}

/** What is wrong with a driver before anything is asked of it. */
export function faultsOf(driver: unknown): string[] {
  if (driver === null || typeof driver !== "object") return ["the driver is no object: export it as default"];
  const { baseUrl, authUrl, receiver } = driver as Partial<ServiceDriver>;
  const faults: string[] = [];
  for (const [name, url] of Object.entries({ baseUrl, authUrl }))
    if (typeof url !== "string" || !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
      faults.push(`${name} is no http or https URL after start()`);
  if (receiver !== undefined) {
    const { listen, origin } = (receiver ?? {}) as Partial<NonNullable<ServiceDriver["receiver"]>>;
    const { host, port } = listen ?? {};
    if (typeof host !== "string" || !Number.isInteger(port) || (port as number) < 0 || (port as number) > 65535)
      faults.push("receiver.listen needs a host and a port");
    if (typeof origin !== "string" || !/^https?:$/.test(URL.parse(origin)?.protocol ?? ""))
      faults.push("receiver.origin is no http or https URL");
  }
  return faults;
}

/** The credentials, or a word on what they lack. */
export function credentialsOf(value: unknown): DriverCredentials {
  const found = (value ?? {}) as Record<string, unknown>;
  for (const name of ["clientId", "clientSecret", "redirectUri", "code"])
    if (typeof found[name] !== "string")
      throw new NotObserved(`driver_invalid: credentials() of the driver gave no string ${name}`);
  return found as unknown as DriverCredentials;
}
