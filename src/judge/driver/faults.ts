/** What is wrong with a driver before its first call. Each fault is one sentence. */

import { OPERATIONS } from "../../../generated/constants.ts";
import { closest } from "../../values/closest.ts";
import { type MemberKind, RECEIVER_MEMBERS, SERVICE_MEMBERS, type ServiceDriver } from "../driver.ts";

/** Longer lists of members are cut. */
const MOST_NAMED = 6;
type Members = Readonly<Record<string, MemberKind>>;

const IS: Readonly<Record<MemberKind, (value: unknown) => boolean>> = {
  "a function": (value) => typeof value === "function",
  "a string that is not empty": (value) => typeof value === "string" && value !== "",
  "a string or a number": (value) => (typeof value === "string" && value !== "") || typeof value === "number",
  "a number of milliseconds": (value) => Number.isFinite(value) && (value as number) >= 0,
  "true or false": (value) => typeof value === "boolean",
  "an object": (value) => typeof value === "object",
};
const EFFECT: readonly (readonly [string, string, (value: unknown) => boolean])[] = [
  [
    "id",
    "a number",
    (value) => /number|bigint/.test(typeof value) || (typeof value === "string" && /^\d+$/.test(value)),
  ],
  ["event", "a string", (value) => typeof value === "string"],
];
const TOKEN_PATH = OPERATIONS.exchangeAuthorizationCode.path;
const PAIRS = [
  ["clientIri", "otherClientIri"],
  ["appIri", "otherAppIri"],
  ["appId", "otherAppId"],
] as const;

/** Names a misspelt member of a driver and the correct one. Ignores helpers whose names resemble no member. */
export function unknownMember(driver: object | undefined, of: "service" | "receiver"): string | undefined {
  const names = Object.keys(of === "service" ? SERVICE_MEMBERS : RECEIVER_MEMBERS);
  for (const name of Object.keys(driver ?? {})) {
    const [right] = names.includes(name) ? [] : closest(name, names);
    if (right !== undefined && !Object.hasOwn(driver ?? {}, right))
      return `the driver has an unknown member ${name}: did you mean ${right}?`;
  }
  return otherKind((name) => typeof driver === "object" && driver !== null && name in driver, of);
}

/** Members that no driver of the other kind needs. */
const OF_SERVICES = Object.keys(SERVICE_MEMBERS).filter(
  (name) => !(name in RECEIVER_MEMBERS) && !/^st(art|op)$/.test(name),
);
/** So many of them are no coincidence. */
const COINCIDENCE = 1;

/** Whether a driver of a service was given for a receiver, or the reverse. It may be one for both. */
export function otherKind(has: (name: string) => boolean, of: "service" | "receiver"): string | undefined {
  const found = OF_SERVICES.filter(has);
  const named = found.slice(0, MOST_NAMED).join(", ");
  if (of === "receiver" && !has("processed") && found.length > COINCIDENCE)
    return `the driver is one for "test api", because it has ${named}: a driver for "test receiver" has processed()`;
  if (of === "service" && has("processed") && !has("baseUrl") && !has("start"))
    return 'the driver is one for "test receiver", because it has processed(): a driver for "test api" has baseUrl and authUrl';
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
  if (receiver !== undefined && receiver !== null) {
    const { listen, origin } = receiver as Partial<typeof receiver>;
    const { host, port } = listen ?? {};
    if (typeof host !== "string" || !Number.isInteger(port) || (port as number) < 0 || (port as number) > 65535)
      faults.push("receiver.listen needs a host and a port");
    faults.push(...urlFaults("receiver.origin", origin, after));
  }
  const { baseUrl: _, authUrl: __, ...others } = SERVICE_MEMBERS;
  return [...faults, ...mistyped(driver, others)];
}

/** What is wrong with the driver of a receiver. */
export const receiverFaultsOf = (driver: object): string[] => mistyped(driver, RECEIVER_MEMBERS);

/** What is wrong with one item of `processed()`. An id may be digits: a program may write it so to keep all of them. */
export function effectFaultOf(item: unknown): string | undefined {
  const form = '; each is { id: 4711, event: "case_file.payment.confirmed" }';
  if (item === null || typeof item !== "object" || Array.isArray(item)) return `an item that is not an object${form}`;
  const members = Object.keys(item).slice(0, MOST_NAMED).join(", ").slice(0, 120) || "none";
  for (const [name, kind, isRight] of EFFECT) {
    const value = read(item, name) ?? undefined;
    if (value === undefined) return `an item without ${name} (its members: ${members})${form}`;
    if (!isRight(value)) return `an item whose ${name} is not ${kind}${form}`;
  }
  return undefined;
}

function urlFaults(name: string, value: unknown, after: string): string[] {
  if (value === undefined || value === null || value === "")
    return [`${name} is missing${after}: give an http or https URL`];
  const url = typeof value === "string" ? URL.parse(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return [`${name} is not an http or https URL${after}`];
  return /[?#]/.test(url.href) ? [`${name} has a query or a fragment: leave it out`] : [];
}

/** A member with a wrong type would count as missing, and its checks as not observed. */
function mistyped(driver: object, members: Members): string[] {
  return Object.entries(members).flatMap(([name, kind]) => {
    const value = read(driver, name);
    return value === undefined || value === null || IS[kind](value) ? [] : [`${name} of the driver is not ${kind}`];
  });
}

/** A getter may throw: what it is for is seen when it is used. */
function read(driver: object, name: string): unknown {
  try {
    return (driver as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}
