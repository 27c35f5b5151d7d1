/* The page itself: what is loaded when, the stream of news, and what the forms do. */

import { drawAuthorize, drawConnect, registerCommands } from "./connect.js";
import { drawDetail } from "./delivery.js";
import { $, act, afterActions, call, draw, el, onSubmit, plural, say, setClock, tick } from "./kit.js";
import { announce, drawList, markRow, rows, STATES, stateOf } from "./list.js";
import {
  confirmedText,
  drawChoices,
  drawClock,
  drawFaults,
  drawGlance,
  drawOwners,
  drawPayments,
  webhooksOf,
} from "./panels.js";
import { drawProfile, loadProfile, putSettings, settings } from "./profile.js";

const PAGE = 50;
let contract;
let state;
let filter = "";
let wanted = PAGE;
let selected = null;

async function loadDeliveries() {
  const found = [];
  let next = null;
  do {
    const query = new URLSearchParams({ limit: String(Math.min(200, wanted - found.length)) });
    if (filter) query.set("state", filter);
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
      refresh().catch(failed);
    };
    const attributes = {
      type: "button",
      "data-key": `filter-${name}`,
      "aria-pressed": String(filter === name),
      onclick,
    };
    return el("button", attributes, label);
  };
  draw($("filters"), [counts, filter], () => [
    button("", `all ${total}`),
    ...Object.keys(STATES).map((name) => button(name, [stateOf(name), ` ${counts[name] ?? 0}`])),
  ]);
}

function drawEmpty(found) {
  draw($("empty"), [found.length > 0, filter, webhooksOf(state).length], () => {
    if (found.length > 0) return [];
    if (filter) return `None is ${filter} now. “all” shows the others.`;
    return webhooksOf(state).length === 0
      ? ["Nothing was delivered yet. First ", el("a", { href: "#connect" }, "register a webhook"), "."]
      : "Nothing was delivered yet. Record and confirm a payment.";
  });
}

async function loadDetail() {
  const id = selected;
  if (id === null) return;
  try {
    const detail = await call("GET", `deliveries/${id}`);
    if (id !== selected) return;
    const another = await drawDetail(detail);
    if (id !== selected) return;
    const shown = $("detail").hidden || another;
    $("detail").hidden = false;
    if (shown) $("detail-title").focus();
  } catch (error) {
    if (error.status !== 404 || id !== selected) throw error;
    say(`Delivery #${id} is not there any more.`);
    close();
  }
}

async function load() {
  const [fresh, { found, more }] = await Promise.all([call("GET", "state"), loadDeliveries()]);
  state = fresh;
  setClock(state.clock);
  drawClock(state);
  drawGlance(state);
  drawChoices(state, contract);
  drawFilters();
  drawEmpty(found);
  drawList(found);
  markRow(selected);
  $("older").hidden = !more;
  announce(found);
  drawOwners(state);
  drawPayments(state);
  drawFaults(state);
  drawConnect(state);
  await drawAuthorize(state);
  await loadDetail();
  tick();
}

let running;
let following;
/** Loads everything anew. Whoever asks while that goes on gets what comes after it. */
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
/** News come in hundreds; one look at the whole answers them all. */
function soon() {
  if (coming) return;
  coming = true;
  setTimeout(() => {
    coming = false;
    refresh().catch(failed);
  }, 100);
}

const failed = (error) => say(error.message, true);

function online(on, text) {
  if ($("link").textContent === text) return;
  $("link").className = on ? "badge on" : "badge";
  $("link").textContent = text;
}

let lastId;
let lost = false;
let stream;
/** A browser opens six connections to one host and no more, so a page that nobody sees holds none. */
function watch() {
  stream?.close();
  if (document.hidden) return;
  const mine = new EventSource(`/_control/events${lastId ? `?after=${encodeURIComponent(lastId)}` : ""}`);
  stream = mine;
  const news = ({ lastEventId }) => {
    lastId = lastEventId || lastId;
    soon();
  };
  for (const type of ["delivery", "attempt", "webhook", "payment", "clock", "faults"])
    mine.addEventListener(type, news);
  for (const type of ["profile", "reload", "reset"]) {
    mine.addEventListener(type, (event) => {
      news(event);
      loadProfile().catch(failed);
    });
  }
  mine.addEventListener("open", () => {
    if (lost) say("Connected again.");
    lost = false;
    online(true, "● live");
    // Whatever happened since the last look, and perhaps it is another sandbox by now.
    soon();
    loadProfile().catch(failed);
  });
  mine.addEventListener("error", () => {
    lost = true;
    online(false, "○ connection lost, trying again …");
    // The browser tries again by itself, unless it was refused.
    if (mine.readyState === EventSource.CLOSED) setTimeout(() => mine === stream && watch(), 3000);
  });
}

