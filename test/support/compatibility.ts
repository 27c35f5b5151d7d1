import { expect, it } from "vitest";
import { differences, readResults } from "../../scripts/compatibility/results.ts";
import { ROWS } from "../../scripts/compatibility/table.ts";

/** Runs the quick rows of a kind again, and compares them with the committed results. */
export function runAgain(isOfKind: (id: string) => boolean): void {
  const known = readResults();
  it.each(ROWS.filter(({ id, quick }) => quick && isOfKind(id)).map((row) => [row.id, row] as const))(
    "run again: %s",
    async (id, row) => {
      const now = await row.run();
      const reason = Object.values(now).find((outcome) => outcome.startsWith("skipped"));
      if (reason) process.stderr.write(`skipped: ${id}: ${reason.replace("skipped: ", "")}\n`);
      expect(differences(known[id] ?? {}, now)).toEqual([]);
    },
  );
}
