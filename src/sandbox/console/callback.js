/* The callback page: shows the code that came back, exchanges it, and shows the tokens. */

import { $, act, call, code, copier, el, facts } from "./kit.js";

const parameters = new URLSearchParams(location.search);

/** Shows what a denial says, or the code with a button that exchanges it. */
function show() {
  const given = parameters.get("code");
  if (given === null) {
    const error = parameters.get("error");
    $("callback").replaceChildren(
      el("section", [
        el("h2", error ? "The customer did not approve" : "No code came back"),
        error ? facts([...parameters].map(([name, value]) => [name, code(value)])) : null,
        el("p", el("a", { href: "/_console#connect" }, "Start again from the console")),
      ]),
    );
    return;
  }
  const tokens = el("section", { id: "tokens", "aria-live": "polite", hidden: true });
  const button = el(
    "button.main",
    { type: "button", onclick: () => act(button, () => exchange(given, tokens)) },
    "Exchange the code for tokens",
  );
  $("callback").replaceChildren(
    el("section", [
      el("h2", "The customer approved"),
      facts([...parameters].map(([name, value]) => [name, code(value)])),
      el("p", "An app exchanges the code on its server, where its secret is. This page does it for the demo app."),
      el(
        "p.buttons",
        button,
        copier("the code", () => given),
      ),
    ]),
    tokens,
  );
}

async function exchange(given, tokens) {
  const { request, response } = await call("POST", "oauth/exchange", { code: given });
  const answer = JSON.parse(response.body);
  tokens.hidden = false;
  tokens.replaceChildren(
    el("h2", response.status < 300 ? "Tokens" : `Refused with status ${response.status}`),
    facts(Object.entries(answer).map(([name, value]) => [name, code(String(value))])),
    ...(answer.access_token ? [copier("the access token", () => answer.access_token)] : []),
    el("h3", `${request.method} ${request.url}`),
    facts(Object.entries(request.fields).map(([name, value]) => [name, code(value)])),
  );
  return response.status < 300 ? "The code was exchanged." : "The code was refused.";
}

show();
