/** Runs the recipes of a page. At full length all of them, and the results are written; else those that are short. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { OF_HOST } from "../../../scripts/hosts/cases.ts";
import { type Room, readResults, writeResults } from "../../../scripts/hosts/results.ts";
import type { Seen } from "../../../scripts/hosts/run.ts";
import { rounds } from "../../support/proof.ts";
import { root } from "../../support/repository.ts";

type Recipe = { readonly id: string; readonly name: string };
interface Proof<R extends Recipe> {
  readonly all: readonly R[];
  readonly isShort: (recipe: R) => boolean;
  readonly run: (recipe: R) => Promise<Seen>;
  readonly columns: (recipe: R) => readonly string[];
  /** Whether a cell that does not say yes is as the page explains it. */
  readonly isExplained: (recipe: R, column: string, cell: string) => boolean;
  readonly page: (root: string, text: string) => string;
}

/** Describes the tests of a room, whose page has the same name. */
export function proveRecipes<R extends Recipe>(
  room: Room,
  { all, isShort, run, columns, isExplained, page }: Proof<R>,
) {
  const isFull = rounds(0, 1) === 1;
  const seen: Record<string, Seen> = {};
  const ids = all.map(({ id }) => id);

  afterAll(() => {
    if (!isFull) return;
    writeResults(root, room, ids, seen);
    const file = join(root, "docs", `${room}.md`);
    writeFileSync(file, page(root, readFileSync(file, "utf8")));
  });

  it.each(all.filter((one) => isFull || isShort(one)).map((one) => [one.id, one] as const))(
    "%s",
    async (id, recipe) => {
      const result = await run(recipe);
      if (result.skip) return void process.stderr.write(`skipped: ${recipe.name}: ${result.skip}\n`);
      seen[id] = result;
      process.stdout.write(`${recipe.name} ${result.version}: ${Object.values(result.cells).join(", ")}\n`);
      const wrong = Object.entries(result.cells).filter(
        ([column, cell]) => cell !== "yes" && cell !== OF_HOST && !isExplained(recipe, column, cell),
      );
      expect(wrong).toEqual([]);
      expect(Object.keys(result.cells)).toEqual(columns(recipe));
      // What the page says of it is still so.
      if (!isFull) expect(result.cells).toEqual(readResults(root, room).runs[id]?.cells);
    },
  );

  it("has a result for each", () => {
    const { runs } = readResults(root, room);
    expect(ids.filter((id) => !runs[id] && !seen[id])).toEqual([]);
  });
}
