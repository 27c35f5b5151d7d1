/**
 * Deliveries as the document's webhooks describe them, judged by Prism: it routes paths only, so their path items are
 * copied there.
 */

import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import document from "../../generated/openapi.json" with { type: "json" };
import { type Prism, readViolations, startPrism } from "../support/prism.ts";

let prism: Prism;

beforeAll(async () => {
  const { clientWebhookDelivery, appWebhookDelivery } = document.webhooks;
  const paths = { "/client": clientWebhookDelivery, "/app": appWebhookDelivery };
  // The signature is the only credential of a delivery; Prism takes an apiKey scheme as it takes the parameter.
  prism = await startPrism({ ...document, paths });
});
afterAll(() => prism.stop());

const { post } = document.webhooks.clientWebhookDelivery;
const SNAPSHOT = post.requestBody.content["application/json"].examples.confirmed.value;
const signText = (text: string) => `sha256=${createHmac("sha256", "<WEBHOOK_SECRET>").update(text).digest("hex")}`;

async function deliver(
  body: object,
  headers: Record<string, string | undefined> = {},
  path = "/client",
): Promise<Response> {
  const text = JSON.stringify(body);
  const all = { "content-type": "application/json", "X-Service-Signature": signText(text), ...headers };
  const sent = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined);
  return fetch(prism.url + path, { method: "POST", headers: sent, body: text });
}

async function isAccepted(response: Response): Promise<void> {
  expect(readViolations(response, true), await response.text()).toEqual([]);
  expect(response.ok).toBe(true);
}

async function isRefused(response: Response): Promise<void> {
  expect(response.ok).toBe(false);
  expect(readViolations(response), await response.text()).not.toEqual([]);
}

describe("client webhook deliveries that the contract allows (F-6.3-01 to F-6.3-05)", () => {
  it("the example, with the signature that the document shows", async () => {
    const shown = document.components.schemas.SignatureHeader.examples[0];
    expect(signText(JSON.stringify(SNAPSHOT))).toBe(shown);
    await isAccepted(await deliver(SNAPSHOT, { "X-Service-Signature": shown }));
  });

  it.each<[string, object]>([
    ["a member that is not named", { reference: "new", nested: { a: [null] } }],
    ["an event that is not named (A-05)", { "@event": "case_file.payment.refunded" }],
    ["a case file with more members (N-2.4-02)", { caseFile: { id: 815, number: "2026/1" } }],
    ["negative and large numbers (U-32)", { id: -1, amount: 9007199254740991 }],
    ["another recipient (A-06)", { paidTo: "agency" }],
    ["a fraction and Z (U-33)", { confirmedAt: "2026-03-02T08:15:00.123Z" }],
  ])("%s", async (_what, change) => {
    await isAccepted(await deliver({ ...SNAPSHOT, ...change }));
  });

  it("hexadecimal digits in upper case (U-19)", async () => {
    const upper = signText(JSON.stringify(SNAPSHOT)).slice("sha256=".length).toUpperCase();
    await isAccepted(await deliver(SNAPSHOT, { "X-Service-Signature": `sha256=${upper}` }));
  });

  it("a charset (U-22)", async () => {
    await isAccepted(await deliver(SNAPSHOT, { "content-type": "application/json;charset=utf-8" }));
  });
});

describe("client webhook deliveries that break the contract", () => {
  it.each<[string, string | undefined]>([
    ["no signature", undefined],
    ["another prefix", `sha1=${"0".repeat(64)}`],
    ["no prefix", "0".repeat(64)],
    ["an upper-case prefix", `SHA256=${"0".repeat(64)}`],
    ["too few digits", `sha256=${"0".repeat(63)}`],
    ["too many digits", `sha256=${"0".repeat(65)}`],
    ["other digits", `sha256=${"g".repeat(64)}`],
  ])("%s", async (_fault, signature) => {
    await isRefused(await deliver(SNAPSHOT, { "X-Service-Signature": signature }));
  });

  it.each(Object.keys(SNAPSHOT))("no %s", async (member) => {
    const { [member]: _left, ...rest } = SNAPSHOT as Record<string, unknown>;
    await isRefused(await deliver(rest));
  });

  it.each<[string, object]>([
    ["an event that is no text", { "@event": 1 }],
    ["an id as text", { id: "4711" }],
    ["an amount with a fraction", { amount: 125.5 }],
    ["an amount as text", { amount: "12550" }],
    ["a recipient that is no text", { paidTo: null }],
    ["a case file that is a number", { caseFile: 815 }],
    ["a case file without id", { caseFile: {} }],
    ["a case file whose id is text", { caseFile: { id: "815" } }],
    ["a time that is a number", { confirmedAt: 1772439300 }],
  ])("%s", async (_fault, change) => {
    await isRefused(await deliver({ ...SNAPSHOT, ...change }));
  });

  it("another media type", async () => {
    await isRefused(await deliver(SNAPSHOT, { "content-type": "text/plain" }));
  });
});

describe("app webhook deliveries (F-6.4-01, F-6.4-02)", () => {
  const unsigned = { "X-Service-Signature": undefined };

  it.each<[string, object]>([
    ["the event alone", { "@event": "case_file.payment.confirmed" }],
    ["any other member (U-27)", { "@event": "x", anything: [1, null] }],
  ])("%s", async (_what, body) => {
    await isAccepted(await deliver(body, unsigned, "/app"));
  });

  it.each<[string, object]>([
    ["no event", {}],
    ["a list", []],
    ["an event that is no text", { "@event": null }],
  ])("%s is refused", async (_fault, body) => {
    await isRefused(await deliver(body, unsigned, "/app"));
  });
});
