/* The time of the sandbox, and times as people read them. */

import { $, el } from "./kit.js";

const clock = { kind: "real", position: 0 };
/** The time of the sandbox. */
export const now = () => (clock.kind === "real" ? Date.now() + clock.position : clock.position);

export function setClock({ kind, now: iso }) {
  clock.kind = kind;
  clock.position = Date.parse(iso) - (kind === "real" ? Date.now() : 0);
}

export function clockText(time) {
  const date = new Date(time);
  const day = date.toLocaleDateString("en-CA");
  const text = date.toLocaleTimeString("en-GB");
  return day === new Date(now()).toLocaleDateString("en-CA") ? text : `${day} ${text}`;
}

export const timeOf = (iso) => el("time", { datetime: iso, title: iso }, clockText(Date.parse(iso)));

export function spanText(ms) {
  const seconds = Math.round(Math.abs(ms) / 1000);
  const units = [
    [86_400, "d"],
    [3600, "h"],
    [60, "min"],
  ];
  for (const [size, unit] of units) {
    if (seconds >= size) return `${Math.round((seconds / size) * 10) / 10} ${unit}`;
  }
  return `${seconds} s`;
}

/** When a retry is due; `tick` keeps it up to date. */
const dueText = (iso) => (Date.parse(iso) <= now() ? "due now" : `due in ${spanText(Date.parse(iso) - now())}`);
export const dueOf = (iso) => el("time", { datetime: iso, title: iso, "data-due": iso }, dueText(iso));

export function tick() {
  $("clock").textContent = new Date(now()).toLocaleString("sv-SE");
  $("clock").dateTime = new Date(now()).toISOString();
  for (const due of document.querySelectorAll("[data-due]")) {
    const text = dueText(due.dataset.due);
    if (due.textContent !== text) due.textContent = text;
  }
}
