import { createReceiver } from "collections-contract/edge";

const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET!,
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});

export default { fetch: receiver.fetch };
