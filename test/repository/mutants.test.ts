import { expect, it } from "vitest";
import { MUTANTS } from "../on-demand/proofs/mutation.table.ts";
import { read } from "../support/repository.ts";

it("has each place of the table of mutants once: a change of the code takes its mutants along", () => {
  const lost = MUTANTS.filter(({ file, find }) => read(file).split(find).length !== 2);
  expect(lost.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
