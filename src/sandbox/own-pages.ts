/**
 * The sandbox's own pages, apart from the contract: control, console, documentation. A token guards them if others can
 * reach the sandbox.
 */

import { html } from "hono/html";
import { readText } from "./api/body.ts";
import { loadConsole } from "./console/serve.ts";
import { docsPage, type Site } from "./docs.ts";
import { htmlPage } from "./page.ts";
import { type Access, enter, hasEntered } from "./request-guard.ts";

export type Own = ReturnType<typeof ownPages>;

/** Returns what the pages are made of. `site`: the one at `/_docs`; default: that of the package. */
export function ownPages(control: (request: Request) => Response | Promise<Response>, site: Site | undefined) {
  return { control, console: loadConsole(), site };
}

/** Tells whether the request is for the sandbox, not for the contract: one of its paths, or a browser at the root. */
export function isOwn(request: Request, path: string): boolean {
  if (path === "/") return (request.headers.get("accept") ?? "").includes("text/html");
  return /^\/_(?:control|console|docs)(?:\/|$)/.test(path);
}

/** Answers a request to one of the pages. */
export async function answerOwn(own: Own, access: Access, request: Request, path: string): Promise<Response> {
  if (path === "/") return toConsole();
  if (access.token !== undefined && path === "/_console") {
    const answer = await answerLogin(access, request);
    if (answer) return answer;
  }
  if (!hasEntered(access, request)) return refuse(path);
  if (/^\/_control(?:\/|$)/.test(path)) return own.control(request);
  const page = own.console.get(path) ?? docsPage(path, own.site);
  if (!page) return text("Nothing is served at this path.", 404);
  if (request.method !== "GET" && request.method !== "HEAD")
    return text("This path allows GET.", 405, { allow: "GET, HEAD" });
  return page();
}

/** Answers a request with the token: in the query of the printed link, or in the form of the page. */
async function answerLogin(access: Access, request: Request): Promise<Response | undefined> {
  const given =
    request.method === "POST"
      ? new URLSearchParams(await readText(request).catch(() => "")).get("token")
      : new URL(request.url).searchParams.get("token");
  if (given === null) return undefined;
  const cookie = enter(access, request, given.trim());
  if (cookie === undefined) return loginPage("This is not the token of this sandbox.");
  return toConsole({ "set-cookie": cookie });
}

function refuse(path: string): Response {
  if (!path.startsWith("/_control")) return loginPage();
  const body = { code: "control_locked", message: "Send the token of the sandbox: Authorization: Bearer TOKEN." };
  return Response.json(body, { status: 401, headers: { "www-authenticate": "Bearer", "cache-control": "no-store" } });
}

function loginPage(fault?: string): Response {
  return htmlPage(
    { title: "Token of the sandbox", status: 401, formAction: "'self'" },
    html`
<h1>Token of the sandbox</h1>
<p>Others can reach this sandbox, so its pages and its control need the token that it printed at its start.</p>
${fault && html`<p class="note" role="alert">${fault}</p>`}
<form method="post" action="/_console">
<label>Token <input name="token" type="password" autocomplete="off" required autofocus></label>
<button type="submit" class="approve">Open the console</button>
</form>`,
  );
}

function toConsole(headers: Record<string, string> = {}): Response {
  const all = { location: "/_console", "cache-control": "no-store", ...headers };
  return new Response(null, { status: 303, headers: all });
}

function text(sentence: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}
