/** Hides the user and the password of each URL in a text for people. */
export function withoutUser(text: string): string {
  return text.replaceAll(/(:\/\/?)[^\s/@]*@/g, "$1[redacted]@");
}
