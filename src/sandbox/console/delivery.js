/* Everything about one delivery: attempts, exact bytes, and how the signature comes about. */

import {
  $,
  actor,
  call,
  clockText,
  code,
  command,
  copier,
  draw,
  dueOf,
  el,
  facts,
  now,
  plural,
  quoted,
  setClock,
  timeOf,
  visible,
} from "./kit.js";
import { answerOf, stateOf } from "./list.js";

const STATE_WORDS = {
  delivered: "Acknowledged, or the answer does not matter.",
  pending: "An attempt is due.",
  sending: "An attempt is under way.",
  held: "Its webhook is switched off; it goes on once that is switched on.",
  failed: "The last attempt failed. Nothing follows.",
  dropped: "Its webhook was switched off meanwhile. Nothing follows.",
};
const HEX_SHOWN = 16 * 1024;
/** The sandbox keeps no more of an answer. */
const ANSWER_KEPT = 4 * 1024;

const utf8 = (text) => new TextEncoder().encode(text);

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** As `hexdump -C` writes it. */
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

/** HMAC-SHA256 in hexadecimal, by the browser. */
async function hmac(secret, bytes) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", utf8(secret), algorithm, false, ["sign"]);
  const digest = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bodyPart(bytes, { id, bodyText, bodyBase64 }) {
  const shown = el("pre", { tabindex: "0", "aria-label": "Body as text", id: "bytes" });
  const views = { Text: () => visible(bodyText), Hex: () => hexDump(bytes), Base64: () => bodyBase64 };
  const buttons = Object.keys(views).map((name) =>
    el("button", { type: "button", "aria-pressed": "false", onclick: () => show(name) }, name),
  );
  function show(name) {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.textContent === name));
    shown.className = name.toLowerCase();
    shown.setAttribute("aria-label", `Body as ${name.toLowerCase()}`);
    shown.textContent = views[name]();
  }
  show("Text");
  const save = () => {
    const href = URL.createObjectURL(new Blob([bytes]));
    el("a", { href, download: `delivery-${id}.bin` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  };
  return [
    el("h3", {}, `Body, exactly as sent: ${plural(bytes.length, "byte")}`),
    el(
      "div",
      { class: "buttons" },
      el("span", { role: "group", "aria-label": "Show as", class: "filters" }, buttons),
      copier("the text", () => bodyText),
      el("button", { type: "button", onclick: save }, "Save the bytes"),
    ),
    shown,
  ];
}

async function signaturePart(bytes, { signature, system, bodyBase64 }) {
  const title = el("h3", {}, "Signature");
  if (system === "app") return [title, el("p", {}, "Deliveries to app webhooks carry no signature.")];
  if (!signature) return [title, el("p", {}, "The webhook is gone, and its secret with it.")];
  const { header, secret, digestHex, value, steps } = signature;
  const prefix = value.slice(0, value.length - digestHex.length);
  const own = await hmac(secret, bytes);
  const agrees = prefix + own === value.toLowerCase();
  const check = `printf %s ${quoted(bodyBase64)} | base64 -d | openssl dgst -sha256 -hmac ${quoted(secret)}`;
  return [
    title,
    facts([
      ["header", code(`${header}: ${value}`)],
      ["secret", code(secret)],
    ]),
    el("p", {}, "How it comes about:"),
    el(
      "ol",
      { class: "steps" },
      steps.filter((step) => !step.startsWith("check:")).map((step) => el("li", {}, visible(step))),
    ),
    el(
      "p",
      { class: agrees ? "good" : "bad", id: "recomputed" },
      agrees ? "✓ Computed again by this browser (WebCrypto): it agrees." : "✗ Computed again by this browser: ",
      agrees ? null : code(prefix + own),
    ),
    bodyBase64.length < HEX_SHOWN && [
      el("details", { "data-key": "check" }, [el("summary", {}, "Check it in a shell"), command("the check", check)]),
    ],
  ].flat();
}

const HINTS = [
  [/^answer_dropped$/, "The sandbox dropped the answer on purpose; the receiver has the delivery."],
  [/^ECONNREFUSED$/, "Nothing listens there. Start the receiver, or look at the forwards under Connect."],
  [
    /^(ENOTFOUND|EAI_AGAIN|address_\w+|url_\w+)$/,
    "No receiver on this machine is meant by that name. Forwards are under Connect.",
  ],
  [/^(timeout|UND_ERR_\w*TIMEOUT)$/, "No answer in time. The setting timeoutSeconds says how long is waited."],
  [/^interrupted$/, "The sandbox was stopped during this attempt."],
];
const hintOf = ({ status, error }) =>
  status === 400 || status === 401 || status === 403
    ? "If it verifies signatures: over the raw bytes, and with the secret of this very webhook?"
    : HINTS.find(([pattern]) => pattern.test(error ?? ""))?.[1];

async function attemptPart(attempt, detail, bytes) {
  const { number, startedAt, durationMs, headers, status, error, responseHeaders, responseBody, fault } = attempt;
  const running = durationMs === null;
  const good = status !== null && status >= 200 && status < 300;
  const name = detail.signature?.header.toLowerCase();
  const sent = Object.entries(headers).find(([header]) => header.toLowerCase() === name)?.[1];
  const prefix = detail.signature?.value.slice(0, -detail.signature.digestHex.length);
  const signed =
    sent === undefined ? undefined : sent.toLowerCase() === prefix + (await hmac(detail.signature.secret, bytes));
  const texts = (title, list) => [
    el("h4", {}, title),
    facts(Object.entries(list).map(([header, value]) => [visible(header), visible(value)])),
  ];
  return el(
    "div",
    { class: "attempt" },
    el(
      "p",
      { class: "split" },
      el("b", {}, `Attempt ${number}`),
      running
        ? el("span", { class: "wait" }, "→ under way")
        : el("span", { class: good ? "good" : "bad" }, `${good ? "✓" : "✗"} ${visible(answerOf({ status, error }))}`),
      el("span", {}, timeOf(startedAt), running ? "" : `, took ${durationMs} ms`),
    ),
    fault && el("p", { class: "wait" }, `! Spoilt on purpose: ${fault}`),
    !running && !good && hintOf(attempt) && el("p", {}, hintOf(attempt)),
    el(
      "details",
      { "data-key": `attempt-${number}` },
      el("summary", {}, "Request and response"),
      el("p", {}, code(`POST ${detail.url}`)),
      texts("Request headers", headers),
      signed !== undefined &&
        el(
          "p",
          { class: signed ? "good" : "bad" },
          signed
            ? "✓ The signature verifies with the secret of the webhook."
            : "✗ The signature does not verify with the secret of the webhook.",
        ),
      status === null
        ? el("p", {}, `No response${error ? `: ${visible(error)}` : ""}.`)
        : [
            texts(`Response ${status}: headers`, responseHeaders),
            el("h4", {}, `Response body${utf8(responseBody).length < ANSWER_KEPT ? "" : ", its beginning"}`),
            responseBody === ""
              ? el("p", { class: "quiet" }, "It is empty.")
              : el("pre", { tabindex: "0", "aria-label": `Response body of attempt ${number}` }, visible(responseBody)),
          ],
    ),
  );
}

/** Draws one delivery; returns whether it is another one. What does not change while it is shown is made once. */
export async function drawDetail(detail) {
  const box = $("detail");
  const { id, system, webhook, url, event, payment, state, due, createdAt, redeliveryOf, attempts } = detail;
  const bytes = bytesOf(detail.bodyBase64);
  const changed = box.dataset.id !== String(id);
  if (changed) {
    const signature = await signaturePart(bytes, detail);
    const closer = el("a", { href: "#deliveries" }, "Close");
    box.dataset.id = String(id);
    delete box.dataset.attempts;
    const title = el("h2", { id: "detail-title", tabindex: "-1" }, `Delivery #${id}`);
    box.replaceChildren(
      el("div", { class: "split" }, title, closer),
      el("div", { id: "detail-state", tabindex: "-1" }),
      el(
        "div",
        { class: "buttons" },
        actor("Redeliver", "redeliver", async () => {
          const again = await call("POST", `deliveries/${id}/redeliver`);
          return `The same bytes go out again as delivery #${again.id}.`;
        }),
        actor("Advance the clock to the next attempt", "advance", () => advanceTo(id), { id: "to-next" }),
      ),
      el("h3", {}, "Attempts"),
      el("div", { id: "attempts", tabindex: "-1" }),
      ...bodyPart(bytes, detail),
      ...signature.filter(Boolean),
    );
  }
  draw($("detail-state"), [state, due, attempts.length], () =>
    facts([
      ["state", [stateOf(state), ` ${STATE_WORDS[state] ?? ""}`]],
      due !== null && ["next attempt", [`number ${attempts.length + 1}, `, dueOf(due), ", at ", timeOf(due)]],
      ["event", code(event)],
      ["webhook", [`${system} webhook ${webhook}, `, code(url)]],
      payment !== null && ["payment", String(payment)],
      redeliveryOf !== null && ["again", el("a", { href: `#delivery-${redeliveryOf}` }, `of #${redeliveryOf}`)],
      ["created", timeOf(createdAt)],
    ]),
  );
  if (due === null && document.activeElement === $("to-next")) $("detail-state").focus({ preventScroll: true });
  $("to-next").hidden = due === null;
  const parts = await Promise.all(attempts.toReversed().map((attempt) => attemptPart(attempt, detail, bytes)));
  draw($("attempts"), attempts, () => (parts.length > 0 ? parts : el("p", { class: "quiet" }, "None was made yet.")));
  const newest = $("attempts").querySelector("details");
  if (newest && box.dataset.attempts !== String(attempts.length)) newest.open = true;
  box.dataset.attempts = String(attempts.length);
  return changed;
}

async function advanceTo(id) {
  const { due } = await call("GET", `deliveries/${id}`);
  if (due === null) return "No attempt of this delivery is due.";
  const { clock: shown } = await call("GET", "state");
  const seconds = Math.max(0, (Date.parse(due) - Date.parse(shown.now)) / 1000);
  setClock({ kind: shown.kind, now: (await call("POST", "clock/advance", { seconds })).now });
  return `The clock is at ${clockText(now())} now.`;
}
