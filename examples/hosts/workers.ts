import { createReceiver, type EdgeReceiver } from "collections-contract/edge";

let receiver: EdgeReceiver | undefined;

export default {
  fetch(request: Request, env: { WEBHOOK_SECRET: string }): Promise<Response> {
    receiver ??= createReceiver({
      secrets: env.WEBHOOK_SECRET,
      on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
    });
    return receiver.fetch(request);
  },
};
