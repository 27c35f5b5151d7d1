/* Clients and Apps with their webhooks. */

import { $, actor, call, code, copier, draw, el, visible } from "./kit.js";

const originOf = (url) => URL.parse(url)?.origin;
export const webhooksOf = (state) => [
  ...state.clientWebhooks.map((one) => ({ ...one, system: "client" })),
  ...state.appWebhooks.map((one) => ({ ...one, system: "app", url: one.webhookUrl })),
];

function webhookItem(webhook, forwards) {
  const { id, system, name, url, events, active, secret, responseHandlingType } = webhook;
  const local = forwards[originOf(url)];
  const key = `${system}-${id}`;
  const turn = async () => {
    await call("PATCH", `${system}-webhooks/${id}`, { active: !active });
    return `The ${system} webhook ${id} is switched ${active ? "off" : "on"}.`;
  };
  return el(
    "div.item",
    { id: `webhook-${key}` },
    el(
      "p.split",
      el("span", el("b", `${system} webhook ${id}`), name ? ` ${visible(name)}` : ""),
      el(
        "span.buttons",
        el("span", { class: active ? "good" : "wait" }, active ? "✓ on" : "‖ off"),
        actor(active ? "Switch off" : "Switch on", key, turn, {
          "aria-label": `Switch ${active ? "off" : "on"} ${system} webhook ${id}`,
        }),
      ),
    ),
    el("p", code(url), local === undefined ? "" : ` → ${local}`),
    el("p.quiet", visible(events.join(", "))),
    system === "app" &&
      el(
        "p.quiet",
        `responseHandlingType ${responseHandlingType}: `,
        responseHandlingType === 1 ? "the answer is ignored" : "a successful answer is awaited",
      ),
    secret !== undefined &&
      el(
        "details",
        { "data-key": `secret-${key}` },
        el("summary", "Secret"),
        el("p", code(secret)),
        copier("the secret", () => secret),
      ),
  );
}

export function drawOwners(state) {
  const { clients, apps, forwards } = state;
  const all = webhooksOf(state);
  const owner = (system, { id, name, iri }, list) => [
    el("h3", `${system} ${id}: ${visible(name)} `, code(iri)),
    list.length > 0
      ? list.map((webhook) => webhookItem(webhook, forwards))
      : el(
          "p.quiet",
          "No webhook. ",
          el("a", { href: "#webhooks", "data-key": `register-${system}-${id}` }, "Register one"),
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
