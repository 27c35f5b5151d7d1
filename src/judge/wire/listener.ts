/** A plain HTTP server that keeps raw bytes, raw headers and times, and answers as a story says. */

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Endpoint, Received, Said, Trace } from "../trace.ts";
import { idIn } from "./delivery.ts";
import { Presence } from "./presence.ts";
import { type Reply, sendReply } from "./reply.ts";

export type { Endpoint, Received } from "../trace.ts";
export { type Reply, statusOf } from "./reply.ts";

/** Longer than any pause: a connection that ends under a delivery is a transport error (U-28). */
const KEEP_ALIVE_MS = 60_000;
/** How many connections may wait at most: a hundred payments may reach many webhooks at once. A system may cap it. */
const BACKLOG = 4096;
const MAX_DELIVERY_BYTES = 8 * 1024 * 1024;
/** How long a body may take, and how long once some had no end: then it is answered as it is. Milliseconds. */
const BODY_MS = { first: 3000, later: 300 };
/** How much longer after a stall of the judge. Milliseconds. */
const STALL_MS = 100;
/** How many attempts at a URL are new after each thing that happens: a service may retry for ever (N-6.5-01). */
const NEW_ATTEMPTS = 4;
/** Another process may take the port in between. */
const AGAIN = { attempts: 20, pauseMs: 100 };
/** How long a silent reply lasts, in milliseconds. */
const silenceMs = (attemptMs?: number) => (attemptMs === undefined ? 250 : Math.min(attemptMs + 500, 30_000));
/** After so many waits in vain, and none that helped between them, nothing is expected of waiting: each is as short. */
const VAIN = { waits: 4, ms: 150 };
const TOKEN = /Wh[0-9A-Z]{14}/i;

/** Whether so many with its id came already that it is acknowledged. */
function comesAgain({ acknowledges, received }: Endpoint, one: Said): boolean {
  if (!acknowledges) return false;
  const { after, since } = acknowledges;
  return received.filter((other) => other.at >= since && idIn(other) === idIn(one)).length >= after;
}

export class Listener {
  readonly #endpoints = new Map<string, Endpoint & { readonly received: Received[] }>();
  readonly #watchers = new Set<() => void>();
  readonly #server: Server;
  /** When the judge could not receive anything. */
  readonly presence: Presence;
  /** When something new came, by `performance.now()`, and what is called then. */
  newAt = performance.now();
  onNews: () => void = () => {};
  /** The longest time after which a delivery came, since what happened or came before it. Milliseconds. */
  longestGap = 0;
  #bodyMs = BODY_MS.first;
  /** How many things were made to happen together. */
  #burst = 1;
  #lastAt = performance.now();
  #answering = 0;
  #released = Promise.withResolvers<void>();
  /** Waits in vain since one helped, and when the last of them ended. */
  #vain = 0;
  #vainAt = 0;
  /** How long an attempt may take, in milliseconds; undefined if the driver does not say. */
  attemptMs: number | undefined;
  /** It could not listen again on its port: from then on, what arrives or does not arrive proves nothing. */
  isLost = false;
  readonly #trace: Trace;

