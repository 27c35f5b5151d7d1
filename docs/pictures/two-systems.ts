import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import { arrow, box, drawWords, label, picture } from "./draw.ts";

/** F-2.2-01, F-2.3-01, F-5-09, F-6.1-01 to F-6.1-03, F-6.2-01, F-6.2-03, F-6.4-01 to F-6.4-04, A-01. */
export function twoSystems(header: string = SIGNATURE_HEADER): string {
  const [left, right] = [109, 311];
  const column = (x: number) => x - 97;
  return picture(
    "Two webhook systems",
    `Left, client webhooks: a client, which is a creditor profile, owns them; they are set up through the API or in the administration interface; deliveries are signed with ${header}; the receiver verifies, then trusts. Right, app webhooks: the App definition owns them; they are set up through the API only; deliveries have no signature, and none is emitted today; the receiver can take them as a hint only.`,
    490,
    label(left, 30, "Client webhooks", "head"),
    label(right, 30, "App webhooks", "head"),
    box("plain", column(left), 46, 194, 66, "Client", "a creditor profile,", "may own several"),
    box("plain", column(right), 46, 194, 66, "App", "the app definition,", "may own many"),
    arrow([
      [left, 112],
      [left, 140],
    ]),
    arrow([
      [right, 112],
      [right, 140],
    ]),
    box(
      "plain",
      column(left),
      140,
      194,
      102,
      "Webhook",
      "url, events, secret, …",
      "set up by API or in the",
      "administration interface",
    ),
    box(
      "plain",
      column(right),
      140,
      194,
      102,
      "Webhook",
      "webhookUrl, events, active,",
      "responseHandlingType",
      "set up by API only",
    ),
    drawWords(left, 242, 380, ["POST, JSON", header, "not 2xx: retried"]),
    drawWords(right, 242, 380, ["POST, JSON, no signature", "not 2xx: ignored (type 1)", "or retried (type 2)"], true),
    box("good", column(left), 380, 194, 66, "Receiver", "verifies the bytes,", "then trusts them"),
    box("bad", column(right), 380, 194, 66, "Receiver", "cannot know the sender:", "a hint, no proof"),
    label(left, 472, "one event today", "small"),
    label(right, 472, "no event emitted today", "small"),
  );
}
