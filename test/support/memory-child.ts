/**
 * A receiver in a process of its own, for `receive-memory.test.ts`: tells how much memory it took at most since it was
 * last asked.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { createReceiver } from "../../src/receive/index.ts";
import { SECRET } from "./receiver.ts";

const [kind, limit] = process.argv.slice(2);
const { node, fetch } = createReceiver({ secrets: SECRET, on: {}, maxBodyBytes: Number(limit), onProblem() {} });

const now = () => {
  const { rss, arrayBuffers, heapUsed } = process.memoryUsage();
  return { rss, held: arrayBuffers + heapUsed };
};
globalThis.gc?.();
let most = now();
setInterval(() => {
  const { rss, held } = now();
  most = { rss: Math.max(most.rss, rss), held: Math.max(most.held, held) };
}, 2);
process.on("message", () => {
  process.send?.(most);
  globalThis.gc?.();
  most = now();
});

const server = kind === "node" ? createServer(node) : serve({ fetch, port: 0, hostname: "127.0.0.1" });
if (kind === "node") server.listen(0, "127.0.0.1");
server.on("listening", () => process.send?.((server.address() as AddressInfo).port));