  constructor(trace: Trace) {
    this.#trace = trace;
    this.presence = new Presence(trace);
    this.#server = createServer({ requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
      if (request.url === this.presence.path) return void response.end();
      void this.#receive(request, response).catch(() => response.destroy());
    });
    this.#server.on("clientError", (_, socket) => socket.destroy());
    this.#server.on("error", () => {});
  }

  /** The port, or the error that kept it from listening. */
  async start(host: string, port: number): Promise<number> {
    this.#server.listen({ port, host, backlog: BACKLOG });
    await once(this.#server, "listening");
    const at = this.#server.address() as AddressInfo;
    this.presence.watch({ host: at.address, port: at.port });
    return at.port;
  }

  stop(): Promise<void> {
    this.presence.stop();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  /** Refuses every connection while `work` runs. */
  async refuse(work: () => Promise<void>): Promise<void> {
    const { address, port } = this.#server.address() as AddressInfo;
    this.#trace.note("deaf", { at: performance.now() });
    await this.stop();
    try {
      await work();
    } finally {
      this.isLost = true;
      for (let attempt = 0; this.isLost && attempt < AGAIN.attempts; attempt++) {
        if (attempt > 0) await sleep(AGAIN.pauseMs);
        this.isLost = (await this.start(address, port).catch(() => undefined)) === undefined;
      }
    }
  }

  /** Opens an address. It contains capitals, because paths are case-sensitive, and a query if asked. */
  open(token: string, reply: Reply, query: string): Endpoint {
    const target = `/Hooks/${token}${query}`;
    const endpoint = { token, target, reply, once: undefined, received: [], fresh: 0, since: 0 };
    this.#endpoints.set(token.toLowerCase(), endpoint);
    return endpoint;
  }

  /** Lets answers that are held be sent. */
  release(): void {
    this.#released.resolve();
    this.#released = Promise.withResolvers();
  }

  /** Milliseconds since the last request, or since its answer. 0 while an answer is pending, or the judge is late. */
  get quietFor(): number {
    return this.#answering > 0 || this.presence.late > 0 ? 0 : performance.now() - this.#lastAt;
  }

  /** Resolves when the condition holds, at the latest after so many milliseconds. */
  until(holds: () => boolean, ms: number): Promise<void> {
    if (holds() || ms <= 0) return Promise.resolve();
    const began = performance.now();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#watchers.delete(look);
        const isHeld = holds();
        if (isHeld) this.#vain = 0;
        else if (began > this.#vainAt) [this.#vain, this.#vainAt] = [this.#vain + 1, performance.now()];
        resolve();
      };
      const look = () => holds() && end();
      const timer = setTimeout(end, this.#vain < VAIN.waits ? ms : Math.min(ms, VAIN.ms));
      this.#watchers.add(look);
    });
  }

  /** Something is made to happen, or so many things at once: what comes of each is new at every URL. */
  acted(burst = 1): void {
    this.#burst = burst;
    for (const endpoint of this.#endpoints.values()) endpoint.fresh = 0;
    this.newAt = performance.now();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const begunAt = performance.now();
    const { body, cut } = await this.#bodyOf(request);
    const { method = "", url = "", rawHeaders } = request;
    const headers = rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] as const] : [],
    );
    const at = performance.now();
    const named = this.#endpoints.get(TOKEN.exec(url)?.[0].toLowerCase() ?? "");
    // What a redirect leads to is not the URL, even if it is named like it.
    const endpoint = named?.target !== url && this.#trace.redirectTargets.has(url) ? undefined : named;
    // A service that probes the URL (U-35), before it creates a webhook or with another method, gets a success.
    const isQuestion = (endpoint?.since ?? 0) === 0 || (method !== "POST" && body.length === 0);
    const own = endpoint && (endpoint.once ?? (comesAgain(endpoint, { headers, body }) ? 200 : endpoint.reply));
    const reply = isQuestion || own === undefined ? 200 : own;
    if (endpoint && !isQuestion) endpoint.once = undefined;
    const { socket } = request;
    const pending = { answeredAt: Number.POSITIVE_INFINITY, isUnread: socket.destroyed };
    const received: Received = { begunAt, at, method, target: url, headers, body, cut, reply, ...pending };
    this.#lastAt = at;
    endpoint?.received.push(received);
    this.#trace.note("arrived", { one: received, endpoint });
    if (!endpoint || ++endpoint.fresh <= NEW_ATTEMPTS * this.#burst) {
      if (!isQuestion) this.longestGap = Math.max(this.longestGap, at - this.newAt);
      this.newAt = at;
      this.onNews();
    }
    for (const look of this.#watchers) look();
    this.#answering++;
    const hungUp = () => Object.assign(received, { isUnread: true });
    socket.once("close", hungUp);
    await sendReply(reply, response, silenceMs(this.attemptMs), this.#released.promise);
    socket.off("close", hungUp);
    this.#answering--;
    received.answeredAt = performance.now();
    if (received.answeredAt - at > (this.attemptMs ?? Number.POSITIVE_INFINITY)) hungUp();
    this.#lastAt = received.answeredAt;
    // What is still sent would be taken for the next request.
    if (cut !== undefined) response.once("finish", () => request.destroy());
  }

  /** The body, or what came of it, and why it is not whole. Rejects if the connection ends at once, as in a restart. */
  async #bodyOf(request: IncomingMessage): Promise<{ body: Buffer; cut: string | undefined }> {
    const chunks: Buffer[] = [];
    let size = 0;
    const started = performance.now();
    const cut = await new Promise<string | undefined>((resolve, reject) => {
      // Twice, so that after a stall of the judge what has come is read first.
      let timer = setTimeout(() => {
        timer = setTimeout(() => resolve("its end does not come"), STALL_MS);
      }, this.#bodyMs);
      const end = (why?: string) => {
        clearTimeout(timer);
        resolve(why);
      };
      request.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MAX_DELIVERY_BYTES) chunks.push(chunk);
        else end("it is larger than 8 MiB");
      });
      request.on("end", () => end());
      request.on("error", (error) => {
        if (performance.now() - started < STALL_MS) reject(error);
        end("the connection ended within it");
      });
    });
    if (cut !== undefined) this.#bodyMs = BODY_MS.later;
    const length = request.headers["content-length"];
    const told = length === undefined ? "" : `, although Content-Length is ${length}`;
    const body = Buffer.concat(chunks);
    return { body, cut: cut === undefined ? undefined : `${cut}: ${body.length} bytes came${told}` };
  }
}
