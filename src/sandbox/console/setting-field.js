/* The field of a setting, of the kind that its JSON Schema describes. */

import { el } from "./kit.js";

const isNumber = (type) => type === "number" || type === "integer";
const typesOf = ({ type }) => [type].flat().filter(Boolean);

/** What a setting may be, in words: "A whole number from 1 to 100." */
export function allowedText(schema) {
  const types = typesOf(schema);
  if (schema.items) return `A list, separated by commas. Each: ${allowedText(schema.items)}`;
  if (schema.additionalProperties) return "JSON: a map from operation ids to lists of scopes.";
  if (schema.enum) return `One of ${schema.enum.join(", ")}.`;
  const empty = types.includes("null") ? " Empty: none." : "";
  const number = types.find(isNumber);
  if (number)
    return `A ${number === "integer" ? "whole " : ""}number from ${schema.minimum} to ${schema.maximum}.${empty}`;
  return types.includes("boolean") ? "true or false." : `Text: ${schema.expects}.${empty}`;
}

/** The field and the function that reads it. `read` throws an error with a sentence if the text cannot be read. */
export function createField(key, schema, value) {
  const label = { "aria-label": `New value of ${key}`, "data-key": `field-${key}` };
  const types = typesOf(schema);
  if (schema.enum || types.includes("boolean")) return choiceField(label, schema.enum ?? [true, false], value);
  if (schema.items?.enum) return manyField(label, schema.items.enum, value);
  if (types.some(isNumber)) return numberField(label, schema, value);
  return textField(key, label, schema, value);
}

function choiceField(label, choices, value) {
  const option = (one) => el("option", { value: JSON.stringify(one), selected: one === value }, String(one));
  const field = el("select", label, choices.map(option));
  return { field, read: () => JSON.parse(field.value) };
}

function manyField({ "aria-label": name, "data-key": key }, choices, value) {
  const box = (one, i) =>
    el(
      "label",
      el("input", { type: "checkbox", value: one, checked: value.includes(one), "data-key": `${key}-${i}` }),
      ` ${one}`,
    );
  const field = el("fieldset.inline", { tabindex: "-1" }, el("legend", name), choices.map(box));
  return { field, read: () => [...field.querySelectorAll("input:checked")].map((one) => one.value) };
}

function numberField(label, { type, minimum, maximum }, value) {
  const nullable = [type].flat().includes("null");
  const step = [type].flat().includes("integer") ? "1" : "any";
  const field = el("input", { ...label, type: "number", min: minimum, max: maximum, step, required: !nullable });
  field.value = value ?? "";
  return { field, read: () => (field.value === "" ? null : Number(field.value)) };
}

function textField(key, label, { type, items, additionalProperties }, value) {
  const field = el("input", { ...label, type: "text", spellcheck: "false", autocomplete: "off" });
  if (items) {
    field.value = value.join(", ");
    const parts = () => field.value.split(",").map((part) => part.trim());
    return {
      field,
      read: () =>
        parts()
          .filter(Boolean)
          .map((part) => (isNumber(items.type) ? Number(part) : part)),
    };
  }
  if (!additionalProperties) {
    field.value = value ?? "";
    const nullable = [type].flat().includes("null");
    return { field, read: () => (field.value === "" && nullable ? null : field.value) };
  }
  field.value = JSON.stringify(value);
  const read = () => {
    try {
      return JSON.parse(field.value);
    } catch {
      throw new Error(`${key} is not JSON. Write it as {"createClientWebhook": ["scope"]}.`);
    }
  };
  return { field, read };
}
