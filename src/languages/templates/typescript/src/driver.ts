/**
 * What the judge of collections-contract asks of a service in a test, over HTTP: version 1 of the protocol in driver.yaml, for any
 * framework. `examples/driver-express.ts` uses it. For test set-ups only.
 */

import { createHash, timingSafeEqual } from "node:crypto";

type Maybe<T> = T | undefined;
type Awaitable<T> = T | Promise<T>;
type Json = Record<string, unknown>;

/** Values of a service. Only the first two are needed, after `start`. */
export interface Values {
  baseUrl?: string;
  authUrl?: string;
  clientIri?: string;
  otherClientIri?: string;
  appIri?: string;
  appId?: string | number;
  otherAppIri?: string;
  otherAppId?: string | number;
  /** The judge listens on `listen`, and the service reaches it at `origin`. */
  receiver?: { listen: { host: string; port: number }; origin: string };
  registrationProbesUrls?: boolean;
  retryWindowMs?: number;
  attemptTimeoutMs?: number;
}

export type Payment = { paidTo: "client" | "agency"; client: string };

/** What a service offers to its tests. What is undefined is not listed, and what needs it is not observed. */
export interface Members {
  values?: Maybe<() => Awaitable<Values>>;
  /** Prepares for a run; called once, then the values are read again. */
  start?: Maybe<() => Awaitable<unknown>>;
  /** Forgets webhooks and deliveries. Clients, Apps and credentials stay. */
  reset?: Maybe<() => Awaitable<unknown>>;
  /** Ends the run; called in any case. */
  stop?: Maybe<() => Awaitable<unknown>>;
  /** Ends as soon as no attempt at a delivery is pending. */
  settle?: Maybe<() => Awaitable<unknown>>;
  /** Returns an authorization code that was never used, and what it is exchanged with. */
  credentials?: Maybe<() => Awaitable<{ clientId: string; clientSecret: string; redirectUri: string; code: string }>>;
  /** Returns an access token, if there is one without a code. */
  accessToken?: Maybe<() => Awaitable<string>>;
  /** Returns the headers that carry a token; null asks for a request without one. */
  requestHeaders?: Maybe<(token: string | null) => Awaitable<Record<string, string>>>;
  /** Exchanges a refresh token for an access token. */
  refresh?: Maybe<(refreshToken: string) => Awaitable<string>>;
  /** Makes a payment and confirms it. Returns the id that its delivery carries, where it is known. */
  confirmPayment?: Maybe<(payment: Payment) => Awaitable<{ id?: number }>>;
  /** Makes a payment that is not confirmed. */
  recordPayment?: Maybe<(payment: Payment) => Awaitable<{ id?: number }>>;
  /** Switches a client webhook. `response` is null if the answer that created it was not JSON. */
  setClientWebhookActive?: Maybe<
    (webhook: { request: Json; response: unknown }, active: boolean) => Awaitable<unknown>
  >;
  /** Dispatches an event to the webhooks of an App. */
  dispatchAppEvent?: Maybe<(app: string, event: string) => Awaitable<unknown>>;
  /** Lets an event that the deployment adds happen to a payment of a client. */
  emitEvent?: Maybe<(client: string, event: string) => Awaitable<unknown>>;
  /** Only for `test receiver`: returns what took effect since the last reset. */
  processed?: Maybe<() => Awaitable<readonly { id: number; event: string }[]>>;
}

/** This call cannot be done: what needs it is not observed. Any other error ends the run. The message must hold no secret. */
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

/** `token`: the driver's own, never one of the service. `onError` gets what ends the run. */
export function createDriver(token: string, members: Members, onError: (name: string, error: unknown) => void): Driver {
  if (token === "") throw new Error("the driver needs a token of its own: set DRIVER_TOKEN");
  const calls = callsOf(members);
  const wanted = hashOf(`Bearer ${token}`);
  return {
    async answer(method, name, authorization = "", body) {
      if (!timingSafeEqual(hashOf(authorization), wanted))
        return refused(401, "token_wrong", "Send the token of the driver.");
      try {
        if (method === "GET" && name === "members") {
          const listed = { version: 1, calls: [...calls.keys()] };
          return { status: 200, json: members.values ? { ...listed, values: await members.values() } : listed };
        }
        const call = method === "POST" ? calls.get(name) : undefined;
        if (!call) return refused(404, "no_such_call", "The driver does not list this call.");
        const given = objectIn(body);
        if (!given) return refused(400, "body_invalid", "The body is not what driver.yaml describes.");
        const json = await call(given);
        return json ? { status: 200, json } : { status: 204 };
      } catch (error) {
        if (error instanceof Refusal) return refused(409, error.code, error.message);
        onError(name, error);
        return refused(500, "driver_failed", "See the log of the driver.");
      }
    },
  };
}

type Call = (body: Json) => Promise<object | undefined>;

/** The calls that are there, by their names in the protocol. */
function callsOf(members: Members): Map<string, Call> {
  const { accessToken, requestHeaders, refresh, setClientWebhookActive, dispatchAppEvent, emitEvent, processed } =
    members;
  const every: Record<string, Maybe<Call>> = {};
  for (const name of ["start", "reset", "stop", "settle"] as const) {
    const call = members[name];
    every[name] = call && (async () => void (await call()));
  }
  for (const name of ["credentials", "confirmPayment", "recordPayment"] as const) {
    const call = members[name] as Maybe<(body: unknown) => Awaitable<object>>;
    every[name] = call && (async (body) => call(body));
  }
  every["accessToken"] = accessToken && (async () => ({ accessToken: await accessToken() }));
  every["requestHeaders"] =
    requestHeaders && (async ({ token = null }) => ({ headers: await requestHeaders(token as string | null) }));
  every["refresh"] = refresh && (async ({ refreshToken }) => ({ accessToken: await refresh(String(refreshToken)) }));
  every["setClientWebhookActive"] =
    setClientWebhookActive &&
    (async ({ request, response, active }) =>
      void (await setClientWebhookActive({ request: request as Json, response }, active === true)));
  every["dispatchAppEvent"] =
    dispatchAppEvent && (async ({ app, event }) => void (await dispatchAppEvent(String(app), String(event))));
  every["emitEvent"] =
    emitEvent && (async ({ client, event }) => void (await emitEvent(String(client), String(event))));
  every["processed"] = processed && (async () => ({ events: await processed() }));
  return new Map(Object.entries(every).filter((entry): entry is [string, Call] => entry[1] !== undefined));
}

function objectIn(body: string): Maybe<Json> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

function refused(status: number, code: string, message: string): DriverAnswer {
  return { status, json: { code, message } };
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
