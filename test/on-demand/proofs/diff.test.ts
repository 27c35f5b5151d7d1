/** Nothing goes unreported: every single change of every node in documents that use every keyword. */

import { describe, expect, it } from "vitest";
import { DOCUMENTS, isSame, listEdits, readBase, reportedFor } from "../../diff/every-change.ts";
import { comparedOddParts } from "../../diff/odd-parts.ts";
import { rounds } from "../../support/proof.ts";

const MINUTE = 60_000;

describe.each(DOCUMENTS)("every change of %s", (name) => {
  const base = readBase(name);
  // One in fifteen in the short form, another fifteenth of each kind of edit.
  const step = rounds(15, 1);

  it(
    "is reported, there and back",
    () => {
      const counts = { reported: 0, refused: 0 };
      const silent: string[] = [];
      for (const [i, edit] of listEdits(base).entries()) {
        if (i % step !== 0 || isSame(edit)) continue;
        const reported = reportedFor(name, base, edit);
        if (reported === "refused") counts.refused++;
        else if (Math.min(...reported) === 0) silent.push(`${edit.path.join("/")} ${edit.title}`);
        else counts.reported++;
      }
      process.stdout.write(`diff of ${name}: ${counts.reported} reported, ${counts.refused} refused\n`);
      expect(silent).toEqual([]);
      expect(counts.reported).toBeGreaterThan(30);
    },
    20 * MINUTE,
  );
});

it.each(["openapi", "asyncapi"])(
  "a document of odd parts is compared or refused with a code, whatever stands where in %s",
  (kind) => {
    expect(comparedOddParts(kind, rounds(4, 1))).toBeGreaterThan(30);
  },
  10 * MINUTE,
);
