/* A delivery to take along: as a command, as a fixture of a test, and into the playground. */

import { actor, copier, el, shellQuote } from "./kit.js";
import { sentIn } from "./signature.js";

/** The request of the last attempt; before the first one, what it will send. */
function requestOf({ attempts, signature, system, url }) {
  const headers =
    attempts.at(-1)?.headers ?? (system === "client" && signature ? { [signature.header]: signature.value } : {});
  return { method: "POST", url, headers };
}

/** A curl command that sends the same bytes; to the local side of a forward, if there is one. */
function toCurl(detail, forwards) {
  const { url, headers } = requestOf(detail);
  const { origin, pathname, search } = new URL(url);
  const target = (forwards[origin] ?? origin) + pathname + search;
  const lines = Object.entries(headers).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`);
  return [`curl -i -X POST ${shellQuote(target)}`, ...lines, `--data-raw ${shellQuote(detail.bodyText)}`].join(
    " \\\n  ",
  );
}

/** What a test needs to verify this very delivery. The secret is one of the sandbox. */
function toFixture(detail) {
  const { bodyText, bodyBase64, signature } = detail;
  const fixture = { ...requestOf(detail), body: bodyText, bodyBase64, secret: signature?.secret };
  return `${JSON.stringify(fixture, null, 2)}\n`;
}

/** The buttons. `latest` returns the delivery and the forwards as they are when a button is pressed. */
export function sharers(latest) {
  return [copier("as curl", () => toCurl(...latest())), copier("as a fixture", () => toFixture(latest()[0]))];
}

const PLAYGROUND = "/_docs/playground/";

/** What the playground gets: the bytes and the header of the last attempt; the secret only where a person says so. */
function handedOver({ bodyBase64, attempts, signature }, withSecret) {
  const last = attempts.at(-1);
  const header = (last && sentIn(last, signature.header)) ?? signature.value;
  return { body: bodyBase64, header, secrets: withSecret ? [signature.secret] : [] };
}

/**
 * A button that opens the playground and hands it the delivery once it asks, from page to page: it is not in the
 * address, it is not stored, and no other page gets it.
 */
export function playgroundPart(latest) {
  const withSecret = el("input", { type: "checkbox" });
  const openIt = async () => {
    const tab = open(PLAYGROUND, "_blank");
    if (!tab) throw new Error("The browser does not allow a new tab. Allow it for this page.");
    const hand = ({ source, origin, data }) => {
      if (source !== tab || origin !== location.origin || data !== "playground") return;
      removeEventListener("message", hand);
      tab.postMessage({ playground: handedOver(latest()[0], withSecret.checked) }, origin);
    };
    addEventListener("message", hand);
  };
  return [actor("Open in the playground", "playground", openIt), el("label", withSecret, " with its secret")];
}
