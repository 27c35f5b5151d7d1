/**
 * docs/compatibility.md still tells the truth: the quick generators are run again, and everything else is held against
 * the committed results. The whole is `npm run compatibility`.
 */

import { describe, expect, it } from "vitest";
import { GENERATORS } from "../../scripts/compatibility/generators.ts";
import { callingClients, describeTool, NOTES, renderPage } from "../../scripts/compatibility/page.ts";
import { differences, failures, mergeResult, readResults, resultsText } from "../../scripts/compatibility/results.ts";
import { ROWS, rowId } from "../../scripts/compatibility/table.ts";
import { runAgain } from "../support/compatibility.ts";
import { read } from "../support/repository.ts";

const results = readResults();
const failing = Object.keys(results).filter((id) => failures(results[id] ?? {}).length > 0);

describe("the page", () => {
  const page = read("docs/compatibility.md");

  it("has the tables and counts that the results give", () => {
    expect(renderPage(page, results), "run npm run compatibility -- --page").toBe(page);
  });

  it.each(Object.keys(results))("shows the result of %s", (id) => {
    const other = Object.fromEntries(Object.keys(results[id] ?? {}).map((column) => [column, "no: another"]));
    expect(renderPage(page, { ...results, [id]: other })).not.toBe(page);
  });

  it("has a result for every row of the table, and no other", () => {
    const ids = ROWS.map(({ id }) => id);
    expect(Object.keys(results)).toEqual(ids);
    expect(read("scripts/compatibility/results.json"), "one line a row").toBe(resultsText(results, ids));
  });

  it.each(failing)("tells why %s fails", (id) => {
    expect(NOTES.filter(([rows]) => rows.test(id))).toHaveLength(1);
  });

  it("explains no failure that is none", () => {
    expect(NOTES.filter(([rows]) => !failing.some((id) => rows.test(id)))).toEqual([]);
  });

  it("tells how to give the token's URL wherever the code does not take it from the document", () => {
    const astray = GENERATORS.filter((row) =>
      row.documents.some((document) => results[rowId(row, document)]?.["tokenHost"]?.startsWith("no")),
    );
    expect(astray.filter(({ tokenUrl }) => !tokenUrl)).toEqual([]);
  });

  it("has at least fifteen generators and languages that make all four calls", () => {
    expect(new Set(callingClients(results).map(describeTool)).size).toBeGreaterThanOrEqual(15);
  });
});

describe("a result", () => {
  const known = { made: "yes", compiles: "yes", payload: "no: 2 lost", integers: "53 bits" };

  it("differs by its verdict alone", () => {
    expect(differences(known, { ...known, payload: "no: 3 lost" })).toEqual([]);
    expect(differences(known, { ...known, payload: "yes" })).toEqual(['payload: was "no: 2 lost", is "yes"']);
    expect(differences(known, { ...known, integers: "64 bits" })).toHaveLength(1);
  });

  it("that was skipped differs before that column alone, and leaves what is known", () => {
    const skipped = { made: "yes", compiles: "skipped: cargo not found", payload: "-", integers: "-" };
    expect(differences(known, skipped)).toEqual([]);
    expect(differences(skipped, known)).toEqual([]);
    expect(mergeResult(known, skipped)).toBe(known);
    expect(mergeResult(undefined, skipped)).toBe(skipped);
    expect(mergeResult(skipped, known)).toBe(known);
    expect(differences({ ...known, made: "no: it wrote no file" }, skipped)).toHaveLength(1);
  });
});

runAgain((id) => !/^(stub|validators|testers|viewers) \//.test(id));
