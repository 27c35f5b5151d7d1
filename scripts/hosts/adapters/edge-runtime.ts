/** Serves the default export of a file by Vercel's edge runtime. */

import { createRequire } from "node:module";
import { resolve } from "node:path";
import { bundle } from "./bundle.ts";

const [, , file = ""] = process.argv;
const { EdgeRuntime, runServer } = createRequire(resolve(file))("edge-runtime");
const code = `${await bundle(file, "edge-light", "iife")}
addEventListener("fetch", (event) => event.respondWith(bundled.default(event.request)));`;
const extend = (context: object) =>
  Object.assign(context, { process: { env: { WEBHOOK_SECRET: process.env["WEBHOOK_SECRET"] } } });
await runServer({
  runtime: new EdgeRuntime({ initialCode: code, extend }),
  port: Number(process.env["PORT"]),
  host: "127.0.0.1",
});
