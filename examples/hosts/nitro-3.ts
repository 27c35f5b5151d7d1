import { createReceiver } from "collections-contract";
import { defineHandler } from "nitro/h3";

const receiver = createReceiver({
  secrets: () => process.env.WEBHOOK_SECRET!,
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});

export default defineHandler(({ req }) => receiver.fetch(req));
