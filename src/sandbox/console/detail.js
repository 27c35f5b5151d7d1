/* The pane beside the list: a delivery, a payment, or what to do when none is open. */

import { drawDelivery } from "./delivery.js";
import { $, call, el, say } from "./kit.js";
import { markRow, neighbour, rows } from "./list.js";
import { drawPayment } from "./payment.js";

/** What is open: `{ kind: "delivery" | "payment", id }`, or null. */
let open = null;
/** Whether the focus stays where it is, because keys lead from row to row. */
let staysInList = false;

export const openDelivery = () => (open?.kind === "delivery" ? open.id : null);

const TITLES = { delivery: (id) => `Delivery #${id}`, payment: (id) => `Payment ${id}` };

function head() {
  const step = (by) => () => goTo(by, false);
  return el(
    "div.split.head",
    el("h2", { id: "detail-title", tabindex: "-1" }, TITLES[open.kind](open.id)),
    el(
      "span.buttons",
      open.kind === "delivery" && [
        el("button", { type: "button", onclick: step(-1) }, "↑ Previous"),
        el("button", { type: "button", onclick: step(1) }, "↓ Next"),
      ],
      el("a", { href: "#deliveries" }, "Close"),
    ),
  );
}

/** Opens the delivery above or below the one with the id `from`. `stays`: its row gets the focus, not its title. */
export function goTo(step, stays, from = openDelivery()) {
  const id = neighbour(from, step);
  if (id === undefined) return;
  staysInList = stays;
  location.hash = `#delivery-${id}`;
  if (stays) rows.get(id)?.link.focus();
}

async function look(one) {
  if (one.kind === "delivery") return call("GET", `deliveries/${one.id}`);
  return call("GET", `deliveries?payment=${one.id}&limit=200`);
}

/** Draws what is open, as it is now. */
export async function loadDetail(state, { site }) {
  const one = open;
  if (one === null) return;
  try {
    const found = await look(one);
    if (one !== open) return;
    const key = `${one.kind}-${one.id}`;
    const pane = $("detail");
    const isAnother = pane.dataset.shown !== key || $("detail-body") === null;
    if (isAnother) {
      pane.dataset.shown = key;
      pane.replaceChildren(head(), el("div", { id: "detail-body", tabindex: "-1" }));
    }
    const box = $("detail-body");
    if (one.kind === "delivery") await drawDelivery(found, box, isAnother, { state, hasSite: site });
    else {
      const payment = state.payments.find(({ id }) => id === one.id);
      drawPayment(one.id, { payment, deliveries: found.deliveries }, box);
    }
    $("none-open").hidden = true;
    pane.hidden = false;
    if (isAnother) show(pane);
  } catch (error) {
    if (error.status !== 404 || one !== open) throw error;
    say(`Delivery #${one.id} no longer exists.`);
    close();
  }
}

function show(pane) {
  pane.scrollTop = 0;
  if (!staysInList) {
    $("detail-title").focus({ preventScroll: true });
    const isBeside = matchMedia("(min-width: 75rem)").matches;
    // Far down, there would be little of it to be seen.
    if (!isBeside || pane.getBoundingClientRect().top > innerHeight * 0.45)
      (isBeside ? $("deliveries") : pane).scrollIntoView({ block: "start" });
  }
  staysInList = false;
}

export function close() {
  open = null;
  markRow(null);
  const pane = $("detail");
  pane.hidden = true;
  pane.replaceChildren();
  delete pane.dataset.shown;
  $("none-open").hidden = false;
  if (/^#(delivery|payment)-/.test(location.hash)) history.replaceState(null, "", "#deliveries");
}

/** Follows the address. Returns whether there is something to load. */
export function follow() {
  const [, kind, id] = /^#(delivery|payment)-(\d{1,15})$/.exec(location.hash) ?? [];
  if (id !== undefined) {
    open = { kind, id: Number(id) };
    return true;
  }
  if (open !== null && /^(#deliveries)?$/.test(location.hash)) {
    const row = rows.get(openDelivery())?.link ?? $("deliveries-title");
    close();
    row.focus();
  }
  return false;
}
