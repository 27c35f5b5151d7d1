import { expect, it } from "vitest";
import { linkedFacts } from "../../docs/site/lib/fact-links.ts";
import { facts } from "../../docs/site/model/facts.ts";

const says = facts().find(({ id }) => id === "F-6.5-02")?.sentence;
const LINK = `<a class="fact" href="/stated/#f-65-02" data-says="${says}">F-6.5-02</a>`;

it.each([
  ["<p>retried (F-6.5-02)</p>", `<p>retried (${LINK})</p>`],
  ["<p>F-6.5-02 <code>--only F-6.5-02</code> F-6.5-02</p>", `<p>${LINK} <code>--only F-6.5-02</code> ${LINK}</p>`],
  ["<pre><code><span>F-6.5-02</span></code></pre>", "<pre><code><span>F-6.5-02</span></code></pre>"],
  ['<a href="#F-6.5-02">F-6.5-02</a>', '<a href="#F-6.5-02">F-6.5-02</a>'],
  ['<h2 id="F-6.5-02">UTF-8-01</h2>', '<h2 id="F-6.5-02">UTF-8-01</h2>'],
])("links facts in text alone: %s", (html, linked) => expect(linkedFacts(html)).toBe(linked));
