/** Reads a caught value, which may be anything. */

/** Returns the code of an error of the system or of ours, such as `ENOENT`; undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Returns what an error gives as its cause; undefined if it gives none. */
export function errorCause(error: unknown): unknown {
  return typeof error === "object" && error !== null && "cause" in error ? error.cause : undefined;
}

/** Returns the name of an error, such as `AbortError`; undefined for any other value. */
export function errorName(error: unknown): string | undefined {
  const name = typeof error === "object" && error !== null && "name" in error ? error.name : undefined;
  return typeof name === "string" ? name : undefined;
}

/** Returns the message of an error, else its name, or the text of any other value. Never throws. */
export function errorMessage(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message || error.name : error);
  } catch {
    // Its message is not a text, or it cannot become one: `throw Object.create(null)`.
    return "An error without a text.";
  }
}
