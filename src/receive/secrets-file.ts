/** Secrets from a file that may change while the receiver runs. On Node only. */

import { MisuseError } from "../errors/receiving.ts";
import { FileRefused, fs, readFileBounded } from "../files/read-file.ts";
import { isObject } from "../values/json.ts";
import { warn } from "./report.ts";
import { createKeyring, findOddities, type LabelledSecret, TOLD_LISTS } from "./secrets.ts";

/** A file that is larger holds no secrets. */
const BYTES_MAX = 1024 * 1024;

/** Options of `secretsFromFile`. */
export type SecretsFileOptions = {
  /** Least time between two looks at the file. Milliseconds, default 1,000. */
  checkEveryMs?: number;
  /**
   * Receives the reason why a changed file cannot be used; the secrets before it stay in use. Default: one line on
   * `console.error`.
   */
  onError?: (error: MisuseError) => void;
  /** Clock, in milliseconds. Default `Date.now`. */
  now?: () => number;
};

/**
 * Returns a function for the option `secrets` that reads them from a file, and again whenever the file has changed.
 *
 * A file whose name ends in `.json` holds an object of labels, each with one secret or a list of secrets; or an object
 * of owners, each with such an object; or a list of secrets without labels. Any other file holds one secret a line. A
 * byte order mark and what is not UTF-8 are refused; what looks unlike a secret, such as a comment, is told with
 * `console.error` and used as it is written (U-20). The file is looked at when a delivery arrives, so
 * there is nothing to close.
 *
 * @throws MisuseError `secret_file_unusable` if the file cannot be read at first, or holds no secrets;
 *   `receiver_option` if an option is of a wrong kind
 */
export function secretsFromFile(
  path: string,
  options: SecretsFileOptions = {},
): () => readonly (string | LabelledSecret)[] {
  const { checkEveryMs = 1_000, now = Date.now } = options;
  const { onError = ({ code, message }) => console.error(`webhook secrets: ${code}`, message) } = options;
  if (typeof path !== "string") wrong("path must be a text");
  if (!(typeof checkEveryMs === "number" && checkEveryMs >= 0)) wrong("checkEveryMs must be a number from 0");
  if (typeof onError !== "function" || typeof now !== "function") wrong("onError and now must be functions");
  let version = readVersion(path);
  let secrets = readSecrets(path);
  let checkedAt = now();
  return () => {
    if (now() - checkedAt < checkEveryMs) return secrets;
    checkedAt = now();
    const found = readVersion(path);
    if (found === version) return secrets;
    version = found;
    try {
      secrets = readSecrets(path);
    } catch (error) {
      if (!(error instanceof MisuseError)) throw error;
      onError(error);
    }
    return secrets;
  };
}

function wrong(message: string): never {
  throw new MisuseError("receiver_option", `secretsFromFile: ${message}.`);
}

/** Differs whenever the file was written or replaced; the same for every file that cannot be looked at. */
function readVersion(path: string): string {
  const stat = fs().statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : "";
}

/** The list is frozen, so that a receiver prepares its keys once. Prints what looks odd in it. */
function readSecrets(path: string): readonly (string | LabelledSecret)[] {
  try {
    const secrets = Object.freeze(secretsIn(path).map((one) => Object.freeze(one)));
    for (const oddity of findOddities(createKeyring(secrets).texts)) warn("secret_odd", oddity);
    TOLD_LISTS.add(secrets);
    return secrets;
  } catch (error) {
    const advice = "Write one secret a line, or in a file that ends in .json an object of labels with their secrets.";
    const message = `The file of the secrets cannot be used: ${unreadable(error)}. ${advice}`;
    throw new MisuseError("secret_file_unusable", message);
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads the secrets in a file, for the receiver and the command alike; see `secretsFromFile`.
 *
 * @throws what `unreadable` describes
 */
export function secretsIn(path: string): (string | LabelledSecret)[] {
  const text = decoder.decode(readFileBounded(path, BYTES_MAX));
  if (text.startsWith("\ufeff")) throw new FileRefused("it begins with a byte order mark");
  const secrets = path.endsWith(".json") ? fromJson(JSON.parse(text)) : text.split(/\r?\n/).filter(Boolean);
  createKeyring(secrets);
  return secrets;
}

/** Why `secretsIn` failed, as the end of a sentence. What JSON.parse throws quotes the text, so it is left out. */
export function unreadable(error: unknown): string {
  if (error instanceof FileRefused) return error.message;
  if (error instanceof SyntaxError) return "it is not JSON";
  if (!(error instanceof MisuseError)) return "it is not UTF-8 text";
  return error.code === "secret_empty" ? "it has no secret, or an empty one" : error.message.replace(/\.$/, "");
}

/** Labels, each with a secret or a list of secrets; or owners, each with an object of labels. */
function fromJson(json: unknown, owner?: string): (string | LabelledSecret)[] {
  if (Array.isArray(json)) return json;
  if (typeof json !== "object" || json === null) return [];
  return Object.entries(json).flatMap(([name, given]): (string | LabelledSecret)[] =>
    owner === undefined && isObject(given)
      ? fromJson(given, name)
      : [given].flat().map((secret) => ({ label: name, secret, ...(owner !== undefined && { owner }) })),
  );
}
