/** What the receiver makes of the bodies of vectors/json.json, which lie at the edges of JSON. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createReceiver, type Integer } from "../src/index.ts";
import { bodyCases, bodySecret } from "./vectors.ts";

test("bodies at the edges of JSON", async () => {
  assert.ok(bodyCases().length > 70);
  for (const { id, body, header, verdict, payment, code } of bodyCases()) {
    let handled: Integer | undefined;
    const receiver = createReceiver({
      secrets: [bodySecret()],
      onPayment: (one) => {
        handled = one.id;
      },
      onProblem: () => undefined,
    });
    const answer = await receiver.receive(Buffer.from(body, "base64"), header);
    const isRefused = verdict === "refused" || (verdict === "exact" && handled === undefined);
    if (isRefused) assert.deepEqual([handled, Math.floor(answer.status / 100)], [undefined, 4], id);
    else assert.deepEqual([String(handled), answer.status], [payment, 204], id);
    if (verdict === "refused") assert.equal(answer.code, code, id);
  }
});
