/** Exit codes, and how an error ends a command. */

/** 3: the target could not be reached, or nothing was observed. 130: interrupted. */
export const ExitCode = { holds: 0, fails: 1, wrongUse: 2, unreachable: 3, interrupted: 130 } as const;

/** Says on standard error what is wrong and what to do; returns the exit code. */
export function report(error: unknown): number {
  const code = (error as { code?: unknown } | null)?.code;
  const coded = error instanceof Error && typeof code === "string";
  process.stderr.write(
    coded ? `${code}: ${error.message}\n` : `${error instanceof Error ? (error.stack ?? error.message) : error}\n`,
  );
  return ExitCode.wrongUse;
}

/** A whole number from a command line. @throws Error that names the option */
export function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw Object.assign(new Error(`--port takes a number from 0 to 65535, not ${JSON.stringify(text.slice(0, 40))}.`), {
    code: "wrong_use",
  });
}
