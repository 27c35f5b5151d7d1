import { createReceiver } from "collections-contract";

const receiver = createReceiver({
  secrets: () => process.env.WEBHOOK_SECRET!,
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});

export const POST = (request: Request) => receiver.fetch(request);
