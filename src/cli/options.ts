/** Arguments and options that several commands share. */

/** The body of `sign` and `verify`. */
export const BODY_FILE = ["[file]", "file with the body, byte for byte; default or -: standard input"] as const;

/** Where a secret comes from; `secret.ts` has the rules. Commands that take several secrets repeat it. */
export const SECRET_FILE = [
  "--secret-file <file>",
  "file with the secret of the webhook as its line, or JSON in a file named *.json; default: WEBHOOK_SECRET",
] as const;
export const SECRET = [
  "--secret <secret>",
  "the secret itself; only for tests: others on this machine can read it",
] as const;
