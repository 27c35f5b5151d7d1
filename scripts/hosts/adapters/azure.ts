/** Gives each request to a function of Azure as the message of its host, through `@azure/functions` itself. */

import { createServer } from "node:http";
import { registerHooks } from "node:module";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { registered } from "./azure-core.ts";

const [, , file = ""] = process.argv;
const core = new URL("./azure-core.ts", import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    name === "@azure/functions-core" ? { url: core, shortCircuit: true } : next(name, context),
});
await import(pathToFileURL(file).href);

let count = 0;
const server = createServer(async (req, res) => {
  const body = await buffer(req);
  const [{ metadata, callback } = never()] = registered.functions;
  const [input = ""] = Object.entries(metadata.bindings).find(([, { type }]) => type === "httpTrigger") ?? [];
  const http = {
    url: `http://${req.headers.host}${req.url}`,
    method: req.method,
    headers: Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)])),
    // The host sends bytes or a text, depending on the capabilities of its worker.
    body: count++ % 2 === 0 ? { bytes: body } : { string: body.toString() },
  };
  const request = { inputData: [{ name: input, data: { http } }], triggerMetadata: {} };
  const model = registered.model ?? never();
  const invocation = model.getInvocationModel({ invocationId: `${count}`, metadata, request, log: () => undefined });
  const { context, inputs } = await invocation.getArguments();
  const result = await invocation.invokeFunction(context, inputs, callback);
  const { returnValue } = await invocation.getResponse(context, result);
  res.writeHead(Number(returnValue.http.statusCode), returnValue.http.headers).end(returnValue.http.body?.bytes);
});
server.listen(Number(process.env["PORT"]), "127.0.0.1");

function never(): never {
  throw new Error("the file registered no function");
}
