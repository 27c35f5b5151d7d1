/** What is refused when a receiver is made, in JavaScript as in TypeScript, instead of at each delivery. */

import { RECEIVED_EVENTS } from "../../generated/validators.ts";
import { MisuseError } from "../errors/receiving.ts";
import { isObject } from "../values/json.ts";
import { suggest, unknownOption } from "../values/unknown-option.ts";
import { checkInboxOptions } from "./inbox.ts";
import { warn } from "./report.ts";
import { describeKind, isLimit } from "./value-kinds.ts";

/** What an option takes, and whether a value is that. */
type Check = readonly [takes: string, accepts: (value: unknown) => boolean];
type Checks = Readonly<Record<string, Check>>;

const isFunction = (value: unknown) => typeof value === "function";

const FUNCTION: Check = ["a function", isFunction];
const BOOLEAN: Check = ["true or false", (value) => typeof value === "boolean"];
const FUNCTIONS: Check = ["an object with a function for each event name", isPlainOrFilled];
const LIMIT: Check = ["a whole number from 1 to 2147483647", isLimit];
const STORE: Check = [
  "false, or an object with the functions reserve, done and release",
  (value) =>
    value === false || (isObject(value) && [value["reserve"], value["done"], value["release"]].every(isFunction)),
];
const HEADER: Check = [
  "the name of a header",
  (value) => typeof value === "string" && /^[\w!#$%&'*+.^`|~-]+$/.test(value),
];
const NAMES: Check = [
  "a list of names",
  (value) => Array.isArray(value) && value.every((name) => typeof name === "string"),
];
const METERS: Check = [
  "what createReceiverMeters returns",
  (value) => isObject(value) && [value["accepted"], value["refused"]].every(isFunction),
];
const CHECKED_ELSEWHERE: Check = ["", () => true];

const UNSIGNED: Checks = {
  on: FUNCTIONS,
  onUnknown: FUNCTION,
  onProblem: FUNCTION,
  onAccepted: FUNCTION,
  meters: METERS,
  key: FUNCTION,
  maxBodyBytes: LIMIT,
  bodyTimeoutMs: LIMIT,
  handlerTimeoutMs: LIMIT,
  storeTimeoutMs: LIMIT,
  bigint: BOOLEAN,
  store: STORE,
  inbox: CHECKED_ELSEWHERE,
};
const SIGNED: Checks = {
  ...UNSIGNED,
  secrets: CHECKED_ELSEWHERE,
  earlierKeys: BOOLEAN,
  signatureHeader: HEADER,
  validators: FUNCTIONS,
  events: NAMES,
};

/**
 * Checks the options of `createReceiver`, or without `isSigned` of `createAppReceiver`. Tells each name in `on` that is
 * not an event; where none is one and `onUnknown` is missing, it refuses them. The events of app webhooks are open
 * (U-40), so their names are only told.
 *
 * @throws MisuseError `receiver_option`, `handlers_missing`, `inbox_option`, `inbox_and_handlers`
 */
export function checkOptions(options: unknown, isSigned: boolean): void {
  if (!isObject(options)) refuse(`The options of a receiver are an object, not ${describeKind(options)}.`);
  const checks = isSigned ? SIGNED : UNSIGNED;
  const unknown = unknownOption(options, checks);
  if (unknown) refuse(unknown.message);
  checkInboxOptions(options);
  for (const [name, value] of Object.entries(options)) {
    const check = checks[name];
    if (value === undefined || !check) continue;
    const [takes, accepts] = check;
    if (!accepts(value)) refuse(`${name} must be ${takes}${isObject(value) ? "" : `, not ${describeKind(value)}`}.`);
    if (check === FUNCTIONS) checkFunctions(name, Object(value));
  }
  const names = Object.keys(options["on"] ?? {});
  const added = isSigned && Array.isArray(options["events"]) ? options["events"] : [];
  const events = { ...RECEIVED_EVENTS, ...Object.fromEntries(added.map((name) => [name, true])) };
  const strangers = names.filter((name) => !Object.hasOwn(events, name));
  const sentences = strangers.map(
    (name) => `on: ${JSON.stringify(name)} is not an event of the contract.${suggest(name, events)}`,
  );
  if (isSigned && strangers.length > 0 && strangers.length === names.length && !options["onUnknown"])
    refuse(sentences.join(" "));
  for (const sentence of sentences) warn("event_unknown", sentence);
}

/** A Map and an object whose functions are inherited have no names of their own, so nothing would be found in them. */
function isPlainOrFilled(value: unknown): boolean {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Object.keys(value).length > 0 || prototype === null || Object.getPrototypeOf(prototype) === null;
}

function checkFunctions(option: string, functions: object): void {
  for (const [name, value] of Object.entries(functions))
    if (!isFunction(value))
      refuse(`${option}: ${JSON.stringify(name)} must be a function, not ${describeKind(value)}.`);
}

function refuse(message: string): never {
  throw new MisuseError("receiver_option", message);
}
