/* What the page shows besides deliveries: the state at a glance, clients and Apps with their webhooks, payments, faults. */

import { $, actor, call, code, copier, draw, el, plural, timeOf, visible } from "./kit.js";

const originOf = (url) => URL.parse(url)?.origin;
export const webhooksOf = (state) => [
  ...state.clientWebhooks.map((one) => ({ ...one, system: "client" })),
  ...state.appWebhooks.map((one) => ({ ...one, system: "app", url: one.webhookUrl })),
];

/** What to do next, the most pressing first. */
function advice(state) {
  const webhooks = webhooksOf(state);
  const { failed, delivered, pending, sending, held, dropped } = state.deliveries;
  const off = webhooks.filter(({ active }) => !active);
  const unreachable = webhooks.filter(({ url, active }) => active && !(originOf(url) in state.forwards));
  if (webhooks.length === 0)
    return [
      "!",
      "No webhook is registered yet, so nothing is delivered. ",
      ["#connect", "Make the commands that register one"],
    ];
  if (off.length === webhooks.length)
    return ["!", `${plural(off.length, "webhook")} registered, none switched on. `, ["#webhooks", "Switch one on"]];
  if (failed + delivered + pending + sending + held + dropped === 0)
    return [
      "✓",
      "Ready: a webhook is switched on. Record and confirm a payment, and its delivery appears here at once.",
    ];
  if (failed > 0) return ["✗", `${plural(failed, "delivery", "deliveries")} failed. Open one to see why.`];
  if (pending > 0 && unreachable.length > 0)
    return [
      "!",
      `${unreachable[0].url} is not forwarded to this machine. `,
      ["#connect", "How to reach a local receiver"],
    ];
  if (pending + sending > 0)
    return ["○", `${plural(pending + sending, "delivery", "deliveries")} under way or due. The clock can be advanced.`];
  return ["✓", `It works: ${plural(delivered, "delivery", "deliveries")} made.`];
}

export function drawGlance(state) {
  const [sign, text, link] = advice(state);
  const faults = state.faults.map(({ kind, next }) => `${kind} (next ${next})`).join(", ");
  const differing = state.differences.length;
  draw($("glance"), [sign, text, link, faults, differing], () => [
    el(
      "p",
      {},
      el("span", { "aria-hidden": "true" }, `${sign} `),
      visible(text),
      link && el("a", { href: link[0] }, link[1]),
    ),
    faults !== "" && el("p", { class: "wait" }, `! Faults are on: ${faults}.`),
    differing > 0 &&
      el("p", {}, el("a", { href: "#profile" }, plural(differing, "setting")), " of the profile not at the default."),
  ]);
}

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

function webhookItem(webhook, forwards) {
  const { id, system, name, url, events, active, secret, responseHandlingType } = webhook;
  const local = forwards[originOf(url)];
  const key = `${system}-${id}`;
  const turn = async () => {
    await call("PATCH", `${system}-webhooks/${id}`, { active: !active });
    return `The ${system} webhook ${id} is switched ${active ? "off" : "on"}.`;
  };
  return el(
    "div",
    { class: "item", id: `webhook-${key}` },
    el(
      "p",
      { class: "split" },
      el("span", {}, el("b", {}, `${system} webhook ${id}`), name ? ` ${visible(name)}` : ""),
      el(
        "span",
        { class: "buttons" },
        el("span", { class: active ? "good" : "wait" }, active ? "✓ on" : "‖ off"),
        actor(active ? "Switch off" : "Switch on", key, turn, {
          "aria-label": `Switch ${active ? "off" : "on"} ${system} webhook ${id}`,
        }),
      ),
    ),
    el("p", {}, code(url), local === undefined ? "" : ` → ${local}`),
    el("p", { class: "quiet" }, visible(events.join(", "))),
    system === "app" &&
      el(
        "p",
        { class: "quiet" },
        `responseHandlingType ${responseHandlingType}: ${responseHandlingType === 1 ? "the answer is ignored" : "a successful answer is awaited"}`,
      ),
    secret !== undefined &&
      el(
        "details",
        { "data-key": `secret-${key}` },
        el("summary", {}, "Secret"),
        el("p", {}, code(secret)),
        copier("the secret", () => secret),
      ),
  );
}

