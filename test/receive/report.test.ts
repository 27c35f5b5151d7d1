/** What is printed where `onProblem` is left out: a refused signature once, and then with a count. */

import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Problem, STATUS } from "../../src/receive/outcome.ts";
import { bytesOf, type Delivery, DOORS, EVENT, HEADER, SECRET, signed, snapshot } from "../support/receiver.ts";

let now = 0;
beforeEach(() => {
  now = 1_000_000;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(performance, "now").mockImplementation(() => now);
});

const on = { [EVENT]: () => undefined };
const WRONG = signed(snapshot(), "another secret");
/** A delivery for each way in which a signature is refused. */
const REFUSED: [Problem["code"], Delivery][] = [
  ["signature_mismatch", WRONG],
  ["signature_missing", { ...WRONG, headers: { "content-type": "application/json" } }],
  ["signature_prefix", { ...WRONG, headers: { ...WRONG.headers, [HEADER]: "f".repeat(64) } }],
  ["signature_length", { ...WRONG, headers: { ...WRONG.headers, [HEADER]: "sha256=ff" } }],
  ["body_not_received", { ...WRONG, body: new Uint8Array() }],
];
const lines = () =>
  vi
    .mocked(console.error)
    .mock.calls.splice(0)
    .map(([code, text]) => `${code} ${text}`);

describe.each(DOORS)("$name", (door) => {
  it.each(REFUSED)("%s is printed once with advice, however often it comes", async (code, delivery) => {
    const deliver = door.client({ secrets: SECRET, on });
    for (let i = 0; i < 50; i++) {
      expect((await deliver(delivery)).status).toBe(STATUS[code]);
      now += 100_000;
    }
    expect(lines()).toEqual([expect.stringMatching(`^webhook receiver: ${code} If the service .* explain ${code}$`)]);
  });

  it.each(["{", '"a"'])(
    "the genuine delivery %s, of which no error tells what is wrong, is printed with advice",
    async (body) => {
      const { text } = await door.client({ secrets: SECRET, on })(signed(body));
      expect(lines()).toEqual([expect.stringContaining(`explain ${JSON.parse(text).code}`)]);
    },
  );

  it("the faults of a payload are printed on one line", async () => {
    await door.client({ secrets: SECRET, on })(signed(snapshot({ amount: "12.50", caseFile: 815 })));
    expect(lines()).toEqual([expect.stringMatching(/^webhook receiver: payload_invalid \[.*amount.*caseFile.*\]$/)]);
  });

  it("once a delivery has verified, it is printed once a minute at most, with a count", async () => {
    const deliver = door.client({ secrets: SECRET, on });
    await deliver(WRONG);
    await deliver(WRONG);
    expect((await deliver(signed(snapshot()))).status).toBe(204);
    now += 59_999;
    await deliver(WRONG);
    expect(lines()).toHaveLength(1);
    now += 1;
    await deliver(WRONG);
    expect(lines()).toEqual([expect.stringContaining("3 times since the last line. If the service")]);
    await deliver(WRONG);
    now += 60_000;
    await deliver(WRONG);
    expect(lines()).toEqual([expect.stringContaining("2 times since")]);
  });

  it("all of them reach onProblem, and nothing is printed then", async () => {
    const problems: Problem[] = [];
    const deliver = door.client({ secrets: SECRET, on, onProblem: (problem) => void problems.push(problem) });
    for (let i = 0; i < 3; i++) for (const [, delivery] of REFUSED) await deliver(delivery);
    expect(problems.map(({ code }) => code)).toEqual([1, 2, 3].flatMap(() => REFUSED.map(([code]) => code)));
    expect(lines()).toEqual([]);
  });

  it("nothing of a delivery or of a secret is printed", async () => {
    const deliver = door.client({ secrets: SECRET, on });
    for (const delivery of Object.values(REFUSED))
      await deliver({ ...delivery, body: bytesOf(snapshot({ id: 471108 })) });
    const text = lines().join("");
    for (const hidden of [SECRET, "another secret", "471108", String(WRONG.headers[HEADER]).slice(7, 20)])
      expect(text).not.toContain(hidden);
  });
});
