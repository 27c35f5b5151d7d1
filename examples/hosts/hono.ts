import { serve } from "@hono/node-server";
import { createReceiver } from "collections-contract";
import { Hono } from "hono";

const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET!,
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});

const app = new Hono();
app.post("/", ({ req }) => receiver.fetch(req.raw));
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: "127.0.0.1" });
