/** One attempt to deliver: bytes out, outcome in. Within bounds, and only to where it may go. */

import { Readable } from "node:stream";
import { Agent, buildConnector, type Dispatcher, request } from "undici";
import { checkWebhookUrl } from "../webhook-url.ts";
import type { Forwards } from "./forward.ts";
import { GuardError, guardedConnector, type Lookup } from "./guard.ts";
import type { DeliveryFault } from "./model.ts";

export interface SenderOptions {
  forwards: Forwards;
  lookup?: Lookup | undefined;
}

export interface Outgoing {
  url: string;
  body: Buffer;
  headers: Record<string, string>;
  timeoutMs: number;
  followRedirects: boolean;
  /** Whether a URL with a user before its host was accepted at registration (U-34). */
  allowUserinfo: boolean;
  fault: DeliveryFault | null;
}

/** Either `status` or `error` is there. */
export interface Outcome {
  status: number | null;
  error: string | null;
  headers: Record<string, string>;
  body: string;
}

export interface Sender {
  /** One attempt, its redirects included where they are followed. Never rejects: what went wrong is the `error` of the outcome. */
  send(outgoing: Outgoing): Promise<Outcome>;
  /** Whether a connection to the URL can be opened (U-35). Nothing is sent. */
  probe(url: string, timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/** How much of an answer is read. The rest is discarded, the connection with it. */
const ANSWER_READ_MAX = 64 * 1024;
/** How much of it is kept. */
const ANSWER_KEPT_MAX = 4 * 1024;
const REDIRECTS_MAX = 5;
/** The redirects that keep method and body. */
const REDIRECT_STATUS = [307, 308];
const AGENT = {
  // Per origin. Several webhooks may share one, and a hanging one must leave room for the others.
  connections: 256,
  pipelining: 1,
  // A receiver is not asked often, and idle sockets add up.
  keepAliveTimeout: 1000,
  keepAliveMaxTimeout: 5000,
  maxHeaderSize: 16 * 1024,
};
const CONNECT_TIMEOUT_MS = 10_000;

/** One for each sandbox; it keeps connections until it is closed. `lookup`: default the resolver of the system. */
export function createSender({ forwards, lookup }: SenderOptions): Sender {
  const guarded = guardedConnector({ lookup, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const open = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  const publicAgent = new Agent({ ...AGENT, connect: guarded });
  // Reaches the right side of a forward, which the user of the sandbox chose, and nothing else.
  const localAgent = new Agent({ ...AGENT, connect: open });

  /** Where a legal URL leads. @throws GuardError if it is not legal, although it once was registered */
  function route(url: string, allowUserinfo: boolean): { agent: Agent; origin: string; path: string; host: string } {
    const verdict = checkWebhookUrl(url, { allowUserinfo });
    if (!verdict.ok) throw new GuardError(verdict.code);
    const { origin, pathname, search, host } = new URL(url);
    const local = forwards.get(origin);
    return { agent: local ? localAgent : publicAgent, origin: local ?? origin, path: pathname + search, host };
  }

  async function exchange(outgoing: Outgoing, url: string, signal: AbortSignal, hops: number): Promise<Outcome> {
    const { agent, origin, path, host } = route(url, outgoing.allowUserinfo);
    const response = await request(`${origin}${path}`, {
      dispatcher: agent,
      method: "POST",
      headers: { ...outgoing.headers, host, "content-length": String(outgoing.body.length) },
      body:
        outgoing.fault?.kind === "slow" ? Readable.from(trickle(outgoing.body, outgoing.fault.seconds)) : outgoing.body,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    // To destroy a body makes it emit an error.
    response.body.on("error", () => undefined);
    const headers = flat(response.headers);
    const location = headers.location ? URL.parse(headers.location, url) : null;
    if (outgoing.followRedirects && REDIRECT_STATUS.includes(response.statusCode) && location && hops < REDIRECTS_MAX) {
      response.body.destroy();
      return exchange(outgoing, location.href, signal, hops + 1);
    }
    if (outgoing.fault?.kind === "drop") {
      response.body.destroy();
      return { status: null, error: "answer_dropped", headers: {}, body: "" };
    }
    const body = await readSome(response.body);
    return { status: response.statusCode, error: null, headers, body };
  }

  return {
    async send(outgoing) {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), outgoing.timeoutMs);
      try {
        return await exchange(outgoing, outgoing.url, controller.signal, 0);
      } catch (error) {
        const code = controller.signal.aborted ? "timeout" : reasonOf(error);
        return { status: null, error: code, headers: {}, body: "" };
      } finally {
        clearTimeout(timer);
      }
    },
    probe(url, timeoutMs) {
      const { agent, origin } = route(url, true);
      const { protocol, hostname, port, host } = new URL(origin);
      const target = {
        protocol,
        hostname,
        host,
        port: port || (protocol === "https:" ? "443" : "80"),
        servername: hostname,
      };
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), timeoutMs);
        (agent === localAgent ? open : guarded)(target, (error, socket) => {
          clearTimeout(timer);
          socket?.destroy();
          resolve(!error);
        });
      });
    },
    async close() {
      await Promise.all([publicAgent.destroy(), localAgent.destroy()]);
    },
  };
}

/** The status has arrived, so an answer that breaks off or is too long still is an answer. */
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
    if ((error as Error).name === "AbortError") throw error;
  }
  return Buffer.concat(kept).toString("utf8");
}

/** The body in ten pieces over that time. */
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

/** A code of the guard, or what the operating system or undici called it. */
function reasonOf(error: unknown): string {
  const causes = [error, (error as { cause?: unknown }).cause, ...((error as AggregateError).errors ?? [])];
  const codes = causes.map((cause) => (cause as { code?: unknown } | undefined)?.code);
  return String(codes.find((code) => typeof code === "string" && /^\w{3,40}$/.test(code)) ?? "unreachable");
}
