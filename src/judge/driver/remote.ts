/** A driver over HTTP (spec/driver.yaml), and how the judge turns it into one that it can call. */

import {
  DRIVER_CALLS,
  DRIVER_VALUES,
  DRIVER_VERSION,
  type DriverCall,
  driverFaults,
} from "../../../generated/driver.ts";
import { closest } from "../../values/closest.ts";
import { bodyOf, formOf } from "../../values/driver-forms.ts";
import { isObject, type Json } from "../answers.ts";
import type { ReceiverDriver, ServiceDriver } from "../driver.ts";
import type { Redactor } from "../report/redaction.ts";
import { problem, type RunProblem } from "../report/report.ts";
import { MEMBERS, otherKind } from "./faults.ts";
import { call, DriverFault, members, type Place } from "./wire.ts";

/** Where a driver over HTTP is. */
export interface RemoteDriverOptions {
  /** Its base URL: http or https, without credentials, query or fragment. */
  readonly url: string;
  /** Its own token, sent as a bearer token and in no report. Default: none is sent. */
  readonly token?: string | undefined;
}

/** Kept outside the objects, so that logging a driver does not log its token. */
const TOKENS = new WeakMap<RemoteDriver, string | undefined>();

/**
 * Names a driver over HTTP; `testService` and `testReceiver` take it in place of an object. Nothing is asked of it
 * before they run.
 */
export class RemoteDriver {
  readonly url: string;

  constructor({ url, token }: RemoteDriverOptions) {
    this.url = url;
    TOKENS.set(this, token);
  }
}

type Kind = "service" | "receiver";
type DriverOf<K extends Kind> = K extends "service" ? ServiceDriver : ReceiverDriver;

/** Returns the driver that is given, or what one over HTTP lists; `fault`: why that one cannot be used. */
export async function driverOf<K extends Kind>(
  given: DriverOf<K> | RemoteDriver,
  kind: K,
  { timeoutMs, redactor }: { readonly timeoutMs: number; readonly redactor: Redactor },
): Promise<{ driver: DriverOf<K> } | { fault: RunProblem }> {
  if (!(given instanceof RemoteDriver)) return { driver: given };
  const token = TOKENS.get(given);
  redactor.add(token);
  try {
    const place = { url: baseOf(given.url), token, timeoutMs };
    const { calls, values } = await membersOf(place);
    const names = [...calls, ...Object.keys(values)];
    const other = otherKind((name) => names.includes(name), kind);
    if (other) throw new DriverFault("driver_invalid", other);
    const driver = { ...(kind === "service" ? values : {}), ...functionsOf(place, calls, kind) };
    // Each member has the type of its namesake: values by the schema of the protocol, functions by the table below.
    return { driver: driver as unknown as DriverOf<K> };
  } catch (error) {
    if (error instanceof DriverFault) return { fault: problem(error.code, error.message) };
    throw error;
  }
}

function baseOf(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new DriverFault("driver_invalid", "The URL of the driver is not an http or https URL");
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new DriverFault("driver_invalid", "The URL of the driver has credentials, a query or a fragment");
  return url.href.replace(/\/+$/, "");
}

interface Members {
  readonly calls: readonly DriverCall[];
  readonly values: Json;
}

/** @throws DriverFault `driver_invalid` with the member that is wrong, and the nearest that is right */
async function membersOf(place: Place): Promise<Members> {
  const value = await members(place);
  const invalid = (message: string) => new DriverFault("driver_invalid", `The members of the driver: ${message}`);
  const { version, calls, values = {} } = isObject(value) ? value : {};
  if (typeof version === "number" && version !== DRIVER_VERSION)
    throw invalid(`version ${version} of the protocol, and this judge knows ${DRIVER_VERSION}`);
  const called = Array.isArray(calls) ? calls : [];
  const misspelt =
    unknownIn(called, Object.keys(DRIVER_CALLS)) ??
    unknownIn(Object.keys(isObject(values) ? values : {}), DRIVER_VALUES);
  if (misspelt) throw invalid(misspelt);
  const [fault] = driverFaults("Members", value);
  if (fault) throw invalid(`${fault.path || "the answer"} ${fault.message}`);
  return { calls: called, values: values as Json };
}

function unknownIn(given: readonly unknown[], names: readonly string[]): string | undefined {
  const unknown = given.find((name) => typeof name === "string" && !names.includes(name));
  if (typeof unknown !== "string") return undefined;
  const [near] = closest(unknown, names);
  const right = near === undefined ? `the names are ${names.join(", ")}` : `the nearest is ${near}`;
  return `${JSON.stringify(unknown.slice(0, 60))} is not one; ${right}`;
}

function functionsOf(place: Place, calls: readonly DriverCall[], kind: Kind): Record<string, unknown> {
  const wanted = calls.filter((name) => (MEMBERS[kind] as readonly string[]).includes(name));
  const driver: Record<string, unknown> = {};
  for (const name of wanted) {
    driver[name] = async (...given: unknown[]) => {
      const answer = await call(place, name, bodyOf(name, given));
      const { gives } = formOf(name);
      return isObject(answer) && gives !== undefined ? answer[gives] : answer;
    };
  }
  const { start } = driver;
  if (typeof start === "function")
    driver["start"] = async function (this: object) {
      await start();
      // Values are those after the start.
      Object.assign(this, (await membersOf(place)).values);
    };
  return driver;
}
