/** Runtimes beside Node. */

import { type Host, npm, SHARED } from "./host.ts";

const PLATFORM = `${process.platform}-${process.arch}${process.platform === "linux" ? "-glibc" : ""}`;
const BUN = `@oven/bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}`;
const DENO_OPTIONS = ["--node-modules-dir=manual", "--no-remote", "-A", "--host=127.0.0.1", "--port=<port>"];
const runtime = { kind: "runtime", proof: "fetch" } as const;
const denoOrBun = { ...runtime, how: "runtime", file: "hosts/deno-bun.ts", place: "receiver.ts" } as const;

export const RUNTIMES: readonly Host[] = [
  {
    ...{ ...denoOrBun, ...npm(`@deno/${PLATFORM}`, "2.9.6"), id: "deno", name: "Deno", set: "deno" },
    start: ["<deno>", "serve", ...DENO_OPTIONS, "<place>"],
    note: ["With the package in `node_modules`, `deno serve --allow-env --allow-read=. receiver.ts` starts it."],
  },
  {
    ...{ ...denoOrBun, ...npm(BUN, "1.4.5"), id: "bun", name: "Bun", set: "bun" },
    start: ["<bun>", "--no-install", "<place>"],
    note: ["`bun receiver.ts` starts it."],
  },
  {
    ...{ ...runtime, ...npm("miniflare", "4.20260730.0"), id: "workers", name: "Cloudflare Workers" },
    ...{ how: "server", file: "hosts/workers.ts", place: "src/index.ts", set: "miniflare" },
    start: ["node", "<adapters>/miniflare.ts", "<place>"],
    noInbox: "the inbox needs Node",
    note: ["The secret comes with the request; the receiver is created once.", SHARED],
  },
];
