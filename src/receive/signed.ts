/** The parts of a receiver of client webhooks, whose deliveries are signed. The same for every runtime. */

import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import type { ReceiverCode } from "../errors/receiving.ts";
import type { Verdict } from "../signature/header.ts";
import type { VerifiedEvent } from "./events.ts";
import { paymentAndEvent, paymentNumber, storeKey } from "./key.ts";
import type { InboxReceiverOptions, ReceiverOptions } from "./options.ts";
import { isPromise } from "./promises.ts";
import type { Authenticate, Authenticated, Parts } from "./receiver.ts";
import { labelOf, type Secrets, textsOf, type Verifying } from "./secrets.ts";

/** Printed if `onProblem` is missing: the operator's own faults, and signed deliveries that would be lost. */
const ALARMING: ReadonlySet<ReceiverCode> = new Set([
  "body_already_read",
  "secret_empty",
  "secrets_unavailable",
  "body_not_utf8",
  "body_not_json",
  "payload_invalid",
  "number_unsafe",
  "handler_failed",
  "handler_deadline",
  "store_failed",
  "inbox_failed",
  "inbox_full",
]);

/** @throws MisuseError `secret_empty` if the secrets are given as text and one is empty. */
export function signedParts<B extends boolean>(
  options: ReceiverOptions<B> | InboxReceiverOptions,
  verifying: Verifying,
): Parts<VerifiedEvent> {
  const { on = {}, onUnknown, key, validators } = options;
  return {
    verified: true,
    maxBodyBytes: 1_048_576,
    alarming: ALARMING,
    on: on as Parts<VerifiedEvent>["on"],
    onUnknown,
    validators,
    authenticate: authenticateWith(options, verifying),
    idOf: key ? undefined : paymentNumber,
    toEvent({ payload, body, secretIndex, label }) {
      const { "@event": event } = payload;
      const storedUnder = storeKey("verified ", key ? key(payload) : (paymentAndEvent(payload) ?? body));
      const withKey = (known: string): VerifiedEvent => ({
        verified: true,
        event,
        payload,
        key: known,
        secretIndex,
        ...(label !== undefined && { label }),
        body,
      });
      return typeof storedUnder === "string" ? withKey(storedUnder) : storedUnder.then(withKey);
    },
  };
}

function authenticateWith(
  { secrets, signatureHeader = SIGNATURE_HEADER }: Pick<ReceiverOptions, "secrets" | "signatureHeader">,
  { verify, createVerifier }: Verifying,
): Authenticate {
  if (typeof secrets !== "function") {
    const verifier = createVerifier(textsOf(secrets));
    return (body, { headers }) => {
      const verdict = verifier.verify(body, headers.get(signatureHeader));
      return isPromise(verdict) ? verdict.then((settled) => labelled(settled, secrets)) : labelled(verdict, secrets);
    };
  }
  let last: { secrets: Secrets; verifier: ReturnType<typeof createVerifier> } | undefined;
  return async (body, request) => {
    try {
      const header = request.headers.get(signatureHeader);
      const found = await secrets(request);
      if (!Array.isArray(found) || !Object.isFrozen(found)) {
        return labelled(await verify(body, header, textsOf(found)), found);
      }
      // A frozen list never changes, so its keys are prepared once.
      if (last?.secrets !== found) last = { secrets: found, verifier: createVerifier(textsOf(found)) };
      return labelled(await last.verifier.verify(body, header), found);
    } catch (error) {
      return { ok: false, code: "secrets_unavailable", error };
    }
  };
}

function labelled(verdict: Verdict, secrets: Secrets): Authenticated {
  const label = verdict.ok && typeof secrets !== "string" ? labelOf(secrets, verdict.secretIndex) : undefined;
  return verdict.ok && label !== undefined ? { ...verdict, label } : verdict;
}
