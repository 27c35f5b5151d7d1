/** Runtimes beside Node. */

import { type Host, SHARED } from "./host.ts";

const PLATFORM = `${process.platform}-${process.arch}${process.platform === "linux" ? "-glibc" : ""}`;
const BUN = `@oven/bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}`;

export const RUNTIMES: readonly Host[] = [
  {
    id: "deno",
    proof: "fetch",
    name: "Deno",
    file: "hosts/deno-bun.ts",
    place: "receiver.ts",
    kind: "runtime",
    how: "runtime",
    shown: `@deno/${PLATFORM}`,
    packages: { [`@deno/${PLATFORM}`]: "2.9.6" },
    set: "deno",
    start: [
      "<deno>",
      "serve",
      "--node-modules-dir=manual",
      "--no-remote",
      "-A",
      "--host=127.0.0.1",
      "--port=<port>",
      "receiver.ts",
    ],
    note: ["With the package in `node_modules`, `deno serve --allow-env --allow-read=. receiver.ts` starts it."],
  },
  {
    id: "bun",
    proof: "fetch",
    name: "Bun",
    file: "hosts/deno-bun.ts",
    place: "receiver.ts",
    kind: "runtime",
    how: "runtime",
    shown: BUN,
    packages: { [BUN]: "1.4.5" },
    set: "bun",
    start: ["<bun>", "--no-install", "receiver.ts"],
    note: ["`bun receiver.ts` starts it."],
  },
  {
    id: "workers",
    proof: "fetch",
    name: "Cloudflare Workers",
    file: "hosts/workers.ts",
    place: "src/index.ts",
    kind: "runtime",
    how: "server",
    shown: "miniflare",
    packages: { miniflare: "4.20260730.0" },
    set: "miniflare",
    start: ["node", "<adapters>/miniflare.ts", "src/index.ts"],
    noInbox: "the inbox needs Node",
    note: ["The secret comes with the request; the receiver is created once.", SHARED],
  },
];
