import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import { arrow, box, label, picture } from "./draw.ts";

const OPEN = ["how often, when,", "for how long:", "not stated"];

/** `retried`: what a deployment states of it, a few words a line. F-6.2-01, F-6.3-01 to F-6.3-08, F-6.5-01, F-6.5-02, F-6.5-04, F-6.5-05. */
export function deliveryLife(header: string = SIGNATURE_HEADER, retried?: readonly string[]): string {
  const middle = 132;
  return picture(
    "The life of a signed delivery",
    `A payment to the client is confirmed. The service signs the bytes of the body with the secret of the webhook and posts them. Your receiver checks the signature over the bytes: if it does not hold, it refuses. If payment and event were handled before, it answers 2xx at once. Otherwise it stores the payment and then answers 2xx, and the delivery is done. Anything but 2xx, or no answer, also after a crash, is retried; ${retried ? retried.join(" ") : "how often and when is not stated"}.`,
    684,
    box("plain", 14, 16, 236, 48, "Payment confirmed", "to the client, not to the agency"),
    arrow([
      [middle, 64],
      [middle, 96],
    ]),
    box("plain", 14, 96, 236, 48, "The service signs", "HMAC-SHA256 over the bytes"),
    arrow([
      [middle, 144],
      [middle, 182],
    ]),
    box("strong", 14, 182, 236, 48, "POST to your URL", `${header}: sha256=…`),
    arrow([
      [middle, 230],
      [middle, 280],
    ]),
    box("plain", 14, 280, 236, 48, "Does the signature hold?", "over the bytes as they arrived"),
    arrow([
      [250, 304],
      [290, 304],
    ]),
    label(267, 296, "no", "on"),
    box("bad", 290, 280, 84, 48, "Refuse", "not 2xx"),
    arrow(
      [
        [332, 280],
        [332, 250],
      ],
      true,
    ),
    box(retried ? "plain" : "open", 274, 162, 134, 88, "Retried", ...(retried ?? OPEN)),
    arrow(
      [
        [274, 206],
        [250, 206],
      ],
      true,
    ),
    arrow([
      [middle, 328],
      [middle, 374],
    ]),
    label(middle, 353, "yes", "on"),
    box("plain", 14, 374, 236, 48, "Handled before?", "same payment id and @event"),
    arrow([
      [56, 422],
      [56, 602],
    ]),
    label(62, 453, "yes: no work", "on"),
    arrow([
      [182, 422],
      [182, 474],
    ]),
    label(182, 453, "no", "on"),
    box("plain", 114, 474, 136, 66, "Store it", "or put it into", "a queue"),
    arrow([
      [250, 507],
      [290, 507],
    ]),
    box("bad", 290, 474, 118, 66, "A crash here", "before the", "answer"),
    arrow(
      [
        [390, 474],
        [390, 250],
      ],
      true,
    ),
    label(382, 400, "no answer", "on", "end"),
    arrow([
      [182, 540],
      [182, 602],
    ]),
    box("good", 14, 602, 236, 48, "Answer 2xx", "quickly: the delivery is done"),
    label(330, 624, "It may arrive", "small"),
    label(330, 642, "again all the same", "small"),
  );
}
