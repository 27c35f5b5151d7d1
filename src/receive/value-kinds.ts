/** What kind of value something is, for values that come from programs in JavaScript. */

/** Whether it is a whole number from 1 to 2^31 - 1; timers take no more. */
export function isLimit(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31;
}

/** Names the type of a value for a message that must not show the value. */
export function describeKind(value: unknown): string {
  if (value === null || value === undefined) return `${value}`;
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return typeof Object(value).then === "function" ? "a promise" : "an object";
  return Number.isNaN(value) ? "NaN" : `a ${typeof value}`;
}
