/** The cases of `spec/vectors/json.json`, through every door. */

import { describe, expect, it } from "vitest";
import vectors from "../../spec/vectors/json.json" with { type: "json" };
import { bytesOf, codeOf, DOORS, EVENT, HEADER } from "../support/receiver.ts";

const { cases } = vectors;
const secrets = Buffer.from(vectors.secret, "base64").toString();

it("has many cases, with unique names and every verdict", () => {
  expect(cases.length).toBeGreaterThanOrEqual(70);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  expect(new Set(cases.map(({ verdict }) => verdict))).toEqual(new Set(["taken", "refused", "exact"]));
});

describe.each(DOORS)("$name", ({ client }) => {
  it.each(cases)("$id: $about", async ({ body, header, payment, code, verdict }) => {
    const taken = { hundred: 2, code: undefined, ids: [payment] };
    const refused = { hundred: 4, code, ids: [] };
    const expected = [...(verdict === "refused" ? [] : [taken]), ...(verdict === "taken" ? [] : [refused])];
    // BigInt widens the numbers that are taken, and changes no verdict.
    for (const bigint of [false, true]) {
      const ids: string[] = [];
      const on = { [EVENT]: ({ payload }: { payload: { id: number | bigint } }) => ids.push(`${payload.id}`) };
      const deliver = client({ secrets, store: false, bigint, on, onProblem() {} });
      const headers = { "content-type": "application/json", [HEADER]: header };
      const reply = await deliver({ headers, body: bytesOf(Buffer.from(body, "base64")) });
      const found = { hundred: Math.floor(reply.status / 100), code: codeOf(reply), ids };
      expect(expected).toContainEqual(found);
    }
  });
});
