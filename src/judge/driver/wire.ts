/** One call of a driver over HTTP, as spec/driver.yaml describes it: what it sends, and what each answer means. */

import { DRIVER_CALLS, DRIVER_MEMBERS_PATH, type DriverCall, driverFaults } from "../../../generated/driver.ts";
import { isObject, jsonOf } from "../answers.ts";
import type { RunProblemCode } from "../report/report.ts";
import { type Answer, type Exchange, send } from "../wire/http.ts";
import { firstAt } from "../wire/protocol.ts";

const SHOWN_CHARACTERS = 200;

/** How a call of a driver over HTTP fails. The message is a whole sentence, and holds no token. */
export class DriverFault extends Error {
  override readonly name = "DriverFault";
  readonly code: Extract<RunProblemCode, "driver_invalid" | "driver_threw" | "driver_timeout" | "driver_broken">;

  constructor(code: DriverFault["code"], message: string) {
    super(message);
    this.code = code;
  }
}

const invalid = (message: string) => new DriverFault("driver_invalid", message);
const broken = (message: string) => new DriverFault("driver_broken", message);

/** Where a driver is, and what opens it. */
export interface Place {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string | undefined;
  /** For one call. */
  readonly timeoutMs: number;
}

/** Makes a call and returns its answer, whose form is right; undefined if it reports nothing. @throws DriverFault */
export async function call(place: Place, name: DriverCall, body: object): Promise<unknown> {
  const { path, answer, mayBeEmpty } = DRIVER_CALLS[name];
  const what = `${name}() of the driver`;
  const response = wholeAnswer(await exchange(place, "POST", path, body), what, place);
  if (response.status >= 400) throw new DriverFault("driver_threw", `${what} is refused: ${statusIn(response)}`);
  if (answer === null || (mayBeEmpty && response.status === 204)) return undefined;
  const value = jsonIn(response, what);
  const [fault] = driverFaults(answer, value);
  if (fault) throw broken(`The answer of ${what} is wrong: ${fault.path} ${fault.message}`);
  return value;
}

/** Reads the list of members, whose form is not looked at. @throws DriverFault */
export async function members(place: Place): Promise<unknown> {
  const where = `${place.url}${DRIVER_MEMBERS_PATH}`;
  const asked = await firstAt(place.url, () => exchange(place, "GET", DRIVER_MEMBERS_PATH));
  if (typeof asked === "string") throw invalid(`The URL of the driver ${place.url} ${asked}`);
  const response = wholeAnswer(asked, where, place);
  const status = statusIn(response);
  if (response.status === 401 || response.status === 403)
    throw invalid(`${where} refuses the token of the driver: ${status}`);
  if (response.status >= 400) throw invalid(`${where} answers ${status}: is this the base URL of the driver?`);
  return jsonIn(response, where);
}

function exchange({ url, token, timeoutMs }: Place, method: string, path: string, body?: object): Promise<Exchange> {
  const headers = {
    Accept: "application/json",
    ...(body && { "Content-Type": "application/json" }),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };
  return send({ method, url: url + path, headers, body: body && JSON.stringify(body) }, { timeoutMs });
}

/** Returns an answer of 2xx or 4xx. */
function wholeAnswer({ response, failure }: Exchange, what: string, { timeoutMs }: Place): Answer {
  if (failure?.code === "timeout")
    throw new DriverFault("driver_timeout", `${what} gave no answer within ${timeoutMs} ms`);
  const cure = failure?.code === "refused" ? ". Nothing listens there: start the driver, or correct its URL" : "";
  if (!response) throw broken(`${what} gave no answer: ${failure?.message ?? "nothing came"}${cure}`);
  if (response.isCut) throw broken(`${what} answered more than 1 MiB`);
  const kind = Math.floor(response.status / 100);
  if (kind !== 2 && kind !== 4) throw broken(`${what} answered ${statusIn(response)}`);
  return response;
}

/** The status, and the sentence of an error. */
function statusIn(response: Answer): string {
  const error = jsonOf(response.body, response.headers["content-type"]);
  if (!isObject(error) || driverFaults("Error", error).length > 0) return String(response.status);
  return `${response.status} (${error["code"]}: ${error["message"]})`.slice(0, SHOWN_CHARACTERS);
}

function jsonIn(response: Answer, what: string): unknown {
  const value = jsonOf(response.body, response.headers["content-type"]);
  if (value === undefined) throw broken(`${what} answered ${response.status} without JSON`);
  return value;
}
