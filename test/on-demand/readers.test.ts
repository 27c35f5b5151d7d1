/** The validators, testers and viewers of docs/compatibility.md: the quick ones are run again. */

import { expect, it } from "vitest";
import { compareVerdicts, fixtures } from "../../scripts/compatibility/readers/reader.ts";
import { runAgain } from "../support/compatibility.ts";

it("one other verdict on a fixture is told", () => {
  const ours = fixtures().map(({ valid }) => valid);
  expect(compareVerdicts(ours)).toContain(`${ours.length} fixtures`);
  expect(() => compareVerdicts(ours.with(0, !ours[0]))).toThrow(/judged otherwise: \w+\/(?:pass|fail)\//);
});

runAgain((id) => /^(validators|testers|viewers) \//.test(id));
