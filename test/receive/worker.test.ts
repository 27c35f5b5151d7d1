/** The entry for Workers has every name of the main one, so that its sentence is what people see. */

import { expect, it } from "vitest";
import * as main from "../../src/index.ts";
import { read } from "../support/repository.ts";

it("exports every name of the main entry, and ends its import with a sentence", async () => {
  const names = [...read("src/worker.ts").matchAll(/none as (\w+)/g)].map(([, name]) => name);
  expect(names.sort()).toEqual(Object.keys(main).sort());
  await expect(import("../../src/worker.ts")).rejects.toThrow(/needs Node.*"collections-contract\/edge"/);
});
