/* The profile: every setting with the gap that leaves it open, and a way to change it while the sandbox runs. */

import { $, act, actor, call, code, draw, el, plural } from "./kit.js";
import { allowedText, createField } from "./setting-field.js";

/** The others are marked in the list of all. */
const DIFFERENCES_SHOWN = 6;

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const shownValue = (value) => (typeof value === "string" ? (value === "" ? "(empty)" : value) : JSON.stringify(value));

export async function putSettings(changes, told) {
  await call("PUT", "profile", changes);
  await loadProfile();
  return told;
}

/** A setting with its value, and the button that opens its form. */
function settingPart(key, { profile, keys, shipped }) {
  const value = profile[key];
  const usual = shipped.default[key];
  const changed = !same(value, usual);
  const box = el("div", { class: changed ? "setting changed" : "setting", "data-else": `change-${key}` });
  const button = el(
    "button",
    {
      type: "button",
      "data-key": `change-${key}`,
      "aria-label": `Change ${key}`,
      onclick: () => box.querySelector("form") ?? openForm({ box, button, key, rule: keys[key], value, usual }),
    },
    "Change",
  );
  const name = el(
    "span",
    code(key),
    " = ",
    code(shownValue(value)),
    " ",
    el("span", { class: changed ? "tag wait" : "tag quiet" }, changed ? "changed" : "default"),
  );
  const buttons = el(
    "span.buttons",
    changed && backToDefault(key, usual),
    key === "authPort" ? el("span.quiet", "set at the start") : button,
  );
  box.append(el("div.split", name, buttons));
  if (changed) box.append(el("p.quiet", "default: ", code(shownValue(usual))));
  return box;
}

function backToDefault(key, usual) {
  const put = () => putSettings({ [key]: usual }, `${key} is at its default again.`);
  return actor("Back to the default", `default-${key}`, put, { "aria-label": `Set ${key} back to the default` });
}

/** Opens the form of a setting, below it, and focuses its field. Cancelling returns the focus to the button. */
function openForm({ box, button, key, rule, value, usual }) {
  const { field, read } = createField(key, rule.schema, value);
  const save = async () => putSettings({ [key]: read() }, `${key} is ${shownValue(read())} from now on.`);
  const cancel = () => {
    form.remove();
    button.focus();
  };
  const form = el(
    "form",
    { onsubmit: (event) => submit(event, { form, field, save }) },
    field,
    el(
      "p.quiet",
      { id: `allowed-${key}` },
      `${allowedText(rule.schema)} Default: `,
      code(shownValue(usual)),
      ` (${rule.gap})`,
    ),
    el("p.bad.field-error", { role: "alert", id: `error-${key}` }),
    el("p.buttons", el("button.main", "Save"), el("button", { type: "button", onclick: cancel }, "Cancel")),
  );
  field.setAttribute("aria-describedby", `allowed-${key} error-${key}`);
  box.append(form);
  field.focus();
}

/** Saves the form; a refusal is shown beside its field. */
function submit(event, { form, field, save }) {
  event.preventDefault();
  const shown = form.querySelector(".field-error");
  shown.replaceChildren();
  field.removeAttribute("aria-invalid");
  act(form.querySelector("button"), () =>
    save().catch((error) => {
      shown.textContent = `✗ ${error.message}`;
      field.setAttribute("aria-invalid", "true");
      field.focus();
    }),
  );
}

export let settings;
export async function loadProfile() {
  settings = await call("GET", "profile");
  drawProfile();
}

export function drawProfile() {
  const { profile, keys, gaps, shipped, differences } = settings;
  const { find, changed } = $("settings-filter").elements;
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = Object.groupBy(Object.keys(keys), (key) => keys[key].gap);
  const first = differences.slice(0, DIFFERENCES_SHOWN);
  draw($("differences"), differences, () =>
    differences.length === 0
      ? "Every setting is at its default."
      : [
          `${plural(differences.length, "setting differs", "settings differ")} from the default: `,
          first.map(({ key, value, gap }, i) => [i > 0 && ", ", code(`${key} = ${shownValue(value)}`), ` (${gap})`]),
          differences.length > first.length && ", and more below",
        ],
  );
  const shown = Object.entries(groups).flatMap(([gap, list]) => {
    const { question, assume, why } = gaps[gap];
    const text = [gap, question, assume, ...list.flatMap((key) => [key, shownValue(profile[key])])]
      .join(" ")
      .toLowerCase();
    const fits = words.every((word) => text.includes(word));
    const differs = list.some((key) => !same(profile[key], shipped.default[key]));
    return fits && (differs || !changed.checked)
      ? [{ gap, list, question, assume, why, values: list.map((key) => profile[key]) }]
      : [];
  });
  draw($("gaps"), shown, () =>
    shown.length === 0
      ? el("p.quiet", "No setting matches. Clear the search, or untick the box.")
      : shown.map(({ gap, list, question, assume, why }) =>
          el(
            "div.gap",
            el("h3", code(gap), ` ${question}`),
            el("p", `By default it is assumed: ${assume} `, el("span.quiet", why)),
            list.map((key) => settingPart(key, settings)),
          ),
        ),
  );
}
