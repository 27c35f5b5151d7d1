/** PostgreSQL has neither NUL nor half a surrogate pair in text, and a stranger may name an event so. */
export function text(value: string): string {
  return value.toWellFormed().replaceAll("\0", "\u2400");
}
