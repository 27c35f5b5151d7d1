import { expect, it } from "vitest";
// @ts-expect-error: the console is plain JavaScript.
import { STATES, stateSentence } from "../../src/sandbox/console/words.js";

it("says of a delivery that is over whether it was acknowledged, or need not be", () => {
  expect(stateSentence("delivered", 204)).toBe("The receiver acknowledged it.");
  for (const status of [500, 404, 302, null]) {
    expect(stateSentence("delivered", status)).toMatch(/did not acknowledge it.*does not matter/);
    expect(stateSentence("failed", status)).toBe(STATES.failed[1]);
  }
  for (const [, sentence] of Object.values<string[]>(STATES)) expect(sentence).not.toMatch(/, or /);
});
