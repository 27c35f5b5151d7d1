import { createReceiver } from "collections-contract";
import { H3, serve } from "h3";

const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET!,
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});

const app = new H3().post("/", ({ req }) => receiver.fetch(req));
serve(app, { port: Number(process.env.PORT), hostname: "127.0.0.1" });
