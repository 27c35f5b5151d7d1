/**
 * Deliveries as the document's webhooks describe them, judged by Prism: it routes paths only, so their path items are
 * copied there.
 */

import { createHmac } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import document from "../../generated/openapi.json" with { type: "json" };
import { readViolations, startPrism } from "../support/prism.ts";
import { fixtures } from "../support/repository.ts";

const { clientWebhookDelivery, appWebhookDelivery } = document.webhooks;
const paths = { "/client": clientWebhookDelivery, "/app": appWebhookDelivery };
// The signature is the only credential of a delivery; Prism takes an apiKey scheme as it takes the parameter.
const prism = await startPrism({ ...document, paths });
afterAll(() => prism.stop());

const { post } = clientWebhookDelivery;
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

  it("a charset (U-22), and a time with a fraction and Z (U-33)", async () => {
    const sent = { ...SNAPSHOT, confirmedAt: "2026-03-02T08:15:00.123Z" };
    await isAccepted(await deliver(sent, { "content-type": "application/json;charset=utf-8" }));
  });
});

describe("client webhook deliveries that break the contract", () => {
  it("no signature", async () => {
    await isRefused(await deliver(SNAPSHOT, { "X-Service-Signature": undefined }));
  });

  it("another media type", async () => {
    await isRefused(await deliver(SNAPSHOT, { "content-type": "text/plain" }));
  });
});

const unsigned = { "X-Service-Signature": undefined };
/** The fixtures of what is delivered, and of signatures that a header can carry. */
const DELIVERED = [
  // Prism asserts formats, which only annotate.
  ...fixtures("PaymentSnapshot")
    .filter(({ name }) => name !== "timestamps-of-all-kinds")
    .map((one) => ({ path: "/client", ...one, headers: {} })),
  ...fixtures("AppDelivery").map((one) => ({ path: "/app", ...one, headers: unsigned })),
  ...fixtures("SignatureHeader")
    .filter(({ value }) => typeof value === "string" && /^\S.*\S$/.test(value))
    .map(({ value, ...one }) => ({
      path: "/client",
      ...one,
      value: SNAPSHOT,
      headers: { "X-Service-Signature": value },
    })),
];

it.each(DELIVERED)("$path: $kind $name", async ({ path, kind, value, headers }) => {
  const response = await deliver(value, headers, path);
  await (kind === "pass" ? isAccepted(response) : isRefused(response));
});
