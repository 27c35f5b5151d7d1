/** The verdicts of vectors/webhook-urls.json. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isWebhookUrl } from "../src/index.ts";
import { urlCases } from "./vectors.ts";

test("all verdicts", () => {
  assert.ok(urlCases().length > 400);
  for (const { url, ok, why } of urlCases()) assert.equal(isWebhookUrl(url), ok, `${url}: ${why}`);
});

test("a host is in ASCII", () => {
  for (const url of [
    "https://b\u00fccher.ch/",
    "https://ex%61mple.com/",
    "https://example.u\u212a/",
    "http\u017f://example.com/",
  ])
    assert.equal(isWebhookUrl(url), false, url);
  assert.equal(isWebhookUrl("https://xn--bcher-kva.ch/b\u00fccher"), true);
});
