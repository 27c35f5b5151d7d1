/** Keeps the control for programs and pages of this very machine: no other web site can reach it through a browser. */

/** Why a request to the control is refused, if it is. */
export function foreignTo(request: Request): string | undefined {
  const host = request.headers.get("host") ?? "";
  // A page whose name was rebound to this machine still asks for its own name.
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(host)) return "Ask for localhost, 127.0.0.1 or [::1].";
  const origin = request.headers.get("origin");
  if (origin !== null && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    return "The request comes from another web site.";
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return "The request comes from another web site.";
  // What a form of another site can send without asking.
  const type = request.headers.get("content-type");
  if (type !== null && !/^application\/json\s*(?:;|$)/i.test(type)) return "Send application/json.";
  return undefined;
}
