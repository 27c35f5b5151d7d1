/* The page itself: what is loaded when. */

import { setClock, tick } from "./clock.js";
import { drawAuthorize, drawConnect } from "./connect.js";
import { follow, loadDetail, openDelivery } from "./detail.js";
import { listen } from "./forms.js";
import { drawForwards } from "./forwards.js";
import { listenToKeys } from "./keys.js";
import { $, act, actor, afterActions, call, complain, draw, el } from "./kit.js";
import { announce, drawList, markRow, stateOf } from "./list.js";
import { drawOverview } from "./overview.js";
import { drawOwners, webhooksOf } from "./owners.js";
import { drawChoices, drawClock, drawFaults, drawPayments } from "./panels.js";
import { drawReceiver, drawRegister, useInside } from "./register.js";
import { online, watch } from "./stream.js";
import { STATES } from "./words.js";

const PAGE = 50;
let contract;
let state;
let filter = "";
let find = "";
let wanted = PAGE;

async function loadDeliveries() {
  const found = [];
  let next = null;
  do {
    const query = new URLSearchParams({ limit: String(Math.min(200, wanted - found.length)) });
    if (filter) query.set("state", filter);
    if (find) query.set("find", find);
    if (next !== null) query.set("before", String(next));
    const page = await call("GET", `deliveries?${query}`);
    found.push(...page.deliveries);
    next = page.next;
  } while (next !== null && found.length < wanted);
  return { found, more: next !== null };
}

function drawFilters() {
  const counts = state.deliveries;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const button = (name, label) => {
    const onclick = () => {
      filter = name;
      wanted = PAGE;
      refresh().catch(complain);
    };
    const attributes = {
      type: "button",
      "data-key": `filter-${name}`,
      "aria-pressed": String(filter === name),
      onclick,
    };
    return el("button", attributes, label);
  };
  const shown = Object.keys(STATES).filter(
    (name) => counts[name] > 0 || name === filter || name === "delivered" || name === "failed",
  );
  // A forgery that was accepted is delivered, and no success.
  const forged = Math.min(state.attention.forged.count, counts.delivered);
  const label = (name) =>
    name === "delivered" && forged > 0
      ? [stateOf(name), ` ${counts.delivered - forged} `, stateOf(name, true), ` ${forged}`]
      : [stateOf(name), ` ${counts[name] ?? 0}`];
  draw($("filters"), [counts, filter, forged], () => [
    button("", `all ${total}`),
    ...shown.map((name) => button(name, label(name))),
  ]);
}

function drawEmpty(found) {
  draw($("empty"), [found.length > 0, filter, find, webhooksOf(state).length], () => {
    if (found.length > 0) return [];
    if (find) return `None has “${find}” in path, id, status or body.`;
    if (filter) return `None is ${filter} now. “all” shows the others.`;
    return webhooksOf(state).length === 0
      ? [
          el("p", "Nothing was delivered yet. First ", el("a", { href: "#webhooks" }, "register a webhook"), ", or"),
          actor("Use the receiver inside the sandbox", "inside", useInside, { class: "main" }),
        ]
      : "Nothing was delivered yet. Record and confirm a payment.";
  });
}

async function load() {
  const [fresh, { found, more }] = await Promise.all([call("GET", "state"), loadDeliveries()]);
  state = fresh;
  setClock(state.clock);
  drawClock(state);
  drawOverview(state);
  drawChoices(state, contract);
  drawFilters();
  drawEmpty(found);
  drawList(found);
  markRow(openDelivery());
  $("older").hidden = !more;
  announce(found);
  drawOwners(state);
  drawPayments(state);
  drawFaults(state);
  drawConnect(state);
  drawRegister(state);
  drawReceiver(state);
  drawForwards(state);
  await drawAuthorize(state);
  await loadDetail(state, contract);
  tick();
}

let running;
let following;
/** Loads everything anew. A call during a refresh gets the refresh that follows. */
function refresh() {
  if (!running) {
    running = load().finally(() => {
      running = undefined;
    });
    return running;
  }
  following ??= running
    .catch(() => undefined)
    .then(() => {
      following = undefined;
      return refresh();
    });
  return following;
}

let coming = false;
/** Coalesces bursts of events into one refresh. */
function soon() {
  if (coming) return;
  coming = true;
  setTimeout(() => {
    coming = false;
    refresh().catch(complain);
  }, 100);
}

function followAddress() {
  if (follow()) refresh().catch(complain);
  else markRow(openDelivery());
}

function listenToList() {
  $("older").addEventListener("click", ({ currentTarget }) => {
    const last = $("list").lastElementChild;
    wanted += PAGE * 2;
    act(currentTarget, async () => undefined).then(() => {
      // The button goes when there is nothing older; the focus goes on to the first of those that came.
      if (currentTarget.hidden) last?.nextElementSibling?.querySelector("a").focus({ preventScroll: true });
    });
  });
  $("find").addEventListener("input", ({ target }) => {
    find = target.value.trim();
    wanted = PAGE;
    soon();
  });
}

async function start() {
  contract = await call("GET", "contract");
  const scenarios = Object.entries(await call("GET", "scenarios")).map(([name, text], i) =>
    el(
      "label",
      el("input", { type: "radio", name: "name", value: name, checked: i === 0 }),
      ` ${name} `,
      el("small", text),
    ),
  );
  $("scenarios").append(...scenarios);
  follow();
  await refresh();
  watch(soon);
}

listen(() => ({ state, contract }));
listenToList();
listenToKeys();
afterActions(refresh);
window.addEventListener("hashchange", followAddress);
document.addEventListener("visibilitychange", () => {
  if (contract) watch(soon);
});
setInterval(tick, 1000);
start().catch((error) => {
  online(false, "○ no connection");
  complain(new Error(`${error.message} Load the page again once it runs.`));
});
