/** Whether an answer tells what a forger needs. What an answer contains is open (N-7-03), so this is a practice. */

import { demand } from "../check.ts";
import { type Exchange, isAccepted } from "../wire/http.ts";
import type { ReceiverCheck } from "./context.ts";
import { lateEffects } from "./late.ts";

/** A shorter text may stand in an answer by chance. */
const LEAST = 8;

const shownIn = ({ response }: Exchange): string =>
  response ? [response.body.toString("latin1"), ...Object.values(response.headers)].join("\n") : "";

/** Forgeries may contain the correct digest, and an answer may repeat what was sent. */
function showsDigest(exchange: Exchange, right: string): boolean {
  const digest = right.slice(right.indexOf("=") + 1);
  const sent = Object.values(exchange.request.headers).join("\n").toLowerCase();
  const text = shownIn(exchange);
  const isShown = text.toLowerCase().includes(digest) || text.includes(Buffer.from(digest, "hex").toString("base64"));
  return isShown && !sent.includes(digest);
}

export const DISCLOSURE_CHECK: ReceiverCheck = {
  id: "practice.discloses-nothing",
  title: "No answer contains the secret, or the correct signature of a forgery",
  severity: "practice",
  rests: ["N-7-03"],
  group: "practice",
  fix: "Answer a forgery with a status alone. With the correct signature of any body, a stranger can forge every delivery.",
  async run(context) {
    await context.once(lateEffects);
    const expected = "The answer contains neither.";
    for (const { exchange, shape } of context.delivered) {
      const isShown = context.secret.length >= LEAST && shownIn(exchange).includes(context.secret);
      demand(!isShown, expected, "It contains the secret of the webhook.", exchange);
      if (shape.signature === undefined || isAccepted(exchange)) continue;
      const isSigned = showsDigest(exchange, context.sign(shape.body));
      demand(!isSigned, expected, "It contains the correct signature of the forged body.", exchange);
    }
  },
};
