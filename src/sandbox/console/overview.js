/* What is wrong, loudest first, and what to do next. It goes away when it is cured. */

import { $, draw, el, plural, visible } from "./kit.js";
import { webhooksOf } from "./owners.js";
import { sideBySide } from "./signature.js";
import { FAULTS } from "./words.js";

const originOf = (url) => URL.parse(url)?.origin;
const linksTo = ({ count, deliveries }) => [
  deliveries.map((id, i) => [i > 0 && ", ", el("a", { href: `#delivery-${id}`, "data-key": `at-${id}` }, `#${id}`)]),
  count > deliveries.length && ` and ${count - deliveries.length} more`,
];
const deliveriesOf = (count) => plural(count, "delivery", "deliveries");

function forgedPart({ forged }) {
  if (forged.count === 0) return null;
  return el(
    "div.alarm",
    { role: "alert" },
    el(
      "p",
      el("b", "✗ Your receiver accepted a delivery whose signature does not hold: "),
      linksTo(forged),
      ". This goes away when it refuses one.",
    ),
    forged.newest && sideBySide(forged.newest),
  );
}

const line = (kind, sign, ...text) => el("p", { class: kind }, el("span", { "aria-hidden": "true" }, `${sign} `), text);

const concernPart = (concern, kind, sign, what, advice) =>
  concern.count > 0 && line(kind, sign, `${deliveriesOf(concern.count)} ${what}: `, linksTo(concern), `. ${advice}`);

/** What to do next, if nothing is wrong. */
function advice(state) {
  const webhooks = webhooksOf(state);
  const { failed, delivered, pending, sending, held, dropped } = state.deliveries;
  const link = (href, text) => el("a", { href, "data-key": text }, text);
  if (webhooks.length === 0)
    return line("", "!", "No webhook is registered yet, so nothing is delivered. ", link("#webhooks", "Register one"));
  if (webhooks.every(({ active }) => !active))
    return line(
      "",
      "!",
      `${plural(webhooks.length, "webhook")} registered, none switched on. `,
      link("#webhooks", "Switch one on"),
    );
  if (failed + delivered + pending + sending + held + dropped === 0)
    return line(
      "",
      "✓",
      "Ready: a webhook is switched on. Record and confirm a payment, and its delivery appears here at once.",
    );
  if (sending > 0) return line("", "○", `${deliveriesOf(sending)} under way.`);
  return delivered > 0 && line("good", "✓", `It works: ${deliveriesOf(delivered)} made.`);
}

/** Where deliveries wait because nothing on this machine is meant by their URL. */
function unreachablePart(state) {
  const missing = webhooksOf(state).find(({ url, active }) => active && !(originOf(url) in state.forwards));
  if (!missing || state.attention.pending.count + state.attention.failed.count === 0) return null;
  return line(
    "wait",
    "!",
    visible(missing.url),
    " is not forwarded to this machine. ",
    el("a", { href: "#webhooks" }, "Add a forward"),
  );
}

export function drawOverview(state) {
  const { attention, differences } = state;
  const faults = state.faults.map(({ kind, next }) => [kind, next]);
  const shown = [
    attention,
    state.deliveries,
    webhooksOf(state),
    Object.keys(state.forwards),
    faults,
    differences.length,
  ];
  const { failed, pending } = attention;
  draw($("glance"), shown, () => [
    forgedPart(attention),
    concernPart(failed, "bad", "✗", "failed", "Redeliver, once the receiver is right."),
    concernPart(pending, "wait", "○", "will be retried", "The clock can be advanced."),
    unreachablePart(state),
    attention.forged.count + failed.count + pending.count === 0 && advice(state),
    faults.length > 0 &&
      line("wait", "!", `Faults are on: ${faults.map(([kind, next]) => `${FAULTS[kind]} (next ${next})`).join(", ")}.`),
    differences.length > 0 &&
      el(
        "p",
        el("a", { href: "#profile" }, plural(differences.length, "setting")),
        " of the profile not at the default.",
      ),
  ]);
}
