/** Holds thousands of unfinished requests open at a receiver, and measures how long a genuine delivery takes. */

import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SIGNATURE_HEADER } from "../../../generated/constants.ts";
import { signBody } from "../../../src/signature/node.ts";

const EVENT = "case_file.payment.confirmed";
const HEAD = "POST /hooks HTTP/1.1\r\nHost: receiver.example.com\r\nContent-Type: application/json\r\n";
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;

/** What each kind of slow sender sends at once, and what it goes on to send once a second ("" for nothing). */
const KINDS: Readonly<Record<string, readonly [first: string, more: string]>> = {
  "a connection without a byte": ["", ""],
  "half a head, then silence": [HEAD, ""],
  "a head, a letter a second": [`${HEAD}X-Slow: `, "a"],
  "half a body, then silence": [`${HEAD}Content-Length: 900\r\n\r\n{`, ""],
  "a body, a byte a second": [`${HEAD}Content-Length: 900\r\n\r\n{`, " "],
  "a chunk-size line, a digit a second": [CHUNKED, "0"],
  "a trailer, a letter a second": [`${CHUNKED}2\r\n{}\r\n0\r\nX-Slow: `, "a"],
};

type SlowOptions = { port: number; secret: string; each: number; patienceMs: number };

/**
 * Opens `each` connections of every kind, delivers a payment every 250 ms until all are closed or patience ends.
 *
 * Returns how many were `opened`, the longest life of a connection by kind (`Infinity` where one was still open at the
 * end), the statuses of the genuine deliveries meanwhile (0 for no answer), and the slowest answer to one of them.
 */
export async function holdSlowRequests({ port, secret, each, patienceMs }: SlowOptions) {
  const open: Slow[] = [];
  const statuses: number[] = [];
  let slowestMs = 0;
  const deliverNext = async () => {
    const begun = performance.now();
    const body = JSON.stringify({ "@event": EVENT, id: 1_000_000 + statuses.length });
    statuses.push(await deliver(port, body, secret));
    slowestMs = Math.max(slowestMs, Math.round(performance.now() - begun));
  };
  for (let i = 0; i < each; i++) {
    for (const [kind, [first, more]] of Object.entries(KINDS)) open.push(slow(port, kind, first, more));
    // An answer says that all before it were accepted. A full queue drops connections that their sender holds for open.
    if (i % 20 === 19) await deliverNext();
  }
  const dripping = setInterval(() => {
    for (const { socket, more } of open) if (more && socket.writable) socket.write(more);
  }, 1000);
  const until = Date.now() + patienceMs;
  while (Date.now() < until && open.some(({ closedMs }) => closedMs === Number.POSITIVE_INFINITY)) {
    await deliverNext();
    await sleep(250);
  }
  clearInterval(dripping);
  for (const { socket } of open) socket.destroy();
  const longest = (kind: string) => Math.max(...open.filter((one) => one.kind === kind).map((one) => one.closedMs));
  const longestMs = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, longest(kind)]));
  return { opened: open.length, longestMs, statuses, slowestMs };
}

interface Slow {
  readonly kind: string;
  readonly more: string;
  readonly socket: Socket;
  /** Milliseconds from opening until the server ended it. */
  closedMs: number;
}

function slow(port: number, kind: string, first: string, more: string): Slow {
  const begun = Date.now();
  const socket = connect(port, "127.0.0.1", () => socket.write(first));
  const one: Slow = { kind, more, socket, closedMs: Number.POSITIVE_INFINITY };
  const ended = () => {
    if (one.closedMs === Number.POSITIVE_INFINITY) one.closedMs = Date.now() - begun;
  };
  socket.on("end", ended).on("error", ended).on("close", ended).resume();
  return one;
}

/** Posts a signed delivery over a connection of its own. Returns the status, 0 where none came within 10 s. */
export async function deliver(port: number, body: string, secret: string): Promise<number> {
  const { statuses } = await exchange(port, delivery(body, secret, "Connection: close"));
  return statuses[0] ?? 0;
}

/** A signed delivery as raw HTTP, with these lines in its head. */
export function delivery(body: string, secret: string, ...lines: string[]): string {
  const signature = `${SIGNATURE_HEADER}: ${signBody(body, secret)}`;
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return `${HEAD}${[signature, length, ...lines].join("\r\n")}\r\n\r\n${body}`;
}

/** The same delivery with its body in one chunk, and without a length. */
export function inChunks(raw: string): string {
  const [head = "", body = ""] = raw.split("\r\n\r\n");
  const chunked = head.replace(/Content-Length: \d+/, "Transfer-Encoding: chunked");
  return `${chunked}\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

/** What a server sent back over one connection. */
export interface Exchanged {
  /** Of all answers, in order. */
  readonly statuses: readonly number[];
  /** Whether the server ended the connection before the silence was too long. */
  readonly isClosed: boolean;
  /** Whether an answer said that it is the last one. */
  readonly isAnnounced: boolean;
}

/** Sends raw bytes and collects the answers until the server closes the connection, or is silent for so long. */
export function exchange(port: number, request: string, silenceMs = 10_000): Promise<Exchanged> {
  return new Promise((resolve) => {
    let said = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(request, "latin1"));
    const finish = (isClosed: boolean) => {
      socket.destroy();
      resolve({
        statuses: [...said.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status)),
        isClosed,
        isAnnounced: /^connection: *close\r$/im.test(said),
      });
    };
    socket.setEncoding("latin1").on("data", (text) => {
      said += text;
    });
    socket.setTimeout(silenceMs, () => finish(false));
    for (const event of ["end", "error", "close"]) socket.on(event, () => finish(true));
  });
}
