/** What the judge takes for a delivery among the requests that come to a webhook. */

import { expect, it } from "vitest";
import { isDelivery } from "../../src/judge/wire/delivery.ts";

import type { Received } from "../../src/judge/wire/listener.ts";

const NAME = "X-Service-Signature";

it.each<[string, Pick<Received, "method" | "headers">, body: string, is: boolean]>([
  ["a POST without a body", { method: "POST", headers: [] }, "", true],
  ["another method with a body", { method: "PUT", headers: [] }, "{}", true],
  ["another method with a signature", { method: "GET", headers: [[NAME.toLowerCase(), "sha256=0"]] }, "", true],
  ["a look whether anyone is there", { method: "GET", headers: [["accept", "*/*"]] }, "", false],
])("%s", (_, { method, headers }, body, is) => {
  expect(isDelivery({ method, headers, body: Buffer.from(body) } as Received, NAME)).toBe(is);
});
