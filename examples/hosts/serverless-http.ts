import { createReceiver } from "collections-contract";
import express from "express";
import serverless from "serverless-http";

const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET!,
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});

const app = express();
app.post("/payments", receiver.node);
export const handler = serverless(app);
