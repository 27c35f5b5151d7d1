import { describe, expect, it } from "vitest";
import vectors from "../../spec/vectors/json.json" with { type: "json" };
import { createReceiver as createEdgeReceiver } from "../../src/edge.ts";
import { createReceiver } from "../../src/index.ts";

type Case = {
  id: string;
  about: string;
  body: string;
  header: string;
  verdict: string;
  payment?: string;
  code?: string;
};

const cases: readonly Case[] = vectors.cases;
const secrets = Buffer.from(vectors.secret, "base64").toString();

/** Delivers a case. Returns the id that the handler got, or the code of the refusal. */
async function receiveCase(
  create: typeof createReceiver | typeof createEdgeReceiver,
  { body, header }: Case,
  bigint = false,
) {
  const ids: string[] = [];
  const on = {
    "case_file.payment.confirmed": (event: { payload: { id: number | bigint } }) => ids.push(`${event.payload.id}`),
  };
  const receiver = create({ secrets, store: false, bigint, on, onProblem() {} });
  const headers = { "content-type": "application/json", "x-service-signature": header };
  const init = { method: "POST", headers, body: Buffer.from(body, "base64") };
  const answer = await receiver.fetch(new Request("https://example.com/hook", init));
  if (answer.status === 204) return { payment: ids.join() };
  return { status: Math.floor(answer.status / 100), code: (await answer.json()).code, handled: ids };
}

const refusal = (code: string | undefined) => ({ status: 4, code, handled: [] });

describe("bodies at the edges of JSON", () => {
  it("are many, with unique names and every verdict", () => {
    expect(cases.length).toBeGreaterThanOrEqual(70);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    expect(new Set(cases.map(({ verdict }) => verdict))).toEqual(new Set(["taken", "refused", "exact"]));
  });

  for (const one of cases) {
    const { payment, code, verdict } = one;
    it(`${one.id}: ${one.about}`, async () => {
      const expected =
        verdict === "taken" ? [{ payment }] : [refusal(code), ...(verdict === "exact" ? [{ payment }] : [])];
      for (const create of [createReceiver, createEdgeReceiver])
        expect(expected).toContainEqual(await receiveCase(create, one));
      // BigInt widens the numbers that are taken, and changes no verdict.
      expect(expected).toContainEqual(await receiveCase(createReceiver, one, true));
    });
  }
});
