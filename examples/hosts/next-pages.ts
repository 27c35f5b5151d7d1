import { createReceiver } from "collections-contract";

const receiver = createReceiver({
  secrets: () => process.env.WEBHOOK_SECRET!,
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});

export const config = { api: { bodyParser: false } };
export default receiver.node;
