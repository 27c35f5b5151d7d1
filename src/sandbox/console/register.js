/* Registering a webhook: the URL is judged while it is typed, and a click does the rest. */

import { registerCommands } from "./commands.js";
import { errorAt, onSubmit } from "./field-error.js";
import { $, act, actor, call, code, command, complain, copier, copyText, draw, el, visible } from "./kit.js";

const JUDGED_AFTER_MS = 200;

/** The origin that stands for a local one: the usual one if it is free, else one with the port in its name. */
function standInFor(local, forwards) {
  const usual = "https://hooks.example.com";
  return (forwards[usual] ?? local) === local ? usual : `https://hooks-${new URL(local).port || 80}.example.com`;
}

/** A button that registers a public URL in place of a local one, and forwards it there. */
function forwardInstead(url, forwards) {
  const local = URL.parse(url);
  if (!local || !/^https?:$/.test(local.protocol)) return null;
  const origin = standInFor(local.origin, forwards);
  return actor(`Use ${origin}${local.pathname}, and forward it to ${local.origin}`, "instead", async () => {
    await call("POST", "forwards", { origin, to: local.origin });
    $("register").elements.url.value = origin + local.pathname + local.search;
    await judge();
    return `${origin} is delivered to ${local.origin} from now on.`;
  });
}

function drawVerdict(url, verdict, forwards) {
  draw($("verdict"), [url, verdict, forwards], () => {
    if (!verdict) return [];
    if (verdict.ok)
      return [
        el("span.good", "✓ This URL may be registered. "),
        verdict.forward
          ? ["It is delivered to ", code(verdict.forward), "."]
          : ["It is delivered to that host itself; a forward leads it to this machine."],
      ];
    return [
      el("span.bad", `✗ ${visible(verdict.reason)} `),
      code(verdict.code),
      el("p", forwardInstead(url, forwards)),
    ];
  });
}

let contextOf;
/** The URL and the forwards that were judged last because something happened. */
let judged;
/** Judges the URL as it is in the field now, and returns the verdict; undefined without a URL. */
async function judge() {
  const field = $("register").elements.url;
  const url = field.value.trim();
  const verdict = url === "" ? undefined : await call("POST", "webhook-url", { url });
  if (url !== field.value.trim()) return verdict;
  field.setAttribute("aria-invalid", String(verdict?.ok === false));
  drawVerdict(url, verdict, contextOf().state.forwards);
  return verdict;
}

/** Registers by the control. Every refusal is about the URL, unless the sandbox is full. */
async function register({ owner, url: given }) {
  const [system, id] = owner.split(" ");
  const url = given.trim();
  const body = system === "client" ? { client: Number(id), url } : { app: Number(id), webhookUrl: url };
  const field = $("register").elements.url;
  const webhook = await call("POST", `${system}-webhooks`, body).catch(async (error) => {
    const verdict = await judge();
    if (verdict?.ok === false) {
      // Code and reason stand at the field already.
      field.focus();
      throw Object.assign(new Error("This URL may not be registered."), {
        code: verdict.code,
        links: [["#verdict", "Show why"]],
      });
    }
    throw error.status === 422 ? errorAt(field, error.message, error.code) : error;
  });
  showRegistered(system, webhook);
  return `The ${system} webhook ${webhook.id} is registered.`;
}

/** Shows the secret, once, as the service does. */
function showRegistered(system, { id, secret }) {
  const title = el("h3", { tabindex: "-1" }, `✓ The ${system} webhook ${id} is registered and on`);
  const secretPart = secret
    ? [
        el(
          "p",
          "Its secret: ",
          code(secret),
          " ",
          copier("the secret", () => secret),
        ),
        command("the export line", `export WEBHOOK_SECRET=${secret}`),
      ]
    : [el("p", "Deliveries to app webhooks are not signed, so it has no secret.")];
  $("registered").replaceChildren(title, ...secretPart.flat());
  title.focus();
}

/** Gives a client a webhook that leads to the receiver inside. */
export async function useInside() {
  const webhook = await call("POST", "receiver", {});
  return `The client webhook ${webhook.id} leads to the receiver inside. Record and confirm a payment.`;
}

/** The receiver inside: a button until it is used, then what it answers. */
export function drawReceiver({ receiver }) {
  draw($("receiver"), receiver, () => {
    if (receiver === null)
      return [
        el(
          "p",
          "No receiver yet? One inside the sandbox verifies deliveries with this library, and answers as you tell it.",
        ),
        actor("Use the receiver inside", "inside", useInside),
      ];
    const tell = ({ target }) =>
      act(target, async () => {
        await call("PUT", "receiver", { answer: target.value });
        return `The receiver inside answers from now on: ${receiver.answers[target.value]}.`;
      });
    const options = Object.entries(receiver.answers).map(([value, text]) =>
      el("option", { value, selected: value === receiver.answer }, text),
    );
    return el("label", "The receiver inside answers ", el("select", { "data-key": "answer", onchange: tell }, options));
  });
}

/** Fills what the form needs to know: whom a webhook can be for, and a URL to begin with. */
export function drawRegister({ clients, apps, forwards }) {
  const { owner, url } = $("register").elements;
  const before = owner.value;
  const option = (system, word) => (one) =>
    el("option", { value: `${system} ${one.id}` }, visible(`${word} ${one.id}: ${one.name}`));
  draw(owner, [clients, apps], () => [...clients.map(option("client", "Client")), ...apps.map(option("app", "App"))]);
  if ([...owner.options].some(({ value }) => value === before)) owner.value = before;
  if (url.value === "" && document.activeElement !== url) {
    const origin = Object.keys(forwards).find((one) => !one.includes("inside"));
    url.value = `${origin ?? "https://hooks.example.com"}/webhooks`;
  }
  const now = JSON.stringify([url.value, forwards]);
  if (now !== judged) judge().catch(complain);
  judged = now;
}

/** Gives the form its work. `context` returns state and contract as they are by then. */
export function listenToRegister(context) {
  contextOf = context;
  let timer;
  $("register").elements.url.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => judge().catch(complain), JUDGED_AFTER_MS);
  });
  onSubmit("register", register);
  $("as-curl").addEventListener("click", ({ currentTarget }) =>
    act(currentTarget, async () => {
      const { state, contract } = contextOf();
      const text = await registerCommands(Object.fromEntries(new FormData($("register"))), state, contract);
      return copyText("the commands", text);
    }),
  );
}
