/** Gives each request to what a file exports for the Fetch API: `POST`, or a function as its default. */

import { pathToFileURL } from "node:url";
import { serve } from "@hono/node-server";

const [, , file = ""] = process.argv;
const { POST, default: handler = POST } = await import(pathToFileURL(file).href);
serve({ fetch: handler, port: Number(process.env["PORT"]), hostname: "127.0.0.1" });
