/** Returns a value as what its type does not allow: programs in JavaScript pass such values. */
export function asWrongType(value: unknown): never {
  return value as never;
}

/** Returns a value that must be there. @throws Error if it is not */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The value is not there.");
  return value;
}
