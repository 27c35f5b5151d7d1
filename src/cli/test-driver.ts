/** The driver of `test api` and `test receiver`: an ES module, or the URL of a driver over HTTP. */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { firstLineOf } from "../judge/fence.ts";
import { RemoteDriver } from "../judge/index.ts";
import { statOf } from "../read-file.ts";
import { CommandError, wrongUse } from "./command-error.ts";
import { readTokenFile } from "./token-file.ts";

export interface DriverFlags {
  driver?: string | undefined;
  driverTokenFile?: string | undefined;
}

const OTHER_LANGUAGE = /\.(py|go|java|jar|kts?|scala|rb|php|pl|rs|cs|cpp|swift|exs?|sh)$/i;
const HOST_AND_PORT = /^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}(?:\/|$)/i;

/**
 * Loads what `--driver` names. The token comes from `--driver-token-file` or DRIVER_TOKEN; never from the command line,
 * which others on the machine can read.
 *
 * @throws CommandError `driver_invalid`, `file_unreadable`, `wrong_use`
 */
export async function driverOf<D extends object>(driver: string, flags: DriverFlags): Promise<D | RemoteDriver> {
  const { driverTokenFile } = flags;
  if (/^https?:/i.test(driver)) return new RemoteDriver({ url: driver, token: tokenOf(driverTokenFile) });
  if (driverTokenFile !== undefined)
    throw wrongUse("--driver-token-file needs a driver over HTTP: --driver http://HOST/PATH.");
  // The run validates what the user's module exports.
  return (await loadDriver(driver)) as D;
}

function tokenOf(file: string | undefined): string | undefined {
  const token =
    file === undefined
      ? (process.env["DRIVER_TOKEN"] ?? "")
      : readTokenFile("--driver-token-file", file).replace(/\r?\n$/, "");
  if (token === "" && file === undefined) return undefined;
  if (/^[!-~]{1,4096}$/.test(token)) return token;
  throw new CommandError("driver_invalid", "The token of the driver is not one word of visible ASCII characters.");
}

/** Returns the default export of the user's module. */
async function loadDriver(file: string): Promise<unknown> {
  if (HOST_AND_PORT.test(file)) throw wrongUse(`The URL of a driver begins with http: --driver http://${file}`);
  const path = resolve(file);
  const refused = (why: string) => new CommandError("driver_invalid", why);
  if (OTHER_LANGUAGE.test(file))
    throw refused(
      `The driver ${path} is not an ES module. In another language, let your service serve the calls of spec/driver.yaml in its tests, and give their URL: --driver http://127.0.0.1:5000/test-support`,
    );
  // Node would read a device or a folder to its end, and a device may have none.
  if (!statOf(path)?.isFile())
    throw refused(`The driver ${path} is not a file. Write one with: collections-contract test api --init`);
  try {
    const module = await import(pathToFileURL(path).href);
    if (module.default === null || typeof module.default !== "object")
      throw wrongUse("it does not export an object as default");
    return module.default;
  } catch (error) {
    throw refused(
      `The driver ${path} cannot be used: ${firstLineOf(error)}. Write one with: collections-contract test api --init`,
    );
  }
}
