import { createReceiver } from "collections-contract";
import express from "express";

const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET!,
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});

const app = express();
app.post("/", receiver.node); // before express.json()
app.use(express.json());
app.listen(Number(process.env.PORT));
