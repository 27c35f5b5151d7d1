/** Small pages for people, without scripts, which load nothing. */

import { createHash } from "node:crypto";
import { html, raw } from "hono/html";

const STYLE = `
:root { background: light-dark(#fff, #10151d); color: light-dark(#16191d, #e6e9ed); color-scheme: light dark;
  font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 34rem; padding: 2rem 1rem; }
h1 { font-size: 1.4rem; }
fieldset { border: 1px solid; border-radius: .4rem; margin: 1rem 0; padding: .5rem 1rem; }
label { display: block; padding: .25rem 0; }
button { background: none; border: 1px solid; border-radius: .4rem; color: inherit; cursor: pointer; font: inherit;
  margin: 0 .5rem 0 0; padding: .5rem 1.2rem; }
button.approve { background: light-dark(#14693a, #7bd69b); border-color: transparent;
  color: light-dark(#fff, #10151d); font-weight: 600; }
button:focus-visible, input:focus-visible, a:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
.note { border-left: 4px solid; padding-left: 1rem; }
a { color: light-dark(#1552b8, #8fb8ff); }
code { overflow-wrap: anywhere; }
dt { font-weight: 600; }
dd { margin: 0 0 .5rem; }
`;
const STYLE_HASH = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

/** Returns a page. `formAction`: where forms may lead, as a source of a content security policy; default nowhere. */
export function htmlPage(
  { title, status = 200, formAction = "'none'" }: { title: string; status?: number; formAction?: string },
  body: ReturnType<typeof html>,
): Response {
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>${body}
</main>
</body>
</html>
`;
  const sources = `default-src 'none'; style-src ${STYLE_HASH}; form-action ${formAction}`;
  const policy = `${sources}; frame-ancestors 'none'; base-uri 'none'`;
  return new Response(String(text), {
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
