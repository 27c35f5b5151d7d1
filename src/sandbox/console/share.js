/* A delivery to take along: as a command, and as a fixture of a test. */

import { copier, quoted } from "./kit.js";

/** The request of the last attempt; before the first one, what it will send. */
function requestOf({ attempts, signature, system, url }) {
  const headers =
    attempts.at(-1)?.headers ?? (system === "client" && signature ? { [signature.header]: signature.value } : {});
  return { method: "POST", url, headers };
}

/** A curl command that sends the same bytes; to the local side of a forward, if there is one. */
function curlOf(detail, forwards) {
  const { url, headers } = requestOf(detail);
  const { origin, pathname, search } = new URL(url);
  const target = (forwards[origin] ?? origin) + pathname + search;
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [`curl -i -X POST ${quoted(target)}`, ...lines, `--data-raw ${quoted(detail.bodyText)}`].join(" \\\n  ");
}

/** What a test needs to verify this very delivery. The secret is one of the sandbox. */
function fixtureOf(detail) {
  const { bodyText, bodyBase64, signature } = detail;
  const fixture = { ...requestOf(detail), body: bodyText, bodyBase64, secret: signature?.secret };
  return `${JSON.stringify(fixture, null, 2)}\n`;
}

/** The buttons. `latest` returns the delivery and the forwards as they are when a button is pressed. */
export function sharers(latest) {
  return [copier("as curl", () => curlOf(...latest())), copier("as a fixture", () => fixtureOf(latest()[0]))];
}
