/** Makes one delivery attempt, within limits of time and size, and to allowed addresses alone. */

import { isIP } from "node:net";
import { Readable } from "node:stream";
import { Agent, type buildConnector, type Dispatcher, request } from "undici";
import { errorCause, errorCode, errorName } from "../../errors/caught.ts";
import { checkWebhookUrl } from "../../webhook-url/index.ts";
import type { DeliveryFault } from "../store/model.ts";
import { GuardError, guardedConnector, type Lookup } from "./address-guard.ts";
import type { Forwards } from "./forward.ts";
import { hostHeader, type LocalOptions, localConnector } from "./local-target.ts";

interface SenderOptions {
  forwards: Forwards;
  lookup?: Lookup | undefined;
  /** How the local side of a forward is reached. Default: under the registered host, certificates are checked. */
  local?: LocalOptions;
}

interface Outgoing {
  url: string;
  body: Buffer;
  headers: Record<string, string>;
  timeoutMs: number;
  /** Whether the target of a redirect is requested as well (U-23). Its answer is never that of the receiver. */
  followRedirects: boolean;
  /** Whether a URL with a user before its host was accepted at registration (U-34). */
  allowUserinfo: boolean;
  fault: DeliveryFault | null;
}

/** What came of an attempt: either `status` or `error` is not null. */
export interface Outcome {
  status: number | null;
  error: string | null;
  headers: Record<string, string>;
  body: string;
}

export type Sender = ReturnType<typeof createSender>;

/** Bytes of an answer that are read. The rest is discarded with the connection. */
const ANSWER_READ_MAX = 64 * 1024;
/** Bytes of an answer that are kept. */
const ANSWER_KEPT_MAX = 4 * 1024;
const REDIRECTS_MAX = 5;
/** The redirects that keep method and body. */
const REDIRECT_STATUS = [307, 308];
const AGENT = {
  // Per origin. Several webhooks may share one, and a slow one must leave room for the others.
  connections: 256,
  pipelining: 1,
  // A receiver gets few requests, and idle sockets add up.
  keepAliveTimeout: 1000,
  keepAliveMaxTimeout: 5000,
  maxHeaderSize: 16 * 1024,
};
const CONNECT_TIMEOUT_MS = 10_000;

/** Makes the sender of a sandbox, which keeps connections until it is closed. `lookup`: default the system's. */
export function createSender({ forwards, lookup, local = {} }: SenderOptions) {
  const guarded = guardedConnector({ lookup, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const open = localConnector(local, CONNECT_TIMEOUT_MS);
  const toPublic: Way = { agent: new Agent({ ...AGENT, connect: guarded }), connect: guarded };
  const toLocal: Way = { agent: new Agent({ ...AGENT, connect: open }), connect: open };

  /** Returns where a URL leads. @throws GuardError if it is not legal now, although it was registered */
  function route(url: string, allowUserinfo: boolean): Route {
    const verdict = checkWebhookUrl(url, { allowUserinfo });
    if (!verdict.ok) throw new GuardError(verdict.code);
    const { origin, pathname, search, host } = new URL(url);
    const target = forwards.get(origin);
    const path = pathname + search;
    if (target === undefined) return { ...toPublic, origin, path, host };
    return { ...toLocal, origin: target, path, host: hostHeader(local, host, target) };
  }

  return {
    /** Makes one attempt. Never rejects: the outcome has an `error` if there was no answer. */
    async send(outgoing: Outgoing): Promise<Outcome> {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), outgoing.timeoutMs);
      const post = (url: string) => exchange(outgoing, route(url, outgoing.allowUserinfo), controller.signal);
      try {
        const outcome = await post(outgoing.url);
        // What happens at the target says nothing about the receiver.
        if (outgoing.followRedirects) await follow(outgoing.url, outcome, post).catch(() => undefined);
        return outcome;
      } catch (error) {
        const code = controller.signal.aborted ? "timeout" : describeFailure(error);
        return { status: null, error: code, headers: {}, body: "" };
      } finally {
        clearTimeout(timer);
      }
    },
    /** Tells whether a connection to the URL can be opened (U-35). Nothing is sent. */
    probe: async (url: string, timeoutMs: number) => opens(route(url, true), timeoutMs),
    async close(): Promise<void> {
      await Promise.all([toPublic.agent.destroy(), toLocal.agent.destroy()]);
    },
  };
}

