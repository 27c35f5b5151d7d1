/* The signature of a delivery: the value that was sent beside the right one, and how the right one is computed. */

import { HEX_SHOWN, hmac } from "./bytes.js";
import { code, command, copier, el, facts, shellQuote, visible } from "./kit.js";

/** The value of the signature header of an attempt. */
export function sentIn({ headers }, name) {
  return Object.entries(headers).find(([header]) => header.toLowerCase() === name.toLowerCase())?.[1];
}

/** The sent value and the right one; undefined for a delivery without a signature. `holds`: whether they agree. */
export async function comparison({ signature }, attempt, bytes) {
  if (!signature || !attempt) return undefined;
  const sent = sentIn(attempt, signature.header);
  if (sent === undefined) return undefined;
  const { value, digestHex, secret } = signature;
  // The case of hexadecimal digits is a setting.
  const right = value.slice(0, value.length - digestHex.length) + (await hmac(secret, bytes));
  return { sent, right, holds: sent.toLowerCase() === right };
}

/** The two values, one above the other, so that each digit stands below its twin. */
export function sideBySide({ sent, right }) {
  return el("dl.compared", el("dt", "sent"), el("dd", code(sent)), el("dt", "right"), el("dd", code(right)));
}

/** What opens at a click. */
const folded = (key, title, content) => el("details", { "data-key": key }, el("summary", title), content);

function listSteps(steps) {
  const shown = steps.filter((step) => !step.startsWith("check:"));
  return el(
    "ol.steps",
    shown.map((step) => el("li", visible(step))),
  );
}

/** Everything about the signature of a delivery. */
export async function signaturePart(bytes, detail) {
  const { signature, system, bodyBase64, attempts } = detail;
  const title = el("h3", "Signature");
  if (system === "app") return [title, el("p", "Deliveries to app webhooks carry no signature.")];
  if (!signature) return [title, el("p", "The webhook was deleted, and its secret with it.")];
  const { header, secret, digestHex, value, steps } = signature;
  const prefix = value.slice(0, value.length - digestHex.length);
  const own = prefix + (await hmac(secret, bytes));
  const agrees = own === value.toLowerCase();
  const check = `printf %s ${shellQuote(bodyBase64)} | base64 -d | openssl dgst -sha256 -hmac ${shellQuote(secret)}`;
  const compared = await comparison(detail, attempts.at(-1), bytes);
  return [
    title,
    el("p", "Header ", code(header), compared && `, in attempt ${attempts.length}:`),
    compared ? sideBySide(compared) : facts([["right", code(value)]]),
    compared &&
      el(
        "p",
        { class: compared.holds ? "good" : "bad", id: "holds" },
        compared.holds
          ? "✓ The signature that was sent holds."
          : "✗ The signature that was sent does not hold with the secret of this webhook.",
      ),
    el(
      "p",
      { class: agrees ? "quiet" : "bad", id: "recomputed" },
      agrees
        ? "This browser computed the right value again (WebCrypto), with the same result."
        : ["✗ This browser computed another value for these bytes: ", code(own)],
    ),
    folded("secret", "Secret", [el("p", code(secret)), copier("the secret", () => secret)]),
    folded("steps", "How the right value is computed", listSteps(steps)),
    bodyBase64.length < HEX_SHOWN && folded("check", "Check it in a shell", command("the check", check)),
  ];
}
