/*
 * “Try it” on the page of an operation, in the copy of the site that the sandbox serves: the request goes to this
 * very sandbox.
 */

import { call, el, visible } from "./kit.js";

const CALLBACK = `${location.origin}/_console/callback`;

/** `/_docs/api/create-client-webhook/` is the page of `createClientWebhook`. */
const name = /\/api\/([a-z-]+)\//.exec(location.pathname)?.[1]?.replaceAll(/-./g, ([, letter]) => letter.toUpperCase());

/** Approves for the first customer, and exchanges the code. Returns request and response of the exchange. */
async function exchange() {
  const { code } = await call("POST", "oauth/code", { redirectUri: CALLBACK });
  return call("POST", "oauth/exchange", { code });
}

/** Path and body to begin with; the body is null where the operation takes none. */
function initialRequest({ path }, state, events) {
  const [client] = state.clients;
  const [app] = state.apps;
  const url = "https://hooks.example.com/payments";
  const bodies = {
    createClientWebhook: { client: client?.iri, name: "From the reference", events, url },
    createAppWebhook: { app: app?.iri, webhookUrl: url, events, responseHandlingType: 2, active: true },
  };
  return { path: path.replace("{id}", String(app?.appId)), body: bodies[name] ?? null };
}

/** Sends the request with a fresh token. Returns the status and the body. */
async function send({ method }, path, body) {
  if (name === "exchangeAuthorizationCode") return (await exchange()).response;
  const { profile } = await call("GET", "state");
  const { access_token: token } = JSON.parse((await exchange()).response.body);
  const headers = { [profile.tokenHeader]: profile.tokenPrefix + token };
  if (body !== null) headers["content-type"] = profile.requestMediaTypes[0];
  const response = await fetch(path, { method, headers, body });
  return { status: response.status, body: await response.text() };
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function start() {
  const [{ operations, events }, state] = await Promise.all([call("GET", "contract"), call("GET", "state")]);
  const operation = operations[name];
  const samples = document.querySelector(".reference-samples");
  if (!operation || !samples) return;
  const begin = initialRequest(operation, state, events);
  const path = el("input", { value: begin.path, spellcheck: "false" });
  const body = begin.body && el("textarea", { rows: "8", spellcheck: "false" }, JSON.stringify(begin.body, null, 2));
  const out = el("div", { role: "status" });
  const button = el("button", "Send");
  const onsubmit = async (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    try {
      const { status, body: answer } = await send(operation, path.value, body ? body.value : null);
      out.replaceChildren(
        el("p", el("b", `${status < 300 ? "✓" : "✗"} ${status}`)),
        el("pre", { tabindex: "0", role: "group", "aria-label": "Answer of the sandbox" }, visible(pretty(answer))),
      );
    } catch (error) {
      out.replaceChildren(el("p", `✗ ${error.message}`));
    }
    button.removeAttribute("aria-disabled");
  };
  const takesPath = name !== "exchangeAuthorizationCode";
  samples
    .querySelector("starlight-tabs")
    ?.after(
      el(
        "section.try.not-content",
        { "aria-labelledby": "try-it" },
        el("h2", { id: "try-it" }, "Try it"),
        el(
          "p",
          takesPath
            ? "The sandbox gets this request, with a fresh token of its first customer. "
            : "A customer approves, and the sandbox exchanges the code. ",
          el("a", { href: "/_console" }, "Console"),
        ),
        el(
          "form",
          { onsubmit },
          takesPath && el("label", `${operation.method} `, path),
          body && el("label", "Body ", body),
          button,
        ),
        out,
      ),
    );
}

// Without it the page is as complete as everywhere else.
start().catch(() => undefined);
