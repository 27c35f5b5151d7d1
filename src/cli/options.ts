/** Arguments and options that several commands declare alike. */

/** The body of `sign` and `verify`. */
export const BODY_FILE = ["[file]", "file with the body, byte for byte; without it or as -, standard input"] as const;

/** Where a secret comes from; commands that take several repeat it. What it means is in `secret.ts`. */
export const SECRET_FILE = [
  "--secret-file <file>",
  "file with the secret of the webhook, one line break at its end not counted; else WEBHOOK_SECRET is taken",
] as const;
export const SECRET = [
  "--secret <secret>",
  "the secret itself; for tests only, because others on this machine can read it",
] as const;
