/** Text of code blocks: copy buttons do not repeat what the block shows. */

import { expect, it } from "vitest";
import { withoutCopies } from "../../docs/site/lib/copied-code.ts";

const block = (code: string, copied: string) =>
  `<figure><pre data-language="ts"><code>${code}</code></pre><div class="copy"><div aria-live="polite"></div>\
<button title="Copy" data-code="${copied}"><div></div></button></div></figure>`;
const LINES = `<div class="ec-line"><div class="code"><span class="c1">if</span> (a &#x3C; b) {</div></div>\
<div class="ec-line"><div class="code">
</div></div><div class="ec-line mark"><div class="code"><span class="indent">  </span>f(&quot;x&quot;);</div></div>`;
const SAME = "if (a &#x3C; b) {\u007f\u007f  f(&#x22;x&#x22;);";

it.each([
  ["goes where the block shows the same", LINES, SAME, false],
  ["stays where the block shows something else", LINES, SAME.replace("f(", "g("), true],
  ["stays where a blank line is missing", LINES, SAME.replace("\u007f\u007f", "\u007f"), true],
])("the copy %s", (_, code, copied, stays) => {
  const html = block(LINES, SAME.replace("a &", "c &")) + block(code, copied);
  expect(withoutCopies(html).match(/data-code=/g)?.length).toBe(stays ? 2 : 1);
});
