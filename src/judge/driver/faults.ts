/** What is wrong with a driver before its first call. Each fault is one sentence. */

import { OPERATIONS } from "../../../generated/constants.ts";
import { DRIVER_CALLS, DRIVER_VALUES, type DriverCall, driverFaults } from "../../../generated/driver.ts";
import type { Fault } from "../../../generated/faults.ts";
import { closest } from "../../values/closest.ts";
import type { ReceiverDriver, ServiceDriver } from "../driver.ts";

/** Longer lists of members are cut. */
const MOST_NAMED = 6;
/** The members of a driver are those of its protocol over HTTP. */
const CALLS: readonly (keyof ServiceDriver | keyof ReceiverDriver)[] = Object.keys(DRIVER_CALLS) as DriverCall[];
const OF_RECEIVERS: readonly (keyof ReceiverDriver)[] = ["processed", "settle", "reset"];
const isOfReceivers = (name: string) => (OF_RECEIVERS as readonly string[]).includes(name);
export const MEMBERS = {
  service: [...DRIVER_VALUES, ...CALLS.filter((name) => name !== "processed")],
  receiver: OF_RECEIVERS,
};
const TOKEN_PATH = OPERATIONS.exchangeAuthorizationCode.path;
const PAIRS = [
  ["clientIri", "otherClientIri"],
  ["appIri", "otherAppIri"],
  ["appId", "otherAppId"],
] as const;

/** Names a misspelt member of a driver and the correct one. Ignores helpers whose names resemble no member. */
export function unknownMember(driver: object | undefined, of: "service" | "receiver"): string | undefined {
  const names: readonly string[] = MEMBERS[of];
  for (const name of Object.keys(driver ?? {})) {
    const [right] = names.includes(name) ? [] : closest(name, names);
    if (right !== undefined && !Object.hasOwn(driver ?? {}, right))
      return `the driver has an unknown member ${name}: did you mean ${right}?`;
  }
  return otherKind((name) => typeof driver === "object" && driver !== null && name in driver, of);
}

/** Members that no driver of the other kind needs. */
const OF_SERVICES = MEMBERS.service.filter((name) => !isOfReceivers(name) && !/^st(art|op)$/.test(name));
/** So many of them are no coincidence. */
const COINCIDENCE = 1;

/** Whether a driver of a service was given for a receiver, or the reverse. It may be one for both. */
export function otherKind(has: (name: string) => boolean, of: "service" | "receiver"): string | undefined {
  const found = OF_SERVICES.filter(has);
  const named = found.slice(0, MOST_NAMED).join(", ");
  if (of === "receiver" && !has("processed") && found.length > COINCIDENCE)
    return `the driver is for "test api", because it has ${named}: one for "test receiver" has processed()`;
  if (of === "service" && has("processed") && !has("baseUrl") && !has("start"))
    return 'the driver is for "test receiver", because it has processed(): one for "test api" has baseUrl and authUrl';
  return undefined;
}

/** What is wrong with the driver of a service; read after `start`. */
export function faultsOf(driver: ServiceDriver): string[] {
  const { receiver } = driver;
  const after = typeof read(driver, "start") === "function" ? " after start()" : "";
  const faults = ["baseUrl", "authUrl"].flatMap((name) => urlFaults(name, read(driver, name), after));
  if (typeof driver.authUrl === "string" && driver.authUrl.replace(/\/+$/, "").endsWith(TOKEN_PATH))
    faults.push(`authUrl ends with ${TOKEN_PATH}: leave that out, because the judge adds it`);
  for (const [name, other] of PAIRS) {
    const value = read(driver, name) ?? undefined;
    if (value !== undefined && String(value) === String(read(driver, other)))
      faults.push(`${other} is the same as ${name}: name another one, or leave ${other} out`);
  }
  if (receiver !== undefined && receiver !== null) faults.push(...urlFaults("receiver.origin", receiver.origin, after));
  return [...faults, ...mistyped(driver, MEMBERS.service)];
}

/** What is wrong with the driver of a receiver. */
export const receiverFaultsOf = (driver: object): string[] => mistyped(driver, OF_RECEIVERS);

/** What is wrong with one item of `processed()`. An id may be digits: a program may write it so to keep all of them. */
export function effectFaultOf(item: unknown): string | undefined {
  const form = '; each is { id: 4711, event: "case_file.payment.confirmed" }';
  if (item === null || typeof item !== "object" || Array.isArray(item)) return `an item that is not an object${form}`;
  const members = Object.keys(item).slice(0, MOST_NAMED).join(", ").slice(0, 120) || "none";
  const [id, event] = [read(item, "id") ?? undefined, read(item, "event") ?? undefined];
  const missing = id === undefined ? "id" : event === undefined ? "event" : undefined;
  if (missing) return `an item without ${missing} (its members: ${members})${form}`;
  const isId = typeof id === "string" ? /^\d+$/.test(id) : /number|bigint/.test(typeof id);
  if (!isId) return `an item whose id is not a number${form}`;
  return typeof event === "string" ? undefined : `an item whose event is not a string${form}`;
}

function urlFaults(name: string, value: unknown, after: string): string[] {
  if (value === undefined || value === null || value === "")
    return [`${name} is missing${after}: give an http or https URL`];
  const url = typeof value === "string" ? URL.parse(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return [`${name} is not an http or https URL${after}`];
  return /[?#]/.test(url.href) ? [`${name} has a query or a fragment: leave it out`] : [];
}

/** A member with a wrong type would count as missing, and its checks as not observed. Longer windows are cut later. */
function mistyped(driver: object, names: readonly string[]): string[] {
  const given = names
    .map((name) => [name, read(driver, name)] as const)
    .filter(([, value]) => (value ?? null) !== null);
  const isCall = ([name]: readonly [string, unknown]) => name in DRIVER_CALLS;
  const calls = given.filter((one) => isCall(one) && typeof one[1] !== "function");
  const values = given.filter((one) => !isCall(one) && !/^(base|auth)Url$/.test(one[0]));
  const empty = values.filter(([, value]) => value === "");
  const faults = driverFaults("Values", Object.fromEntries(values));
  return [
    ...calls.map(([name]) => `${name} of the driver is not a function`),
    ...empty.map(([name]) => `${name} of the driver is empty`),
    ...faults
      .filter(isOurs)
      .map(({ path, message }) => `${path.slice(1).replaceAll("/", ".")} of the driver ${message}`),
  ];
}
const isOurs = ({ path, keyword }: Fault) => keyword !== "maximum" && path !== "/receiver/origin";

/** A getter may throw: what it is for is seen when it is used. */
function read(driver: object, name: string): unknown {
  try {
    return (driver as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}
