import { deployment } from "./deployment.ts";

/** Addresses that the site once had, and where their text is now. Links and bookmarks still lead there. */
const MOVED: Readonly<Record<string, string>> = {
  "guides/duplicates-and-order/": "guides/receiving/#duplicates",
  "guides/frameworks/": "hosts/#the-table",
  "guides/registering/": "guides/api/#a-client-webhook",
  "guides/mock/": "guides/sandbox/#the-mock",
  "guides/two-systems/": "guides/api/#the-two-systems",
  "guides/control/": "control/",
  "guides/releasing/": "releasing/",
  "guides/delivering-at-scale/": "delivering-at-scale/",
};

/** The addresses that this site leads elsewhere. A deployment's site has had no earlier one. */
export const moved = (): [from: string, to: string][] => (deployment() ? [] : Object.entries(MOVED));

/** The page at an old address: it leads to the new one, and keeps the place in the page that a link names. */
export function movedPage(from: string, to: string): string {
  const target = `${"../".repeat(from.split("/").length - 1)}${to}`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>This page has moved</title>
<meta name="robots" content="noindex"><meta http-equiv="refresh" content="1;url=${target}">
<script>location.replace(location.hash ? "${target.replace(/#.*/, "")}" + location.hash : "${target}");</script>
<p>This page has moved: <a href="${target}">here it is</a>.</p>
`;
}
