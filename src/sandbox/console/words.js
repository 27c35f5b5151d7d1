/* What people read in place of codes. The code stands behind the sentence, where there is room. */

/** States of a delivery: a sign, so that colour is not alone, and what the state means. */
export const STATES = {
  delivered: ["✓", "The receiver acknowledged it."],
  pending: ["○", "An attempt is due."],
  sending: ["→", "An attempt is under way."],
  held: ["‖", "Its webhook is off. It continues once the webhook is on again."],
  failed: ["✗", "The last attempt failed. No further one follows."],
  dropped: ["–", "Its webhook was switched off meanwhile. No further attempt follows."],
};

/** Faults: what the sandbox does to a delivery on purpose. */
export const FAULTS = {
  drop: "answer dropped",
  "wrong-signature": "signature of another secret",
  "other-body": "signature of another body",
  delay: "sent late",
  duplicate: "sent twice",
  slow: "body sent slowly",
};

/** Faults after which no receiver may accept the delivery (F-6.3-08). */
const FORGED = ["wrong-signature", "other-body"];
export const isSuccess = (status) => status !== null && status >= 200 && status < 300;
/** Whether a delivery is over although no receiver acknowledged it: a webhook of type 1 does not wait for that. */
export const isUnheeded = (state, status) => state === "delivered" && !isSuccess(status);
/** What the state of a delivery means, whose last attempt had this status. */
export const stateSentence = (state, status) =>
  isUnheeded(state, status)
    ? "The receiver did not acknowledge it, which does not matter: the webhook has responseHandlingType 1 (F-6.4-03)."
    : (STATES[state]?.[1] ?? "");
/** Whether a receiver accepted this attempt although its signature does not hold. */
export const acceptsForgery = ({ status, fault }) => FORGED.includes(fault) && isSuccess(status);

const TRANSPORT = [
  [/^answer_dropped$/, "answer dropped", "The sandbox dropped the answer on purpose. The receiver has the delivery."],
  [
    /^ECONNREFUSED$/,
    "nothing listens there",
    "Nothing listens at that address. Start the receiver, or check the forwards.",
  ],
  [/^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/, "connection closed", "The connection was closed before an answer came."],
  [/^(timeout|UND_ERR_\w*TIMEOUT|ETIMEDOUT)$/, "no answer in time", "The receiver did not answer in time."],
  [/^(ENOTFOUND|EAI_AGAIN)$/, "unknown host", "No host has that name. To reach this machine, add a forward."],
  [
    /^(address|url)_\w+$/,
    "address refused",
    "The host has an address that is not public. To reach this machine, add a forward.",
  ],
  [/^interrupted$/, "interrupted", "The sandbox was stopped during this attempt."],
  [/^UND_ERR_\w*(OVERFLOW|PARSER)|^HPE_/, "not HTTP", "The answer is not valid HTTP."],
  [
    /^(CERT_|DEPTH_|ERR_TLS|SELF_|UNABLE_)/,
    "TLS failed",
    "The certificate of the receiver was not accepted. For a forward, start the sandbox with --forward-ca FILE.",
  ],
];
const wordsOf = (error) =>
  TRANSPORT.find(([pattern]) => pattern.test(error)) ?? [null, "no connection", "No connection could be made."];

/** What came back, in a few words. */
export function shortAnswer({ status, error }) {
  if (status !== null) return String(status);
  return error === null ? "no answer yet" : wordsOf(error)[1];
}

/** What came back, in a sentence, with advice where there is any. */
export function answerSentence({ status, error }) {
  if (status === null) return error === null ? "The answer has not come yet." : wordsOf(error)[2];
  if ([400, 401, 403].includes(status))
    return `The receiver answered ${status}. Does it verify the raw bytes, with the secret of this webhook?`;
  return `The receiver answered ${status}.`;
}
