/** The pages of the authorization endpoint. */

import { html } from "hono/html";
import { htmlPage } from "../page.ts";
import type { Customer } from "../store/model.ts";

interface AuthorizePage {
  appName: string;
  scopes: readonly string[];
  customers: readonly Customer[];
  /** The key of the request, a hidden field of the form. */
  request: string;
  action: string;
  redirectUri: string;
}

/** Returns the page on which a customer approves or denies. */
export function authorizePage({ appName, scopes, customers, request, action, redirectUri }: AuthorizePage): Response {
  const items = scopes.map((scope) => html`<li><code>${scope}</code></li>`);
  const scopeList = items.length > 0 ? html`<p>It asks for:</p><ul>${items}</ul>` : html`<p>It asks for no scope.</p>`;
  const choices = customers.map(
    ({ id, name }, i) =>
      html`<label><input type="radio" name="customer" value="${id}"${i === 0 ? " checked" : ""} required>
${name}</label>`,
  );
  // Browsers apply form-action to the redirect that follows, too.
  const title = "Authorize an app";
  const formAction = `'self' ${toCspSource(redirectUri)}`;
  return htmlPage(
    { title, formAction },
    html`
<p class="note">This is a sandbox. No real person signs in, and the customers are invented.</p>
<h1>${appName} wants access</h1>
${scopeList}
<p>Then your browser goes to <code>${redirectUri}</code></p>
<form method="post" action="${action}">
<input type="hidden" name="request" value="${request}">
<fieldset>
<legend>Sign in as</legend>
${choices}
</fieldset>
<button type="submit" name="decision" value="approve" class="approve">Approve</button>
<button type="submit" name="decision" value="deny">Deny</button>
</form>`,
  );
}

/**
 * Returns a page that explains the endpoint. `link`: an authorization request that works; `parameters`: what it is made
 * of.
 */
export function explanationPage(link: string, parameters: readonly (readonly [string, string])[]): Response {
  const items = parameters.map(([name, value]) => html`<dt>${name}</dt><dd><code>${value}</code></dd>`);
  return htmlPage(
    { title: "Authorization page" },
    html`
<h1>Authorization page</h1>
<p>An app sends its customer's browser here. The parameters say which app asks, for what, and where to go next.</p>
<p><a href="${link}">Try it with the demo app</a>. The link has these parameters:</p>
<dl>
${items}
</dl>
<p><a href="/_console">Console of the sandbox</a></p>`,
  );
}

/** Returns a page that says why the request was refused. It does not redirect. */
export function errorPage(sentence: string, status = 400): Response {
  return htmlPage(
    { title: "The request was refused", status },
    html`
<h1>The request was refused</h1>
<p>${sentence}</p>
<p><a href="?">What this page expects</a></p>`,
  );
}

/** Returns the redirect URI as a source of a content security policy. */
function toCspSource(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? origin : protocol;
}
