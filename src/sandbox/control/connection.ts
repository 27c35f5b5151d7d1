/** The way to the control of one sandbox: requests, answers, and the stream of what happens. */

import { Agent, fetch as directFetch } from "undici";
import { createError } from "../../errors/raise.ts";
import { SandboxError } from "../../errors/sandbox.ts";
import type { JournalEntry } from "../store/journal.ts";

/** Sends one request to a control. */
export type Ask = (url: string, init: RequestInit) => Promise<Response>;

/** Node sends requests of `fetch` through a proxy if the environment says so; this does not. */
export const fetchDirectly: Ask = (() => {
  let direct: Agent | undefined;
  return (url, init) => {
    direct ??= new Agent();
    return directFetch(url, { ...(init as object), dispatcher: direct }) as unknown as Promise<Response>;
  };
})();

/** Goes through the proxies of the environment, as every other request of the program. */
export const fetchByEnvironment: Ask = (url, init) => fetch(url, init);

/** Sends calls to the control of one sandbox. */
export class ControlConnection {
  readonly #baseUrl: string;
  readonly #authorization: Record<string, string>;
  readonly #ask: Ask;
  readonly #stopped: AbortSignal | undefined;

  constructor(baseUrl: string, token: string | undefined, ask: Ask, stopped?: AbortSignal) {
    this.#baseUrl = baseUrl;
    this.#authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    this.#ask = ask;
    this.#stopped = stopped;
  }

  /** Calls, and returns what the control answers. @throws SandboxError `control_unreachable`, `control_refused` */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.#send(method, path, body);
    const answer = await response.json().catch(() => undefined);
    if (response.ok && answer !== undefined) return answer;
    throw createError(SandboxError, "control_refused", answer?.message ?? `status ${response.status}`, response.status);
  }

  async *events({ after, signal }: { after?: string; signal?: AbortSignal } = {}): AsyncGenerator<JournalEntry> {
    const path = after === undefined ? "events" : `events?${query({ after })}`;
    const response = await this.#send("GET", path, undefined, signal);
    if (!response.ok || !response.body)
      throw createError(SandboxError, "control_refused", `status ${response.status}`, response.status);
    const ends = [signal, this.#stopped].filter((one) => one !== undefined);
    try {
      yield* parseEntries(response.body, AbortSignal.any(ends));
    } catch {
      if (!signal?.aborted) throw createError(SandboxError, "control_unreachable", this.#baseUrl);
    }
  }

  async #send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    const headers = { ...this.#authorization, ...(body !== undefined && { "content-type": "application/json" }) };
    const init = {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    };
    try {
      return await this.#ask(`${this.#baseUrl}/_control/${path}`, init);
    } catch {
      throw createError(SandboxError, "control_unreachable", this.#baseUrl);
    }
  }
}

/** Returns a query of these members. */
export function query(filter: object): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
}

/** Parses server-sent events. */
async function* parseEntries(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
): AsyncGenerator<JournalEntry> {
  const decoded = body.pipeThrough(new TextDecoderStream(), { signal }) as unknown as AsyncIterable<string>;
  let rest = "";
  for await (const text of decoded) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
      const [id, type, data] = [field("id"), field("event"), field("data")];
      if (id && type && data) yield { id, type: type as JournalEntry["type"], data: JSON.parse(data) };
    }
  }
}
