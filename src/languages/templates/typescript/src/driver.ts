/**
 * Serves a driver of the judge over HTTP: version 1 of the protocol in driver.yaml, for any framework.
 * `examples/driver-express.ts` uses it. For test set-ups only.
 */

import { createHash, timingSafeEqual } from "node:crypto";
import type { ReceiverDriver, ServiceDriver } from "collections-contract/judge";

/** What a service offers to its tests. What is left out or undefined is not listed, and what needs it not observed. */
export type Members = {
  readonly [M in keyof (ServiceDriver & ReceiverDriver)]?: (ServiceDriver & ReceiverDriver)[M] | undefined;
};

/** This call cannot be done: what needs it is not observed. Any other error ends the run. Its message holds no secret. */
export class Refusal extends Error {
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

export interface Driver {
  /** Answers a request at `name` below the driver's base URL. Never rejects. */
  answer(method: string, name: string, authorization: string | undefined, body: string): Promise<DriverAnswer>;
}

/** The arguments of each call in its body, and what it returns under its name in the answer. */
const CALLS: Readonly<Record<string, { readonly takes?: readonly string[]; readonly gives?: string }>> = {
  start: {},
  reset: {},
  stop: {},
  settle: {},
  credentials: { gives: "" },
  accessToken: { gives: "accessToken" },
  requestHeaders: { takes: ["token"], gives: "headers" },
  refresh: { takes: ["refreshToken"], gives: "" },
  confirmPayment: { takes: [""], gives: "" },
  recordPayment: { takes: [""], gives: "" },
  setClientWebhookActive: { takes: ["", "active"] },
  dispatchAppEvent: { takes: ["app", "event"] },
  emitEvent: { takes: ["client", "event"] },
  processed: { gives: "events" },
};

/** `token`: the driver's own, never one of the service. `onError` gets what ends the run. */
export function createDriver(token: string, members: Members, onError: (name: string, error: unknown) => void): Driver {
  if (token === "") throw new Error("the driver needs a token of its own: set DRIVER_TOKEN");
  const wanted = hashOf(`Bearer ${token}`);
  const given = (name: string): unknown => members[name as keyof Members];
  return {
    async answer(method, name, authorization = "", body) {
      if (!timingSafeEqual(hashOf(authorization), wanted))
        return refused(401, "token_wrong", "Send the token of the driver.");
      if (method === "GET" && name === "members") {
        const values = Object.entries(members).filter(
          ([, value]) => value !== undefined && typeof value !== "function",
        );
        const listed = { version: 1, calls: Object.keys(CALLS).filter((call) => given(call) !== undefined) };
        return { status: 200, json: values.length > 0 ? { ...listed, values: Object.fromEntries(values) } : listed };
      }
      const call = method === "POST" && Object.hasOwn(CALLS, name) ? given(name) : undefined;
      if (typeof call !== "function") return refused(404, "no_such_call", "The driver does not list this call.");
      const json = objectIn(body);
      if (!json) return refused(400, "body_invalid", "The body is not what driver.yaml describes.");
      try {
        const { takes = [], gives } = CALLS[name] ?? {};
        const result: unknown = await call.apply(
          members,
          takes.map((one) => (one === "" ? json : (json[one] ?? undefined))),
        );
        if (gives === undefined || (gives === "" && result === undefined)) return { status: 204 };
        return { status: 200, json: gives === "" ? result : { [gives]: result } };
      } catch (error) {
        if (error instanceof Refusal) return refused(409, error.code, error.message);
        onError(name, error);
        return refused(500, "driver_failed", "See the log of the driver.");
      }
    },
  };
}

function objectIn(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function refused(status: number, code: string, message: string): DriverAnswer {
  return { status, json: { code, message } };
}
