/** What hosts hand over. */

import { EventEmitter } from "node:events";
import { vi } from "vitest";
import { createReceiver } from "../../src/receive/index.ts";
import type { ReceiverOptions } from "../../src/receive/options.ts";
import { bytesOf, codeOf, EVENT, SECRET, signed, snapshot } from "./receiver.ts";

/** A delivery with more than ASCII. */
export const bytes = bytesOf(snapshot({ note: "Grüße" }));
export const usual = signed(bytes).headers;

/** A receiver with what it handled and refused. A problem is its code, and the error if there is one. */
export function createWatched(options: Partial<ReceiverOptions> = {}) {
  const handler = vi.fn();
  const problems: string[] = [];
  const onProblem = ({ code, error }: { code: string; error?: unknown }) =>
    void problems.push(error ? `${code} ${error}` : code);
  return { ...createReceiver({ secrets: SECRET, on: { [EVENT]: handler }, onProblem, ...options }), handler, problems };
}

/** A request and a response as Nitro imitates them in process: nothing flows. */
export function imitation(body: unknown, headers: Record<string, string> = usual) {
  const nothing = { complete: true, readableEnded: true, readableFlowing: false, readableLength: 0, destroyed: false };
  const req = Object.assign(new EventEmitter(), { method: "POST", url: "/hook", headers, body, ...nothing });
  let sent = "";
  const end = (text: string) => {
    sent = text;
  };
  const res = { statusCode: 200, headersSent: false, setHeader: () => undefined, end };
  return { req, res, answer: () => codeOf({ text: sent }) ?? res.statusCode };
}
