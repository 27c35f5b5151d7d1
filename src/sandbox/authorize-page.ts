/** The page on which a customer of the sandbox decides. Works without scripts, loads nothing, and everything in it is escaped. */

import { createHash } from "node:crypto";
import type { Customer } from "./model.ts";

export interface AuthorizePage {
  appName: string;
  scopes: readonly string[];
  customers: readonly Customer[];
  /** The key of the request, hidden in the form. */
  request: string;
  action: string;
  redirectUri: string;
}

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 34rem; padding: 2rem 1rem; }
h1 { font-size: 1.4rem; }
fieldset { border: 1px solid; border-radius: .4rem; margin: 1rem 0; padding: .5rem 1rem; }
label { display: block; padding: .25rem 0; }
button { border: 1px solid; border-radius: .4rem; cursor: pointer; font: inherit; margin: 0 .5rem 0 0; padding: .5rem 1.2rem; }
button:focus-visible, input:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
.note { border-left: 4px solid; padding-left: 1rem; }
code { overflow-wrap: anywhere; }
`;
const STYLE_HASH = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

export function authorizePage({ appName, scopes, customers, request, action, redirectUri }: AuthorizePage): Response {
  const scopeList =
    scopes.length > 0
      ? `<p>It asks for:</p>\n<ul>\n${scopes.map((scope) => `<li><code>${escaped(scope)}</code></li>`).join("\n")}\n</ul>`
      : "<p>It asks for no scope.</p>";
  const choices = customers.map(
    ({ id, name }, i) =>
      `<label><input type="radio" name="customer" value="${id}"${i === 0 ? " checked" : ""} required> ${escaped(name)}</label>`,
  );
  // Browsers apply form-action to the redirect that follows, too.
  return html(
    "Authorize an app",
    200,
    `'self' ${sourceOf(redirectUri)}`,
    `
<p class="note">This is a sandbox. Nobody signs in for real, and the customers are made up.</p>
<h1>${escaped(appName)} wants access</h1>
${scopeList}
<p>Afterwards your browser goes to <code>${escaped(redirectUri)}</code></p>
<form method="post" action="${escaped(action)}">
<input type="hidden" name="request" value="${escaped(request)}">
<fieldset>
<legend>Sign in as</legend>
${choices.join("\n")}
</fieldset>
<button type="submit" name="decision" value="approve">Approve</button>
<button type="submit" name="decision" value="deny">Deny</button>
</form>`,
  );
}

/** For people, who are not redirected. */
export function errorPage(sentence: string, status = 400): Response {
  return html(
    "The request was refused",
    status,
    "'none'",
    `\n<h1>The request was refused</h1>\n<p>${escaped(sentence)}</p>`,
  );
}

function html(title: string, status: number, formAction: string, body: string): Response {
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>${body}
</main>
</body>
</html>
`;
  const policy = `default-src 'none'; style-src ${STYLE_HASH}; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`;
  return new Response(text, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
      // The Origin of the form is "null" under a stricter one.
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
  });
}

/** The redirect URI as a source of a content security policy. */
function sourceOf(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? origin : protocol;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
