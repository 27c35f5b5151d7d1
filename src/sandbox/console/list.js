/* The list of deliveries. Rows have one height at every width: two lines, which are cut where they are too long. */

import { dueOf, timeOf } from "./clock.js";
import { $, el, visible } from "./kit.js";
import { dots } from "./track.js";
import { acceptsForgery, FAULTS, isUnheeded, STATES, shortAnswer } from "./words.js";

/** The state with its sign. A forgery that was accepted is not a success, nor is an answer that does not matter. */
export function stateOf(state, isForged = false, status = 204) {
  const [sign] = STATES[state] ?? ["?"];
  const usual = isUnheeded(state, status) ? [`(${sign})`, state, "quiet"] : [sign, state, state];
  const [shown, word, kind] = isForged ? ["✗", "accepted", "bad"] : usual;
  return el("span", { class: `state ${kind}` }, el("span", { "aria-hidden": "true" }, `${shown} `), word);
}

/** Milliseconds as people read them. */
export const formatLatency = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`);

function answerPart({ status, error, durationMs, attempts, timeLine }) {
  if (attempts === 0) return el("span.quiet", "not sent yet");
  const isBad = timeLine.some(acceptsForgery);
  return [
    status !== null && el("span.hidden", "answer "),
    el("span", isBad ? { class: "bad" } : {}, visible(shortAnswer({ status, error }))),
    durationMs !== null && el("span.quiet", ` · ${formatLatency(durationMs)}`),
  ];
}

function fillRow(row, delivery) {
  const { id, system, webhook, url, event, payment, amount, state, status } = delivery;
  const { due, createdAt, redeliveryOf, timeLine } = delivery;
  const forged = timeLine.findLast(acceptsForgery);
  row.replaceChildren(
    stateOf(state, forged !== undefined, status),
    el(
      "span.what",
      payment === null
        ? visible(event)
        : [el("b", el("span.word", "Payment "), String(payment)), el("span", ` · ${amount ?? "gone"}`)],
    ),
    el("span.answer", answerPart(delivery)),
    el("span.id", `#${id} `, dots(timeLine)),
    el(
      "span.which",
      forged && el("span.bad", `${FAULTS[forged.fault]} · `),
      redeliveryOf !== null && `again, of #${redeliveryOf} · `,
      `${system} webhook ${webhook} · `,
      visible(url.replace(/^https:\/\//, "")),
    ),
    el("span.when", due === null ? timeOf(createdAt) : dueOf(due)),
  );
}

export const rows = new Map();
let isFirst = true;
/** Brings the list up to date. Rows that stay are not touched, so that focus and scrolling stay, too. */
export function drawList(deliveries) {
  const list = $("list");
  const kept = new Set(deliveries.map(({ id }) => id));
  for (const [id, { item }] of rows) {
    if (kept.has(id)) continue;
    if (item.contains(document.activeElement)) $("deliveries-title").focus({ preventScroll: true });
    item.remove();
    rows.delete(id);
  }
  let place = list.firstChild;
  for (const delivery of deliveries) {
    const text = JSON.stringify(delivery);
    let row = rows.get(delivery.id);
    if (!row) {
      const link = el("a.row", { href: `#delivery-${delivery.id}` });
      row = { item: el("li", link), link, text: "" };
      rows.set(delivery.id, row);
    }
    if (row.text !== text) {
      row.text = text;
      fillRow(row.link, delivery);
      row.link.classList.remove("fresh");
      if (!isFirst) requestAnimationFrame(() => row.link.classList.add("fresh"));
    }
    if (row.item === place) place = place.nextSibling;
    else list.insertBefore(row.item, place);
  }
  isFirst = false;
}

export function markRow(selected) {
  for (const [id, { link }] of rows) {
    if (id === selected) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/**
 * The id of the row after (1) or before (-1) the one with that id, in the order of the list; the first one if there is
 * none.
 */
export function neighbour(id, step) {
  const links = [...$("list").querySelectorAll("a.row")];
  const at = links.indexOf(rows.get(id)?.link);
  const next = at < 0 ? links[0] : links[at + step];
  return next && Number(next.hash.slice("#delivery-".length));
}

let before = new Map();
/** Tells screen readers what is new, in one sentence however much it is. */
export function announce(found) {
  const ended = found.filter(
    ({ id, state: now, attempts }) => before.size > 0 && before.get(id) !== `${now} ${attempts}`,
  );
  const told = ended.filter((one) => one.state !== "sending" && one.attempts > 0);
  if (told.length > 3) $("news").textContent = `${told.length} deliveries changed.`;
  else if (told.length > 0)
    $("news").textContent = told
      .map((one) => `Delivery ${one.id}: ${one.state}, answer ${shortAnswer(one)}, attempt ${one.attempts}.`)
      .join(" ");
  before = new Map(found.map((one) => [one.id, `${one.state} ${one.attempts}`]));
  before.set(0, "");
}
