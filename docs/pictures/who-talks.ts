import { box, drawWords, label, picture } from "./draw.ts";

/** F-1-01, F-1-03, F-1-04, F-3-03, F-4.3-01, F-4.4-03, F-5-01, F-6.2-01. */
export function whoTalks(): string {
  return picture(
    "Who talks to whom",
    "The customer signs in at the service and approves scopes. Your app gets tokens and registers webhooks through the API. In the service, a payment on a case file to the client, which is a creditor profile, becomes confirmed: the service posts a signed delivery to your receiver. A payment to the agency causes no event.",
    480,
    box("plain", 16, 16, 180, 48, "Customer", "in a browser"),
    box("strong", 224, 16, 180, 48, "Your app", "on your server"),
    drawWords(106, 64, 144, ["signs in,", "approves scopes"]),
    drawWords(314, 64, 144, ["gets tokens,", "registers webhooks"]),
    '<rect class="plain" x="16" y="144" width="388" height="160" rx="6"/>',
    label(210, 170, "Collections service", "head"),
    label(210, 190, "clients (creditor profiles), case files, payments"),
    box("open", 30, 208, 170, 80, "Payment", "on a case file,", "to the agency"),
    box("good", 220, 208, 170, 80, "Payment", "on a case file,", "to the client: confirmed"),
    drawWords(115, 288, 394, ["no event"], true),
    drawWords(305, 288, 394, ["POST, signed:", "case_file.payment.confirmed"]),
    box("open", 30, 394, 170, 66, "Nothing", "is sent"),
    box("strong", 220, 394, 170, 66, "Your receiver", "at the url of", "a client webhook"),
  );
}
