/** The validators, testers and viewers of docs/compatibility.md: the quick ones are run again. */

import { describe, expect, it } from "vitest";
import { compareVerdicts, fixtures } from "../../scripts/compatibility/readers/fixtures.ts";
import type { ReaderResult } from "../../scripts/compatibility/readers/reader.ts";
import { readerDifferences, runReader } from "../../scripts/compatibility/readers/run.ts";
import { readReaderResults } from "../../scripts/compatibility/readers/store.ts";
import { READERS } from "../../scripts/compatibility/readers/table.ts";

const results = readReaderResults();

it("the results are those of the table", () => {
  expect(Object.keys(results)).toEqual(READERS.map(({ name }) => name));
});

it("one other verdict on a fixture is told", () => {
  const ours = fixtures().map(({ valid }) => valid);
  expect(compareVerdicts(ours)).toContain(`${ours.length} fixtures`);
  expect(() => compareVerdicts(ours.with(0, !ours[0]))).toThrow(/judged otherwise: \w+\/(?:pass|fail)\//);
});

describe("run again", () => {
  it.each(READERS.filter(({ quick }) => quick).map((reader) => [reader.name, reader] as const))(
    "%s",
    async (name, reader) => {
      const now = await runReader(reader);
      if (now.outcome.startsWith("skipped")) process.stderr.write(`skipped: ${name}: ${now.outcome}\n`);
      expect(readerDifferences(results[name] as ReaderResult, now)).toEqual([]);
    },
    300_000,
  );
});