function follow() {
  const id = /^#delivery-(\d{1,15})$/.exec(location.hash)?.[1];
  if (id !== undefined) {
    selected = Number(id);
    refresh().catch(failed);
  } else if (selected !== null && /^(#deliveries)?$/.test(location.hash)) {
    const row = rows.get(selected)?.link ?? $("deliveries-title");
    close();
    row.focus();
  }
}

function close() {
  selected = null;
  markRow(null);
  $("detail").hidden = true;
  if (location.hash.startsWith("#delivery-")) history.replaceState(null, "", "#deliveries");
}

onSubmit("pay", async ({ client, paidTo, amount }, { value }) => {
  const payment = { client: Number(client), paidTo, amount: Number(amount), confirmed: value === "confirmed" };
  const made = await call("POST", "payments", payment);
  return payment.confirmed ? confirmedText(made) : `Payment ${made.payment.id} is recorded. Confirm it under Payments.`;
});
onSubmit("dispatch", async ({ app, event, payload }) => {
  let given = {};
  try {
    if (payload.trim() !== "") given = { payload: JSON.parse(payload) };
  } catch {
    throw new Error("The payload is not JSON.");
  }
  const { deliveries } = await call("POST", `apps/${app}/dispatch`, { event, ...given });
  return deliveries.length > 0
    ? `${plural(deliveries.length, "delivery", "deliveries")} made.`
    : "No delivery: no webhook of this App is switched on and lists the event.";
});
onSubmit("scenario", async ({ client, name, count, seconds }) => {
  const options = { client: Number(client), count: Number(count), seconds: Number(seconds) };
  const made = await call("POST", `scenarios/${name}`, options);
  const text = `${name}: ${plural(made.payments.length, "payment")}, ${plural(made.deliveries.length, "delivery", "deliveries")}.`;
  return made.deliveries.length > 0 || name === "payment-to-agency" ? text : `${text} No webhook of this client is on.`;
});
onSubmit("fault", async ({ kind, next, seconds }) => {
  const fault = { kind, next: Number(next), seconds: Number(seconds) };
  await call("PUT", "faults", { faults: [...state.faults, fault] });
  return `The next ${fault.next > 1 ? `${fault.next} deliveries are` : "delivery is"} spoilt: ${kind}.`;
});
onSubmit("register", (fields) => registerCommands(fields, state, contract));
onSubmit("authorize", async () => undefined);
onSubmit("settings-filter", async () => undefined);
$("settings-filter").addEventListener("input", drawProfile);
$("authorize").addEventListener("change", () => drawAuthorize(state).catch(failed));
for (const button of $("advance").children) {
  button.addEventListener("click", () =>
    act(button, async () => {
      await call("POST", "clock/advance", { seconds: Number(button.value) });
      return `The clock was advanced: ${button.textContent}.`;
    }),
  );
}
$("older").addEventListener("click", ({ currentTarget }) => {
  wanted += PAGE * 2;
  act(currentTarget, async () => undefined);
});
$("defaults").addEventListener("click", ({ currentTarget }) =>
  act(currentTarget, () => {
    const { authPort, ...all } = settings.shipped.default;
    return putSettings(all, "Every setting is at its default.");
  }),
);
$("reset").addEventListener("click", () => $("confirm").showModal());
$("keep").addEventListener("click", () => $("confirm").close());
$("delete").addEventListener("click", ({ currentTarget }) =>
  act(currentTarget, async () => {
    // Nothing of it will be there to be looked at.
    close();
    await call("POST", "reset");
    $("confirm").close();
    return "Everything was deleted. The sandbox begins again.";
  }),
);
afterActions(refresh);
window.addEventListener("hashchange", follow);
document.addEventListener("visibilitychange", () => {
  if (contract) watch();
});
if (matchMedia("(min-width: 62rem)").matches) for (const one of document.querySelectorAll(".panel")) one.open = true;
setInterval(tick, 1000);

async function start() {
  contract = await call("GET", "contract");
  const scenarios = Object.entries(await call("GET", "scenarios")).map(([name, text], i) =>
    el(
      "label",
      {},
      el("input", { type: "radio", name: "name", value: name, checked: i === 0 }),
      ` ${name} `,
      el("small", {}, text),
    ),
  );
  $("scenarios").append(...scenarios);
  follow();
  await refresh();
  watch();
}
start().catch((error) => {
  online(false, "○ no connection");
  say(`${error.message} Load the page again once it runs.`, true);
});
