/** Secrets from a file that may change while the receiver runs. On Node only. */

import { readFileSync, statSync } from "node:fs";
import { codeOf } from "../errors/caught.ts";
import { MisuseError } from "../errors/receiving.ts";
import type { LabelledSecret } from "./secrets.ts";

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
 * A file whose name ends in `.json` holds an object of labels, each with one secret or a list of secrets, or a list of
 * secrets without labels. Any other file holds one secret a line. The file is looked at when a delivery arrives, so
 * there is nothing to close.
 *
 * @throws MisuseError `secret_file_unusable` if the file cannot be read at first, or holds no secrets
 */
export function secretsFromFile(
  path: string,
  options: SecretsFileOptions = {},
): () => readonly (string | LabelledSecret)[] {
  const { checkEveryMs = 1_000, now = Date.now } = options;
  const { onError = ({ code, message }) => console.error(`webhook secrets: ${code}`, message) } = options;
  let version = versionOf(path);
  let secrets = readSecrets(path);
  let checkedAt = now();
  return () => {
    if (now() - checkedAt < checkEveryMs) return secrets;
    checkedAt = now();
    const found = versionOf(path);
    if (found === version) return secrets;
    version = found;
    try {
      secrets = readSecrets(path);
    } catch (error) {
      onError(error as MisuseError);
    }
    return secrets;
  };
}

/** Differs whenever the file was written or replaced; the same for every file that cannot be looked at. */
function versionOf(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : "";
}

/** The list is frozen, so that a receiver prepares its keys once. */
function readSecrets(path: string): readonly (string | LabelledSecret)[] {
  let secrets: (string | LabelledSecret)[];
  try {
    const text = readFileSync(path, "utf8");
    secrets = path.endsWith(".json") ? fromJson(JSON.parse(text)) : text.split(/\r?\n/).filter((line) => line !== "");
  } catch (error) {
    // What JSON.parse throws quotes the text.
    return unusable(codeOf(error) ?? "not JSON");
  }
  const texts = secrets.map((one) => (typeof one === "object" ? one?.secret : one));
  if (texts.length === 0 || texts.some((text) => typeof text !== "string" || text === "")) unusable("no secrets");
  return Object.freeze(secrets.map((one) => Object.freeze(one)));
}

function fromJson(json: unknown): (string | LabelledSecret)[] {
  if (Array.isArray(json)) return json;
  if (typeof json !== "object" || json === null) return [];
  return Object.entries(json).flatMap(([label, given]) => [given].flat().map((secret) => ({ label, secret })));
}

function unusable(reason: string): never {
  const advice = "Write one secret a line, or in a file that ends in .json an object of labels with their secrets.";
  throw new MisuseError("secret_file_unusable", `The file of the secrets cannot be used (${reason}). ${advice}`);
}
