/** The driver of `test api` and `test receiver`: an ES module, or the URL of a driver over HTTP. */

import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { statOrUndefined } from "../files/read-file.ts";
import { RemoteDriver } from "../judge/index.ts";
import { CommandError, wrongUse } from "./command-error.ts";
import { readTokenFile } from "./token-file.ts";

export interface DriverFlags {
  driver?: string | undefined;
  driverTokenFile?: string | undefined;
}

type Verb = "api" | "receiver";
const FIRST: Readonly<Record<Verb, string>> = {
  api: "write one with: collections-contract test api --init",
  receiver: "write one as the guide shows: docs/guides/testing-a-receiver.md, Effects, not statuses",
};
const SHOWN_CHARACTERS = 300;
const OTHER_LANGUAGE = /\.(py|go|java|jar|kts?|scala|rb|php|pl|rs|cs|cpp|swift|exs?|sh)$/i;
const HOST_AND_PORT = /^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}(?:\/|$)/i;

/**
 * Loads what `--driver` names. The token comes from `--driver-token-file` or DRIVER_TOKEN; never from the command line,
 * which others on the machine can read.
 *
 * @throws CommandError `driver_invalid`, `file_unreadable`, `wrong_use`
 */
export async function openDriver<D extends object>(
  driver: string,
  flags: DriverFlags,
  verb: Verb,
): Promise<D | RemoteDriver> {
  const { driverTokenFile } = flags;
  if (/^https?:/i.test(driver)) return new RemoteDriver({ url: driver, token: readToken(driverTokenFile) });
  if (driverTokenFile !== undefined)
    throw wrongUse("--driver-token-file needs a driver over HTTP: --driver http://HOST/PATH.");
  // The run validates what the user's module exports.
  return (await loadDriver(driver, verb)) as D;
}

function readToken(file: string | undefined): string | undefined {
  const token =
    file === undefined
      ? (process.env["DRIVER_TOKEN"] ?? "")
      : readTokenFile("--driver-token-file", file).replace(/\r?\n$/, "");
  if (token === "" && file === undefined) return undefined;
  if (/^[!-~]{1,4096}$/.test(token)) return token;
  throw new CommandError("driver_invalid", "The token of the driver is not one word of visible ASCII characters.");
}

/** Returns the default export of the user's module. */
async function loadDriver(file: string, verb: Verb): Promise<unknown> {
  if (HOST_AND_PORT.test(file)) throw wrongUse(`The URL of a driver begins with http: --driver http://${file}`);
  const path = resolve(file);
  const invalidDriver = (why: string) => new CommandError("driver_invalid", why);
  if (OTHER_LANGUAGE.test(file))
    throw invalidDriver(
      `The driver ${path} is not an ES module. In another language, serve the calls of spec/driver.yaml ` +
        "in the tests of your service, and give their URL: --driver http://127.0.0.1:5000/test-support",
    );
  // Node would read a device or a folder to its end, and a device may have none.
  if (!statOrUndefined(path)?.isFile())
    throw invalidDriver(`The driver ${path} is not a file. Correct --driver, or ${FIRST[verb]}`);
  try {
    const module = await import(pathToFileURL(path).href);
    if (module.default !== null && typeof module.default === "object") return module.default;
  } catch (error) {
    const line = findLine(error, path);
    const where = line === undefined ? path : `${path}, line ${line},`;
    throw invalidDriver(`The driver ${where} cannot be loaded: ${toldBy(error)}. Correct it, and try again.`);
  }
  throw invalidDriver(`The driver ${path} has no object as its default export: write export default { ... }.`);
}

function toldBy(error: unknown): string {
  if (!(error instanceof Error)) return `it threw ${typeof error === "string" ? error.split("\n")[0] : "no error"}`;
  const [told = ""] = error.message.split("\n");
  return `${error.name}: ${told.replace(/\.$/, "").slice(0, SHOWN_CHARACTERS)}`;
}

/** The line of the file in which it failed. What does not parse has no line in its stack. */
function findLine(error: unknown, path: string): string | undefined {
  const { href } = pathToFileURL(path);
  const text =
    error instanceof SyntaxError
      ? spawnSync(process.execPath, ["--check", path], { encoding: "utf8", timeout: 5000 }).stderr
      : error instanceof Error
        ? error.stack
        : undefined;
  const rest = text?.split(text.includes(href) ? href : path)[1];
  return /^:(\d+)/.exec(rest ?? "")?.[1];
}
