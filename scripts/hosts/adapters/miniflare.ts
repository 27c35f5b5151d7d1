/** Serves a Worker by workerd, through Miniflare, which `wrangler dev` uses. */

import { createRequire } from "node:module";
import { resolve } from "node:path";
import { bundle } from "./bundle.ts";

const [, , file = ""] = process.argv;
const { Miniflare } = createRequire(resolve(file))("miniflare");
new Miniflare({
  modules: [{ type: "ESModule", path: "worker.mjs", contents: await bundle(file, "workerd", "esm") }],
  bindings: { WEBHOOK_SECRET: process.env["WEBHOOK_SECRET"] },
  compatibilityDate: "2026-07-01",
  host: "127.0.0.1",
  port: Number(process.env["PORT"]),
  // Otherwise it asks Cloudflare where in the world this is.
  cf: false,
});
