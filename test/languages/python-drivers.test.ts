/** The driver of the package for Python: without types at hand, each member names what it gets. */

import { expect, it } from "vitest";
import { read } from "../support/repository.ts";

it("a member of a driver names its arguments", () => {
  const text = read("src/languages/templates/python/src/collections_contract/driver.py");
  const members = [...text.matchAll(/^ {4}(\w+): Callable\[\[(.*?)\], .*\n {4}"""(?:``\(([\w, ]+)\)``: )?/gm)];
  const count = (list = "") => list.split(", ").filter(Boolean).length;
  expect(members.length).toBeGreaterThan(8);
  expect(members.filter(([, , types, names]) => count(types) !== count(names)).map(([, name]) => name)).toEqual([]);
});
