import Hapi from "@hapi/hapi";
import { createReceiver } from "collections-contract";

const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET!,
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});
const server = Hapi.server({ port: Number(process.env.PORT), host: "127.0.0.1" });
server.route({
  method: "POST",
  path: "/",
  options: { payload: { parse: false, output: "stream" } },
  handler: ({ raw }, { abandon }) => receiver.node(raw.req, raw.res).then(() => abandon),
});
server.start();
