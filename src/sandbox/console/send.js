/* Edit and send: another body with a right signature, or one that does not hold. */

import { act, call, el } from "./kit.js";

const SIGNINGS = {
  right: "a signature of these bytes",
  "other-body": "the signature of the delivery before the edit",
  "wrong-signature": "a signature of another secret",
};

/** The form that sends an edited body to the same webhook. */
export function sendPart({ id, system, bodyText }) {
  const body = el("textarea", { "aria-label": "Edited body", rows: "6", spellcheck: "false" }, bodyText);
  const options = Object.entries(SIGNINGS).map(([value, text]) => el("option", { value }, text));
  const signing = el("select", { name: "signing" }, options);
  const onsubmit = (event) => {
    event.preventDefault();
    act(event.submitter, async () => {
      const sent = await call("POST", `deliveries/${id}/send`, { body: body.value, signing: signing.value });
      location.hash = `#delivery-${sent.id}`;
      return `Sent as delivery #${sent.id}, which is shown now.`;
    });
  };
  return el(
    "details",
    { "data-key": "send" },
    el("summary", "Edit and send"),
    el(
      "form",
      { onsubmit },
      el("label", "Body ", body),
      // Deliveries to app webhooks carry none.
      system === "client" && el("label", "With ", signing),
      el("p.buttons", el("button.main", "Send")),
    ),
  );
}
