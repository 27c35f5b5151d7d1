/** A real HTTP server on 127.0.0.1 for one test: what it is asked is kept, what it answers can change. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { listening } from "../../scripts/listen.ts";

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type Answering = (asked: Asked, response: ServerResponse) => void;

/** `json(201, { a: 1 })`: an answer with a JSON body. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answering {
  return text(status, JSON.stringify(body), { "content-type": "application/json", ...headers });
}

export function text(status: number, body: string | Uint8Array, headers: Record<string, string> = {}): Answering {
  return (_asked, response) => response.writeHead(status, headers).end(body);
}

/** Answers JSON of 30 MB that is made of a piece; `sent`: how many characters of it. */
export function flooding(piece: string, end?: string) {
  const answering: Answering = (_asked, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const more = () => {
      while (!response.destroyed && flood.sent < 30_000_000) {
        flood.sent += piece.length;
        if (!response.write(piece)) return void response.once("drain", more);
      }
      response.end(end);
    };
    more();
  };
  const flood = Object.assign(answering, { sent: 0 });
  return flood;
}

/** Each answer once, in this order; the last one again and again. */
export function inTurn(...answers: Answering[]): Answering {
  let at = 0;
  return (asked, response) => answers[Math.min(at++, answers.length - 1)]?.(asked, response);
}

export async function startServer(first: Answering = text(500, "")) {
  let current = first;
  const asked: Asked[] = [];
  // On a busy machine a connection that is kept for some seconds is closed at the moment of the next request.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, body: await textOf(request) };
    asked.push(one);
    current(one, response);
  });
  return {
    ...(await listening(server)),
    asked,
    /** Answers from now on; forgets what was asked. */
    answer(next: Answering) {
      current = next;
      asked.length = 0;
    },
  };
}
