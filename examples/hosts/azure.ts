import { app } from "@azure/functions";
import { createReceiver } from "collections-contract";

const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET!,
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});

app.http("payments", { methods: ["POST"], authLevel: "anonymous", handler: receiver.bytes });
