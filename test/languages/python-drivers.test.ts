/** The drivers of the package for Python to fill in: without types at hand, each place names what it gets. */

import { expect, it } from "vitest";
import { read } from "../support/repository.ts";

const folder = "src/languages/templates/python";
const members = read(`${folder}/src/collections_contract/driver.py`).matchAll(
  /^ {4}(\w+): Callable\[\[([^\n]*?)\], /gm,
);
const taken = [...members].map(([, name = "", types = ""]) => [name, types === "" ? 0 : types.split(", ").length]);

it.each(["driver_fastapi", "driver_flask"])("%s names the arguments of every function", (file) => {
  const places = [...read(`${folder}/examples/${file}.py`).matchAll(/^ {8}(\w+)=None, {2}# (?:\(([\w, ]+)\))?/gm)];
  const named = new Map(places.map(([, name, list]) => [name, list === undefined ? 0 : list.split(", ").length]));
  expect(taken.length).toBeGreaterThan(8);
  expect(taken.filter(([name, count]) => named.get(`${name}`) !== count)).toEqual([]);
});
