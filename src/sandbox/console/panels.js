/* What the page shows besides deliveries: choices, payments, faults, the clock. */

import { spanText, timeOf } from "./clock.js";
import { $, actor, call, draw, el, plural, visible } from "./kit.js";
import { FAULTS } from "./words.js";

export function drawChoices(state, { events }) {
  const fill = (selector, options) => {
    for (const select of document.querySelectorAll(selector)) {
      const value = select.value;
      draw(select, options, () => options.map(([id, name]) => el("option", { value: id }, visible(name))));
      if (options.some(([id]) => String(id) === value)) select.value = value;
    }
  };
  fill(
    "select.clients",
    state.clients.map(({ id, name }) => [id, `${name} (${id})`]),
  );
  fill(
    "select.apps",
    state.apps.map(({ id, name }) => [id, `${name} (${id})`]),
  );
  fill(
    "select.events",
    [...new Set([...events, ...state.appWebhooks.flatMap((one) => one.events)])].map((one) => [one, one]),
  );
  fill(
    "#authorize select",
    state.oauthClients
      .flatMap(({ redirectUris }) => redirectUris)
      .toSorted((a, b) => Number(new URL(b).port) - Number(new URL(a).port))
      .map((uri) => [uri, uri]),
  );
}

/** Why a confirmed payment made no delivery. */
function whyNone(paidTo) {
  return paidTo === "agency"
    ? "no delivery, because it was paid to the agency."
    : "no delivery, because no webhook of this client is switched on and lists the event.";
}
export function confirmedText({ payment, deliveries: { length } }) {
  const outcome = length > 0 ? `${plural(length, "delivery", "deliveries")}.` : whyNone(payment.paidTo);
  return `Payment ${payment.id} is confirmed: ${outcome}`;
}

export function drawPayments({ payments, clients }) {
  const shown = payments.slice(0, 20);
  draw($("payment-list"), [shown, payments.length, clients.length], () => [
    payments.length === 0 && el("p.empty", "None yet. Record one with the form “Make a payment”."),
    ...shown.map(({ id, caseFile, amount, paidTo, confirmedAt }) =>
      el(
        "div.item.split",
        { "data-else": `payment-${id}` },
        el(
          "span",
          el("a", { href: `#payment-${id}`, "data-key": `payment-${id}` }, String(id)),
          ` amount ${amount}, to the ${paidTo}, case file ${caseFile}`,
        ),
        confirmedAt === null
          ? actor("Confirm", `confirm-${id}`, async () => confirmedText(await call("POST", `payments/${id}/confirm`)), {
              "aria-label": `Confirm payment ${id}`,
            })
          : el("span.good", "✓ confirmed ", timeOf(new Date(confirmedAt).toISOString())),
      ),
    ),
    payments.length > shown.length && el("p.quiet", `The newest ${shown.length} are shown.`),
  ]);
}

export function drawFaults({ faults }) {
  const off = (i) => async () => {
    await call("PUT", "faults", { faults: faults.filter((_, j) => j !== i) });
    return "The fault is off.";
  };
  const takesTime = (kind) => ["delay", "slow"].includes(kind);
  draw($("faults"), faults, () =>
    faults.length === 0
      ? el("p.quiet", "No fault is on. Deliveries are sent normally.")
      : faults.map(({ kind, next, seconds }, i) =>
          el(
            "p.split",
            el("span.wait", `! next ${next}: ${FAULTS[kind]}${takesTime(kind) ? `, ${seconds} s` : ""}`),
            actor("Off", `fault-${i}`, off(i), { "aria-label": `Switch off: ${FAULTS[kind]}` }),
          ),
        ),
  );
}

export function drawClock({ clock: { kind, aheadMs } }) {
  const isReal = kind === "real";
  const isAhead = isReal && aheadMs >= 1000;
  $("clock-kind").textContent = isReal ? (isAhead ? "clock advanced by" : "real time") : "virtual clock";
  $("clock-ahead").textContent = isAhead ? spanText(aheadMs) : "";
  $("back").hidden = !isAhead;
  $("clock-note").textContent = isReal
    ? "Deliveries that become due when it advances are sent."
    : "The clock is stopped. Deliveries that become due when it advances are sent.";
}

/** What came of advancing the clock. */
export function advancedText(by, { attempts, delivered, failed }) {
  if (attempts === 0) return `The clock was advanced by ${by}. No attempt was due.`;
  const parts = [
    plural(attempts, "attempt"),
    delivered > 0 && `${plural(delivered, "delivery", "deliveries")} acknowledged`,
    failed > 0 && `${plural(failed, "delivery", "deliveries")} gave up`,
  ];
  return `The clock was advanced by ${by}: ${parts.filter(Boolean).join(", ")}.`;
}
