/* One delivery: what became of it, its attempts in time, exact bytes, and the signature. */

import { drawAttempts } from "./attempts.js";
import { bodyPart, bytesOf } from "./bytes.js";
import { clockText, dueOf, now, setClock, timeOf } from "./clock.js";
import { $, actor, call, code, draw, el, facts } from "./kit.js";
import { stateOf } from "./list.js";
import { sendPart } from "./send.js";
import { playgroundPart, sharers } from "./share.js";
import { comparison, sideBySide, signaturePart } from "./signature.js";
import { momentsOf, scaleOf, track } from "./track.js";
import { acceptsForgery, stateSentence } from "./words.js";

let shown;
let forwards = {};

/** What stands above everything else: that a forgery was accepted. */
async function alarmPart(detail, bytes) {
  const attempt = detail.attempts.findLast(acceptsForgery);
  if (!attempt) return [];
  const compared = await comparison(detail, attempt, bytes);
  return [
    el("p", el("b", "✗ Your receiver accepted a delivery whose signature does not hold.")),
    el(
      "p",
      `It answered ${attempt.status} to attempt ${attempt.number}. `,
      "A receiver trusts a payload only when the signatures are equal (F-6.3-08).",
    ),
    compared && sideBySide(compared),
  ];
}

function drawState({
  id,
  system,
  webhook,
  url,
  event,
  payment,
  amount,
  state,
  status,
  due,
  createdAt,
  redeliveryOf,
  attempts,
  timeLine,
}) {
  const isForged = timeLine.some(acceptsForgery);
  draw($("detail-state"), [id, state, due, attempts.length, redeliveryOf, isForged], () =>
    facts([
      ["state", [stateOf(state, isForged, status), isForged ? "" : ` ${stateSentence(state, status)}`]],
      due !== null && ["next attempt", [`number ${attempts.length + 1}, `, dueOf(due), ", at ", timeOf(due)]],
      payment !== null && [
        "payment",
        [el("a", { href: `#payment-${payment}` }, `${payment}, all deliveries`), ` · amount ${amount ?? "gone"}`],
      ],
      ["event", code(event)],
      ["webhook", [`${system} webhook ${webhook}, `, code(url)]],
      redeliveryOf !== null && ["again", el("a", { href: `#delivery-${redeliveryOf}` }, `of #${redeliveryOf}`)],
      ["created", timeOf(createdAt)],
    ]),
  );
}

function frame(detail, bytes, hasSite) {
  const { id } = detail;
  return [
    el("div.alarm", { id: "alarm" }),
    el("div", { id: "detail-state", tabindex: "-1" }),
    el(
      "div.buttons",
      actor("Redeliver", "redeliver", async () => {
        const again = await call("POST", `deliveries/${id}/redeliver`);
        location.hash = `#delivery-${again.id}`;
        return `The same bytes go out again as delivery #${again.id}, which is shown now.`;
      }),
      actor("Advance the clock to the next attempt", "advance", () => advanceTo(id), { id: "to-next" }),
      sharers(() => [shown, forwards]),
      hasSite && detail.signature && playgroundPart(() => [shown]),
    ),
    el("div", { id: "time-line", tabindex: "-1", role: "group", "aria-label": "Attempts in time" }),
    el("h3", "Attempts"),
    el("div", { id: "attempts", tabindex: "-1" }),
    ...bodyPart(bytes, detail),
    sendPart(detail),
    el("div", { id: "signature", tabindex: "-1" }),
  ];
}

/**
 * Draws a delivery into the box; what does not change while it is shown is made once. `isAnother`: whether another one
 * was shown before.
 */
export async function drawDelivery(detail, box, isAnother, { state, hasSite }) {
  const bytes = bytesOf(detail.bodyBase64);
  const [alarm, signature] = await Promise.all([alarmPart(detail, bytes), signaturePart(bytes, detail)]);
  shown = detail;
  forwards = state.forwards;
  if (isAnother) box.replaceChildren(...frame(detail, bytes, hasSite));
  const { due, timeLine, attempts } = detail;
  draw($("alarm"), [detail.id, alarm.length, attempts.length], () => alarm);
  drawState(detail);
  if (due === null && document.activeElement === $("to-next")) $("detail-state").focus({ preventScroll: true });
  $("to-next").hidden = due === null;
  draw($("time-line"), [detail.id, timeLine, due !== null && Math.round(now() / 1000)], () =>
    timeLine.length === 0 ? [] : track(timeLine, scaleOf(momentsOf([timeLine]))),
  );
  drawAttempts(detail, isAnother);
  draw($("signature"), [detail.id, detail.signature, attempts.at(-1)?.headers], () => signature);
}

async function advanceTo(id) {
  const { due } = await call("GET", `deliveries/${id}`);
  if (due === null) return "No attempt of this delivery is due.";
  const { clock: at } = await call("GET", "state");
  const seconds = Math.max(0, (Date.parse(due) - Date.parse(at.now)) / 1000);
  setClock({ kind: at.kind, now: (await call("POST", "clock/advance", { seconds })).now });
  return `The clock is now at ${clockText(now())}.`;
}
