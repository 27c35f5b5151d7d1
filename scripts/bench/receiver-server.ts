/** A server in a process of its own, so that its CPU time is its own: `bare` or `receiver`. Talks to `receiver-http.ts` over IPC. */

import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import { createReceiver } from "../../src/receive.ts";
import { SECRET } from "./delivery.ts";

/** The plain way, with nothing around it: no limit, no deadline, no parsing, no duplicates. */
function bare(req: IncomingMessage, res: ServerResponse): void {
  const chunks: Buffer[] = [];
  req.on("data", (chunk: Buffer) => chunks.push(chunk));
  req.on("end", () => {
    const digest = createHmac("sha256", SECRET).update(Buffer.concat(chunks)).digest();
    const header = String(req.headers[SIGNATURE_HEADER.toLowerCase()]);
    const given = Buffer.from(header.slice("sha256=".length), "hex");
    res.statusCode = given.length === digest.length && timingSafeEqual(digest, given) ? 204 : 401;
    res.end();
  });
}

const { node } = createReceiver({ secrets: SECRET, on: { "case_file.payment.confirmed": () => undefined } });
const server = createServer(process.argv[2] === "bare" ? bare : node).listen(0, "127.0.0.1", () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.on("message", () => process.send?.(process.cpuUsage()));
process.on("disconnect", () => process.exit());
