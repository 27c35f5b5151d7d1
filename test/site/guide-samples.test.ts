/** Code of guides in the languages of the reference. */

import { describe, expect, it } from "vitest";
import { type GuidePart, guideParts, withoutMarks } from "../../docs/site/model/guide-samples.ts";

const block = (language: string, code: string) =>
  `<div class="expressive-code"><figure><pre data-language="${language}"><code>${code}</code></pre></figure></div>`;
const passage = (names: string, inner: string) => `<!-- samples ${names} -->\n${inner}\n<!-- /samples -->`;
const labels = (part: GuidePart | undefined) => (Array.isArray(part) ? part.map(({ label }) => label) : part);

describe("code of a guide", () => {
  it("gets tabs of all languages that the reference has, its own code first", () => {
    const own = block("ts", "ours");
    const parts = guideParts(
      `<p>a</p>${passage("createClientWebhook", own)}<p>b</p>${passage("receive", own)}<p>c</p>`,
    );
    expect(parts.map(labels)).toEqual([
      "<p>a</p>",
      ["TypeScript", "curl", "Python", "Go", "Java", "Rust"],
      "<p>b</p>",
      ["TypeScript", "Go", "Java", "PHP", "Python", "Ruby", "Rust"],
      "<p>c</p>",
    ]);
    expect(Array.isArray(parts[1]) && parts[1].map(({ html }) => html)).toEqual([own, ...Array(5).fill(undefined)]);
  });

  it("takes the place of the sample in each language that the guide has itself; the words between go", () => {
    const [, samples] = guideParts(
      passage("createClientWebhook", `${block("ts", "1")}<p>With curl:</p>${block("sh", "2")}`),
    );
    expect(Array.isArray(samples) && samples.slice(0, 3).map(({ html }) => html)).toEqual([
      block("ts", "1"),
      block("sh", "2"),
      undefined,
    ]);
  });

  it("calls several operations with one client", () => {
    const [, samples] = guideParts(passage("createAppWebhook listAppWebhooks", block("ts", "1")));
    const python = Array.isArray(samples) ? samples.find(({ label }) => label === "Python")?.code : "";
    expect(python?.match(/client = Client\(|create_app_webhook\(|list_app_webhooks\(/g)).toHaveLength(3);
  });

  it("writes a payment and its key in one transaction, in every language that we generate", () => {
    const [, samples] = guideParts(passage("transaction", block("ts", "1")));
    const all = Array.isArray(samples) ? samples : [];
    expect(labels(all)).toEqual(["TypeScript", "Go", "Java", "PHP", "Python", "Ruby", "Rust"]);
    for (const { label, code } of all.slice(1)) expect(code, label).toMatch(/transaction|hand_over|\bTx\b/i);
  });

  it("refuses a passage that the documents do not have, or without code", () => {
    expect(() => guideParts(passage("createNothing", block("ts", "1")))).toThrow("createNothing");
    expect(() => guideParts(passage("receive", "<p>no code</p>"))).toThrow("without code");
  });

  it("leaves no mark in the Markdown that readers get", () => {
    expect(withoutMarks("a\n<!-- samples receive -->\n```ts\n```\n<!-- /samples -->\nb\n")).toBe("a\n```ts\n```\nb\n");
  });
});
