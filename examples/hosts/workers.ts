import { createReceiver, type EdgeReceiver } from "collections-contract/edge";

let receiver: EdgeReceiver | undefined;

export default {
  fetch(request: Request, env: { WEBHOOK_SECRET: string }, context: { waitUntil(work: Promise<unknown>): void }) {
    receiver ??= createReceiver({
      secrets: env.WEBHOOK_SECRET,
      on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
    });
    const answer = receiver.fetch(request);
    context.waitUntil(answer); // or the handler ends when the sender leaves
    return answer;
  },
};
