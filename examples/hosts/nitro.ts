import { createReceiver } from "collections-contract";
import { defineEventHandler } from "h3";

const receiver = createReceiver({
  secrets: () => process.env.WEBHOOK_SECRET!,
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});

export default defineEventHandler(({ node }) => receiver.node(node.req, node.res));
