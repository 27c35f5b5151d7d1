/**
 * docs/compatibility.md still tells the truth: the quick generators are run again, and everything else is held against
 * the committed results. The whole is `npm run compatibility`.
 */

import { afterAll, describe, expect, it } from "vitest";
import { differences, failures } from "../../scripts/compatibility/compare.ts";
import type { Artefact } from "../../scripts/compatibility/documents.ts";
import { NOTES } from "../../scripts/compatibility/notes.ts";
import { callingClients, kindOf } from "../../scripts/compatibility/page.ts";
import { renderPages } from "../../scripts/compatibility/pages.ts";
import type { Result, Results } from "../../scripts/compatibility/result.ts";
import committed from "../../scripts/compatibility/results.json" with { type: "json" };
import { rowId } from "../../scripts/compatibility/row.ts";
import { runRow } from "../../scripts/compatibility/run.ts";
import { GENERATORS } from "../../scripts/compatibility/table.ts";
import { read } from "../support/repository.ts";

const results = committed as Results;
const ids = GENERATORS.flatMap((generator) => generator.artefacts.map((artefact) => rowId(generator, artefact)));
const failing = Object.keys(results).filter((id) => failures(results[id] as Result).length > 0);

describe("the page", () => {
  it("is what the results and notes give, and so is that of server stubs", () => {
    for (const [file, text] of renderPages())
      expect(read(file), `${file}: run npm run compatibility -- --page`).toBe(text);
  });

  it("has a result for every row of the table, and no other", () => {
    expect(Object.keys(results)).toEqual(ids);
  });

  it.each(failing)("tells why %s fails", (id) => {
    expect(NOTES.filter(({ rows: pattern }) => pattern.test(id))).toHaveLength(1);
  });

  it("explains no failure that is none", () => {
    expect(NOTES.filter(({ rows: pattern }) => !failing.some((id) => pattern.test(id)))).toEqual([]);
  });

  it("tells how to give the token's URL wherever the code does not take it from the document", () => {
    const astray = GENERATORS.filter((generator) =>
      generator.artefacts.some((artefact) => results[rowId(generator, artefact)]?.tokenHost.startsWith("no")),
    );
    expect(astray.filter(({ tokenUrl }) => !tokenUrl)).toEqual([]);
  });

  it("has at least fifteen generators and languages that make all four calls", () => {
    expect(new Set(callingClients(results).map(kindOf)).size).toBeGreaterThanOrEqual(15);
  });
});

describe("run again", () => {
  const skipped: string[] = [];
  afterAll(() => {
    for (const line of skipped) process.stderr.write(`skipped: ${line}\n`);
  });
  const quick = GENERATORS.filter((generator) => generator.quick).map((generator) => {
    const artefact = generator.artefacts[0] as Artefact;
    return [rowId(generator, artefact), generator, artefact] as const;
  });

  it.each(quick)(
    "%s",
    async (id, generator, artefact) => {
      const now = await runRow(generator, artefact);
      const reason = Object.values(now).find((outcome) => outcome.startsWith("skipped"));
      if (reason) skipped.push(`${id}: ${reason.replace("skipped: ", "")}`);
      expect(differences(results[id] as Result, now)).toEqual([]);
    },
    300_000,
  );
});
