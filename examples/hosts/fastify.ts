import { createReceiver } from "collections-contract";
import Fastify from "fastify";

const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET!,
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});
const app = Fastify();
app.route({
  method: "POST",
  url: "/",
  onRequest: (request, reply) => receiver.node(request.raw, reply.hijack().raw), // before Fastify parses the body
  handler: () => undefined,
});
app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
