/* An error at the field that it is about. */

import { $, act, code, el } from "./kit.js";

/** An error of a field: its form shows it there, and the message at the bottom leads there. */
export const errorAt = (field, message, code) => Object.assign(new Error(message), { field, code });

/** Removes what was shown at the fields of a form. */
export function clearErrors(form) {
  for (const shown of form.querySelectorAll(".field-error")) {
    const field = document.getElementById(shown.dataset.of);
    field.removeAttribute("aria-invalid");
    const others = (field.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== shown.id);
    if (others.length > 0) field.setAttribute("aria-describedby", others.join(" "));
    else field.removeAttribute("aria-describedby");
    shown.remove();
  }
}

/** The field of an error: the one that it names, or the one with which the control begins its sentence. */
function fieldOf(form, { field, code, message }) {
  if (field) return field;
  const named = code === "input_invalid" ? form.elements.namedItem(message.split(" ")[0]) : null;
  return named instanceof HTMLElement ? named : undefined;
}

/** Shows an error at its field and focuses it. Returns the error with a link to the field; unchanged if it has none. */
export function showAtField(form, error) {
  const field = fieldOf(form, error);
  if (!field) return error;
  field.id ||= `${form.id}-${field.name}`;
  const id = `${field.id}-error`;
  const text = el(
    "p.bad.field-error",
    { id, "data-of": field.id },
    `✗ ${error.message} `,
    error.code && code(error.code),
  );
  (field.closest(".pair, label, fieldset") ?? field).after(text);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", [field.getAttribute("aria-describedby"), id].filter(Boolean).join(" "));
  field.focus();
  return Object.assign(error, { links: [[`#${field.id}`, "Show the field"], ...(error.links ?? [])] });
}

/** Gives a form its work, which gets the values and the button. Its errors are shown at their fields. */
export function onSubmit(id, work) {
  $(id).addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    const button = event.submitter ?? form.querySelector("button:not([type=button])");
    clearErrors(form);
    act(button, async () => {
      try {
        return await work(Object.fromEntries(new FormData(form)), button);
      } catch (error) {
        throw showAtField(form, error);
      }
    });
  });
}
