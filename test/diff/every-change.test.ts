import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allowedBy, DOCUMENTS, type Edit, isSame, listEdits, readBase, reportedFor, SAME } from "./every-change.ts";

const shown = ({ path, title }: Edit) => `${path.join("/")} ${title}`;

const SUBJECTS = DOCUMENTS.map((name) => {
  const base = readBase(name);
  return { name, base, edits: listEdits(base) };
});

describe.each(SUBJECTS)("any single change of any node of $name", ({ name, base, edits }) => {
  it("there are many of them, and a document differs in nothing from itself", () => {
    expect(edits.length).toBeGreaterThan(600);
    const none: Edit = { path: ["info", "title"], title: "as it was", apply: () => undefined };
    expect(reportedFor(name, base, none)).toEqual([0, 0]);
  });

  // All of them: test/on-demand/proofs/diff.test.ts.
  it("is reported, there and back, unless it means the same as before", () => {
    fc.assert(
      fc.property(fc.constantFrom(...edits), (edit) => {
        const reported = reportedFor(name, base, edit);
        if (reported !== "refused" && !isSame(edit)) expect(Math.min(...reported), shown(edit)).toBeGreaterThan(0);
      }),
      { numRuns: 20 },
    );
  });
});

it.each(SAME)("what may go unreported: %s at %s", (...row) => {
  const silent = SUBJECTS.flatMap(({ name, base, edits }) =>
    allowedBy(row, edits).filter((edit) => String(reportedFor(name, base, edit)) === "0,0"),
  );
  expect(silent.length, "reported now: delete the row").toBeGreaterThan(0);
});
