/** Compiled without any type of Node in sight. */

import { createReceiver, createVerifier, type Verdict, type VerifiedEvent, verify } from "collections-contract/edge";
import { validatePaymentSnapshot } from "collections-contract/validators";
import { checkWebhookUrl } from "collections-contract/webhook-url";

const receiver = createReceiver({
  secrets: ["secret"],
  on: { "case_file.payment.confirmed": (event: VerifiedEvent) => event.key },
});
export default { fetch: (request: Request): Promise<Response> => receiver.fetch(request) };
export const verdict: Promise<Verdict> = verify(new Uint8Array(), null, "secret");
export const others = [createVerifier, validatePaymentSnapshot, checkWebhookUrl];
