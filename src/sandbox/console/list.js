/* The list of deliveries. */

import { $, dueOf, el, timeOf, visible } from "./kit.js";

export const STATES = {
  delivered: "✓",
  pending: "○",
  sending: "→",
  held: "‖",
  failed: "✗",
  dropped: "–",
};
export const stateOf = (state) =>
  el("span", { class: `state ${state}` }, el("span", { "aria-hidden": "true" }, `${STATES[state] ?? "?"} `), state);
export const answerOf = ({ status, error }) => (status === null ? (error ?? "no answer yet") : `answer ${status}`);

function fillRow(row, delivery) {
  const { id, system, webhook, url, event, state, attempts, due, createdAt, redeliveryOf } = delivery;
  row.replaceChildren(
    el("span", { class: "id" }, `#${id}`),
    stateOf(state),
    el(
      "span",
      { class: "what" },
      el("b", {}, visible(event)),
      redeliveryOf === null ? "" : ` (again, of #${redeliveryOf})`,
      el("span", { class: "url" }, `${system} webhook ${webhook} `, visible(url)),
    ),
    el("span", { class: "answer" }, visible(answerOf(delivery))),
    el("span", { class: "tries" }, attempts === 0 ? "no attempt" : `attempt ${attempts}`),
    el("span", { class: "when" }, due === null ? timeOf(createdAt) : dueOf(due)),
  );
}

export const rows = new Map();
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
      const link = el("a", { class: "row", href: `#delivery-${delivery.id}` });
      row = { item: el("li", {}, link), link, text: "" };
      rows.set(delivery.id, row);
    }
    if (row.text !== text) {
      row.text = text;
      fillRow(row.link, delivery);
      row.link.classList.remove("fresh");
      requestAnimationFrame(() => row.link.classList.add("fresh"));
    }
    if (row.item === place) place = place.nextSibling;
    else list.insertBefore(row.item, place);
  }
}

export function markRow(selected) {
  for (const [id, { link }] of rows) {
    if (id === selected) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
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
      .map((one) => `Delivery ${one.id}: ${one.state}, ${answerOf(one)}, attempt ${one.attempts}.`)
      .join(" ");
  before = new Map(found.map((one) => [one.id, `${one.state} ${one.attempts}`]));
  before.set(0, "");
}