/** How connections are made: to public addresses alone, or to the local side of a forward. */
interface Way {
  readonly agent: Agent;
  readonly connect: buildConnector.connector;
}

/** The way to a URL. `host`: the value of the header. */
interface Route extends Way {
  readonly origin: string;
  readonly path: string;
  readonly host: string;
}

/** Makes one request. @throws if no answer arrives */
async function exchange({ body, headers, fault }: Outgoing, route: Route, signal: AbortSignal): Promise<Outcome> {
  const response = await request(`${route.origin}${route.path}`, {
    dispatcher: route.agent,
    method: "POST",
    headers: { ...headers, host: route.host, "content-length": String(body.length) },
    body: fault?.kind === "slow" ? Readable.from(trickle(body, fault.seconds)) : body,
    signal,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  // Destroying a body makes it emit an error.
  response.body.on("error", () => undefined);
  if (fault?.kind === "drop") {
    response.body.destroy();
    return { status: null, error: "answer_dropped", headers: {}, body: "" };
  }
  const answer = await readSome(response.body);
  return { status: response.statusCode, error: null, headers: flat(response.headers), body: answer };
}

/** Requests the targets of redirects, one after the other, whatever they answer. */
async function follow(from: string, outcome: Outcome, post: (url: string) => Promise<Outcome>): Promise<void> {
  let url = from;
  let last = outcome;
  for (let hop = 0; hop < REDIRECTS_MAX && REDIRECT_STATUS.includes(last.status ?? 0); hop++) {
    const location = last.headers["location"] ? URL.parse(last.headers["location"], url) : null;
    if (!location) return;
    url = location.href;
    last = await post(url);
  }
}

/** Tells whether a connection opens in time, and closes it. */
function opens({ connect, origin }: Route, timeoutMs: number): Promise<boolean> {
  const { protocol, hostname, port, host } = new URL(origin);
  const name = hostname.replace(/^\[|\]$/g, "");
  const target = {
    protocol,
    hostname: name,
    host,
    port: port || (protocol === "https:" ? "443" : "80"),
    // TLS takes names, not addresses.
    ...(isIP(name) === 0 && { servername: name }),
  };
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), timeoutMs);
    connect(target, (error, socket) => {
      clearTimeout(timer);
      socket?.destroy();
      resolve(!error);
    });
  });
}

/** Reads the beginning of a body. The status has arrived: a body that breaks off or is too long is an answer. */
async function readSome(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const kept: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of body) {
      if (read < ANSWER_KEPT_MAX) kept.push(chunk.subarray(0, ANSWER_KEPT_MAX - read));
      read += chunk.length;
      if (read > ANSWER_READ_MAX) break;
    }
  } catch (error) {
    if (errorName(error) === "AbortError") throw error;
  }
  return Buffer.concat(kept).toString("utf8");
}

/** Yields the body in ten pieces over that time. */
async function* trickle(body: Buffer, seconds: number): AsyncGenerator<Buffer> {
  const size = Math.max(1, Math.ceil(body.length / 10));
  for (let at = 0; at < body.length; at += size) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, seconds * 100));
    yield body.subarray(at, at + size);
  }
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]));
}

/** Returns a code of the guard, of the operating system or of undici. */
function describeFailure(error: unknown): string {
  const causes = [error, errorCause(error), ...(error instanceof AggregateError ? error.errors : [])];
  return causes.map(errorCode).find((code) => code !== undefined && /^\w{3,40}$/.test(code)) ?? "unreachable";
}
