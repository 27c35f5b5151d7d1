/** The other side of a driver over HTTP (spec/driver.yaml): serves one, behind any framework. */

import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  DRIVER_CALLS,
  DRIVER_MEMBERS_PATH,
  DRIVER_VERSION,
  type DriverCall,
  driverFaults,
} from "../../../generated/driver.ts";
import { answerBy } from "../../values/driver-forms.ts";
import { isObject, type Json, jsonOf } from "../answers.ts";
import type { ReceiverDriver, ServiceDriver } from "../driver.ts";

const MAX_BODY_BYTES = 1_000_000;
const NAMES = Object.keys(DRIVER_CALLS) as DriverCall[];

type Whole = ServiceDriver & ReceiverDriver;

/** The members of a driver. A missing or undefined one is not listed, and checks that need it are not observed. */
export type DriverMembers = { readonly [M in keyof Whole]?: Whole[M] | undefined };

/** This call cannot be done: what needs it is not observed. Another error ends the run. Its message has no secret. */
export class DriverRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The status, and the JSON; no body if it is undefined. */
export interface DriverAnswer {
  readonly status: number;
  readonly json?: unknown;
}

/** A driver to be served. */
export interface DriverServer {
  /**
   * Answers a request at `path` below the driver's base URL, such as `/members`, with its whole body. Never rejects.
   * `authorization`: the value of the header.
   */
  answer(method: string, path: string, authorization: string | undefined, body: string): Promise<DriverAnswer>;
  /** Answers a request of `node:http` or Express, with `url` below the driver's base URL, before its body is read. */
  node(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/**
 * Makes a driver over HTTP of the members of one, for test set-ups alone. `token`: its own, never one of the service;
 * requests carry it as a bearer token. `onError` gets what ends the run, and the name of the call.
 *
 * @throws Error if the token is empty
 */
export function createDriver(
  token: string,
  members: DriverMembers,
  onError: (name: string, error: unknown) => void,
): DriverServer {
  if (token === "") throw new Error("the driver needs a token of its own: set DRIVER_TOKEN");
  const wanted = hashOf(`Bearer ${token}`);
  const calls = () => NAMES.filter((name) => members[name] !== undefined);

  async function called(name: DriverCall, body: string): Promise<DriverAnswer> {
    const { request, answer, mayBeEmpty } = DRIVER_CALLS[name];
    const given = jsonOf(Buffer.from(body));
    if (!isObject(given) || driverFaults(request, given).length > 0)
      return refused(400, "body_invalid", "The body is not what driver.yaml describes.");
    try {
      const json = await answerBy(members, name, given);
      return answer === null || (mayBeEmpty && json === undefined) ? { status: 204 } : { status: 200, json };
    } catch (error) {
      if (error instanceof DriverRefusal) return refused(409, error.code, error.message);
      onError(name, error);
      return refused(500, "driver_failed", "See the log of the driver.");
    }
  }

  const driver: DriverServer = {
    async answer(method, path, authorization = "", body) {
      if (!timingSafeEqual(hashOf(authorization), wanted))
        return refused(401, "token_wrong", "Send the token of the driver.");
      if (method === "GET" && path === DRIVER_MEMBERS_PATH) return { status: 200, json: listOf(members, calls()) };
      const name = calls().find((one) => DRIVER_CALLS[one].path === path);
      if (method !== "POST" || !name) return refused(404, "no_such_call", "The driver does not list this call.");
      return called(name, body);
    },
    async node(request, response) {
      const { method = "", url = "", headers } = request;
      const body = await bodyOf(request);
      const { status, json } = await driver.answer(method, url.replace(/\?.*/, ""), headers.authorization, body);
      response.writeHead(status, json === undefined ? {} : { "content-type": "application/json" });
      response.end(json === undefined ? undefined : JSON.stringify(json));
    },
  };
  return driver;
}

/** The body as text; none of one that is too long or was cut off, which no call takes. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of request) {
      bytes += piece.length;
      if (bytes <= MAX_BODY_BYTES) pieces.push(piece);
    }
  } catch {
    return "";
  }
  return bytes <= MAX_BODY_BYTES ? Buffer.concat(pieces).toString() : "";
}

function listOf(members: DriverMembers, calls: readonly DriverCall[]): Json {
  const values = Object.entries(members).filter(([, value]) => value !== undefined && typeof value !== "function");
  return { version: DRIVER_VERSION, calls, ...(values.length > 0 && { values: Object.fromEntries(values) }) };
}

const hashOf = (text: string) => createHash("sha256").update(text).digest();

const refused = (status: number, code: string, message: string): DriverAnswer => ({ status, json: { code, message } });
