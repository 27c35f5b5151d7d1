import { createReceiver } from "collections-contract";
import Fastify from "fastify";

const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET!,
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});

const app = Fastify();
await app.register(async (hooks) => {
  hooks.removeAllContentTypeParsers(); // of this plugin alone
  hooks.addContentTypeParser("*", (_request, _payload, done) => done(null));
  hooks.post("/", async (request, reply) => {
    reply.hijack();
    await receiver.node(request.raw, reply.raw);
  });
});
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
