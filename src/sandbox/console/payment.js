/* One payment: what became of it at every webhook, all on one scale of time. */

import { timeOf } from "./clock.js";
import { draw, el, facts } from "./kit.js";
import { stateOf } from "./list.js";
import { momentsOf, scaleOf, track } from "./track.js";
import { acceptsForgery } from "./words.js";

const iso = (time) => new Date(time).toISOString();

/** The deliveries as a waterfall, the oldest first. */
function waterfall(deliveries, confirmedAt) {
  const lines = deliveries.map(({ timeLine }) => timeLine);
  const scale = scaleOf([...(confirmedAt === null ? [] : [confirmedAt]), ...momentsOf(lines)]);
  return deliveries.map(({ id, system, webhook, state, timeLine }) =>
    el(
      "div.fall",
      el(
        "p.split",
        el("a", { href: `#delivery-${id}`, "data-key": `fall-${id}` }, `#${id} to ${system} webhook ${webhook}`),
        stateOf(state, timeLine.some(acceptsForgery)),
      ),
      track(timeLine, scale),
    ),
  );
}

/** Draws a payment into the box. `payment` is undefined if it is none of the newest hundred. */
export function drawPayment(id, { payment, deliveries }, box) {
  draw(box, [id, payment, deliveries], () => [
    el("p", payment ? `Amount ${payment.amount}, paid to the ${payment.paidTo}, case file ${payment.caseFile}.` : ""),
    payment &&
      facts([
        ["recorded", timeOf(iso(payment.createdAt))],
        ["confirmed", payment.confirmedAt === null ? "not yet" : timeOf(iso(payment.confirmedAt))],
      ]),
    el("h3", "Deliveries, on one scale of time"),
    deliveries.length === 0
      ? el("p.empty", "There is none. A payment is delivered once it is confirmed and was paid to the client.")
      : waterfall(deliveries.toReversed(), payment?.confirmedAt ?? null),
    deliveries.length > 0 && el("p.quiet", "● acknowledged, ✗ not acknowledged, ○ planned. The scale is logarithmic."),
  ]);
}
