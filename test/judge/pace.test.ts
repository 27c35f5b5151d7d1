/** How much the judge asks of a service at once. */

import { describe, expect, it } from "vitest";
import { Pace } from "../../src/judge/service/pace.ts";

const asked = (pace: Pace, ms: number, status = 200) =>
  pace.of(async () => ({
    request: { method: "GET", url: "", headers: {} },
    response: { status, headers: {}, body: Buffer.alloc(0), isCut: false },
    ms,
  }));

/** Eight requests one after the other, then so many at once, each answered after so many milliseconds. */
async function paceOf(alone: number, beside: number, status = 200, atOnce = 8): Promise<Pace> {
  const pace = new Pace();
  for (let count = 0; count < 8; count++) await asked(pace, alone, status);
  await Promise.all(Array.from({ length: atOnce }, () => asked(pace, beside, status)));
  return pace;
}

describe("at once, where one and six are asked of a quick service, and whether a hundred may be", () => {
  it.each([
    ["a quick service", 20, 20, 200, 1, 6, true],
    ["a slow service that answers eight as quickly as one", 300, 320, 200, 12, 18, true],
    ["a slow service with two workers", 300, 1200, 200, 1, 6, false],
    ["a slow service that asks to slow down", 300, 300, 429, 1, 6, false],
  ])("%s", async (_, alone, beside, status, one, six, hasRoom) => {
    const pace = await paceOf(alone, beside, status);
    expect([pace.atOnce(1), pace.atOnce(6), pace.hasRoom]).toEqual([one, six, hasRoom]);
  });

  it("nothing is known at first", () => expect(new Pace().atOnce(6)).toBe(6));
});

it("sends once more, with fewer beside it, what is answered 503 beside others", async () => {
  const pace = new Pace();
  let [underWay, most] = [0, 0];
  const ask = () =>
    pace.of(async () => {
      const status = ++underWay > 2 ? 503 : 200;
      await new Promise((resolve) => setTimeout(resolve, 5));
      most = Math.max(most, underWay--);
      return {
        request: { method: "GET", url: "", headers: {} },
        response: { status, headers: {}, body: Buffer.alloc(0), isCut: false },
        ms: 5,
      };
    });
  const statuses = async () =>
    (await Promise.all(Array.from({ length: 8 }, ask))).map(({ response }) => response?.status);
  expect([await statuses(), most]).toEqual([Array(8).fill(200), 8]);
  most = 0;
  expect([await statuses(), most]).toEqual([Array(8).fill(200), 2]);
});

describe("a look at how several are answered", () => {
  async function asksOf(pace: Pace): Promise<number> {
    let asked = 0;
    await pace.find(async () => asked++);
    return asked;
  }

  it("is taken of a slow service that was asked in turn", async () => {
    expect(await asksOf(await paceOf(300, 300, 200, 0))).toBe(6);
  });

  it("is taken of one whose first answers are slow, once enough of them are known", async () => {
    const pace = new Pace();
    const response = { status: 200, headers: {}, body: Buffer.alloc(0), isCut: false };
    const ask = () => pace.of(async () => ({ request: { method: "GET", url: "", headers: {} }, ms: 300, response }));
    await ask();
    let asked = 0;
    await pace.find(() => ask().then(() => asked++));
    expect([asked, pace.atOnce(1)]).toEqual([8, 12]);
  });

  it("is not taken of a quick one, or twice", async () => {
    expect(await asksOf(new Pace())).toBe(0);
    expect(await asksOf(await paceOf(20, 20))).toBe(0);
    expect(await asksOf(await paceOf(300, 320))).toBe(0);
  });
});

it.each([
  ["one after the other of a quick service", 20, ["a", "A", "b", "B"]],
  ["at once of a slow one that answers as quickly beside others", 300, ["a", "b", "A", "B"]],
])("asks two things %s", async (_, ms, told) => {
  const order: string[] = [];
  const ask = (name: string) => async () => {
    order.push(name);
    await Promise.resolve();
    order.push(name.toUpperCase());
  };
  await (await paceOf(ms, ms)).both(ask("a"), ask("b"));
  expect(order).toEqual(told);
});
