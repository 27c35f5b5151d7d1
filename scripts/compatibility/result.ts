/**
 * What is known of one generator and one document. Data: the page is rendered from it, and the test compares with it.
 */

/** `yes`, or `no` and `skipped` with the reason after a colon, or `-` where the question does not arise. */
export type Outcome = "yes" | "-" | `no: ${string}` | `skipped: ${string}`;

export type Result = {
  /** The generator ran and left files. */
  made: Outcome;
  /** What it left was accepted by the compiler of its language, or imported where there is none. */
  compiles: Outcome;
  /** With nothing set, the token exchange asks the host that the document names for it. */
  tokenHost: Outcome;
  /**
   * The four operations, called over HTTP at two hosts of 127.0.0.1; the token's URL was given by hand where
   * `tokenHost` is `no`.
   */
  operations: Outcome;
  /** Every payment of the fixtures came back from decoding and encoding with its declared members unchanged. */
  payload: Outcome;
  /** The largest integers that survive. */
  integers: "64 bits" | "53 bits" | "32 bits" | "-";
  /** Members that the schema does not name. */
  unknownMembers: "kept" | "dropped" | "refused" | "-";
  /** A timestamp with `+01:00`, the example of the documents. */
  colon: "taken" | "refused" | "-";
  /** A timestamp with `+0100`, which A-13 allows. */
  noColon: "taken" | "refused" | "-";
};

export type Results = Record<string, Result>;

export const NOT_ASKED: Result = {
  made: "-",
  compiles: "-",
  tokenHost: "-",
  operations: "-",
  payload: "-",
  integers: "-",
  unknownMembers: "-",
  colon: "-",
  noColon: "-",
};

/** The first line of an error that says something, without a path or a port of this machine. */
export function reason(error: unknown, folders: readonly string[]): string {
  const { stderr = "", stdout = "", message = String(error), killed } = error as Record<string, string | undefined>;
  if (killed) return "timed out";
  const lines = `${stderr}\n${stdout}\n${message}`
    .split("\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal start with one.
    .map((line) => line.replaceAll(/\u001b\[[\d;]*m/g, "").trim())
    .filter((line) => line && !/^(Command failed|# |go: (downloading|finding))|warning\b/i.test(line));
  const found =
    lines.find((line) => /^error\b/i.test(line)) ??
    afterPanic(lines) ??
    lines.find((line) => /\b(panicked|fatal|unhandled|\w*(Error|Exception)\b:)/.test(line)) ??
    lines.find((line) => /\berror\b/i.test(line)) ??
    lines[0] ??
    "no word";
  const bare = folders.reduce((text, folder) => text.replaceAll(folder, "."), found);
  return withoutPorts(bare.replaceAll(/\|/g, "/")).slice(0, 200);
}

/** A panic of Rust names a place of this machine first, and then says what. */
const afterPanic = (lines: readonly string[]): string | undefined =>
  lines[lines.findIndex((line) => /\bpanicked at .*:$/.test(line)) + 1 || lines.length];

/** The ports of the probe are others each time. */
export const withoutPorts = (text: string): string => text.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1");