export function drawOwners(state) {
  const { clients, apps, forwards } = state;
  const all = webhooksOf(state);
  const owner = (system, { id, name, iri }, list) => [
    el("h3", {}, `${system} ${id}: ${visible(name)} `, code(iri)),
    list.length > 0
      ? list.map((webhook) => webhookItem(webhook, forwards))
      : el(
          "p",
          { class: "quiet" },
          "No webhook. ",
          el("a", { href: "#connect", "data-key": `register-${system}-${id}` }, "Register one"),
        ),
  ];
  draw($("owners"), [clients, apps, all, forwards], () => [
    ...clients.flatMap((one) =>
      owner(
        "Client",
        one,
        all.filter(({ system, client }) => system === "client" && client === one.id),
      ),
    ),
    ...apps.flatMap((one) =>
      owner(
        "App",
        one,
        all.filter(({ system, app }) => system === "app" && app === one.id),
      ),
    ),
  ]);
}

/** Why a confirmed payment made no delivery. */
function whyNone(paidTo) {
  return paidTo === "agency"
    ? "no delivery, because it was paid to the agency."
    : "no delivery: no webhook of this client is switched on and lists the event.";
}
export const confirmedText = ({ payment, deliveries }) =>
  `Payment ${payment.id} is confirmed: ${deliveries.length > 0 ? `${plural(deliveries.length, "delivery", "deliveries")}.` : whyNone(payment.paidTo)}`;

export function drawPayments({ payments, clients }) {
  const shown = payments.slice(0, 20);
  draw($("payment-list"), [shown, payments.length, clients.length], () => [
    payments.length === 0 && el("p", { class: "empty" }, "None yet. Record one with the form “Make a payment”."),
    ...shown.map(({ id, caseFile, amount, paidTo, confirmedAt }) =>
      el(
        "div",
        { class: "item split" },
        el("span", {}, el("b", {}, String(id)), ` amount ${amount}, to the ${paidTo}, case file ${caseFile}`),
        confirmedAt === null
          ? actor("Confirm", `confirm-${id}`, async () => confirmedText(await call("POST", `payments/${id}/confirm`)), {
              "aria-label": `Confirm payment ${id}`,
            })
          : el("span", { class: "good" }, "✓ confirmed ", timeOf(new Date(confirmedAt).toISOString())),
      ),
    ),
    payments.length > shown.length && el("p", { class: "quiet" }, `The newest ${shown.length} are shown.`),
  ]);
}

export function drawFaults({ faults }) {
  draw($("faults"), faults, () =>
    faults.length === 0
      ? el("p", { class: "quiet" }, "None is on. Deliveries go as they should.")
      : faults.map(({ kind, next, seconds }, i) =>
          el(
            "p",
            { class: "split" },
            el(
              "span",
              { class: "wait" },
              `! ${kind}, next ${next}${["delay", "slow"].includes(kind) ? `, ${seconds} s` : ""}`,
            ),
            actor(
              "Off",
              `fault-${i}`,
              async () => {
                await call("PUT", "faults", { faults: faults.filter((_, j) => j !== i) });
                return `The fault ${kind} is off.`;
              },
              { "aria-label": `Switch off ${kind}` },
            ),
          ),
        ),
  );
}

export function drawClock({ clock: shown }) {
  const real = shown.kind === "real";
  $("clock-kind").textContent = real ? "real clock" : "virtual clock";
  $("clock-note").textContent = real
    ? "It goes with the machine, plus what it was advanced by. What falls due on the way is delivered."
    : "It stands still until it is advanced. What falls due on the way is delivered.";
}
