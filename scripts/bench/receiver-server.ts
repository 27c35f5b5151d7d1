/** A server in its own process, to measure its CPU time alone. Sends its port, then its CPU time on request. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import { createReceiver } from "../../src/receive/index.ts";
import { bareVerify, SECRET } from "./delivery.ts";
import { serveAlone } from "./servers.ts";

/** Only the lower bound: no size limit, no deadline, no parsing, no duplicates. */
function bare(req: IncomingMessage, res: ServerResponse): void {
  const chunks: Buffer[] = [];
  req.on("data", (chunk: Buffer) => chunks.push(chunk));
  req.on("end", () => {
    const header = String(req.headers[SIGNATURE_HEADER.toLowerCase()]);
    res.statusCode = bareVerify(Buffer.concat(chunks), header) ? 204 : 401;
    res.end();
  });
}

const receiver = (handler: () => unknown, store?: false) =>
  createReceiver({ secrets: SECRET, on: { "case_file.payment.confirmed": handler }, ...(store === false && { store }) })
    .node;

const LISTENERS = {
  bare,
  receiver: receiver(() => undefined),
  "async handler": receiver(async () => undefined),
  "no store": receiver(() => undefined, false),
};

await serveAlone(LISTENERS[process.argv[2] as keyof typeof LISTENERS]);
