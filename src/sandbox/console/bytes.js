/* The body of a delivery: the exact bytes, and the same as JSON that is easier to read. */

import { copier, el, plural, visible } from "./kit.js";

/** Bytes of a dump; the rest is in the file. */
export const HEX_SHOWN = 16 * 1024;

export const utf8 = (text) => new TextEncoder().encode(text);
export const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Writes bytes as `hexdump -C` does. */
function hexDump(bytes) {
  const lines = [];
  for (let at = 0; at < Math.min(bytes.length, HEX_SHOWN); at += 16) {
    const part = [...bytes.subarray(at, at + 16)];
    const hex = part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = part.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
    lines.push(`${at.toString(16).padStart(6, "0")}  ${hex.padEnd(47)}  ${text}`);
  }
  if (bytes.length > HEX_SHOWN) lines.push(`… ${bytes.length - HEX_SHOWN} more bytes`);
  return lines.join("\n");
}

/** The text as indented JSON; undefined if it is not JSON, or if its numbers would change. */
function pretty(text) {
  try {
    const value = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : undefined;
  } catch {
    return undefined;
  }
}

/** HMAC-SHA256 in hexadecimal, by the browser. */
export async function hmac(secret, bytes) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", utf8(secret), algorithm, false, ["sign"]);
  const digest = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function save(bytes, download) {
  const href = URL.createObjectURL(new Blob([bytes]));
  el("a", { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** The body in every form, the exact bytes first. */
export function bodyPart(bytes, { id, bodyText, bodyBase64 }) {
  const shown = el("pre", { tabindex: "0", id: "bytes" });
  const json = pretty(bodyText);
  const views = {
    Text: () => visible(bodyText),
    Hex: () => hexDump(bytes),
    Base64: () => bodyBase64,
  };
  const show = (name) => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.textContent === name));
    shown.className = name.toLowerCase();
    shown.setAttribute("aria-label", `Body as ${name.toLowerCase()}`);
    shown.textContent = views[name]();
  };
  const buttons = Object.keys(views).map((name) =>
    el("button", { type: "button", "aria-pressed": "false", onclick: () => show(name) }, name),
  );
  show("Text");
  const exact = el(
    "div",
    el("h4", "Exactly as sent"),
    el(
      "div.buttons",
      el("span.filters", { role: "group", "aria-label": "Show as" }, buttons),
      copier("the text", () => bodyText),
      el("button", { type: "button", onclick: () => save(bytes, `delivery-${id}.bin`) }, "Save the bytes"),
    ),
    shown,
  );
  const readable =
    json !== undefined &&
    el(
      "div",
      el("h4", "As indented JSON"),
      el("pre", { tabindex: "0", id: "pretty", "aria-label": "Body as indented JSON" }, visible(json)),
    );
  return [el("h3", `Body: ${plural(bytes.length, "byte")}`), el("div.beside", exact, readable)];
}
