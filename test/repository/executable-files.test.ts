/** The executable has modules of its own in place of some of Node, which must have whatever the sources import. */

import { expect, it } from "vitest";
import { files, read } from "../support/repository.ts";

const namesIn = (list = "") => list.split(",").map((one) => one.trim().replace(/ as .*$/, ""));

it.each([
  ["fs", "files.ts", 20],
  ["child_process", "children.ts", 3],
])("gives the sources every function of node:%s that they import", (module, file, least) => {
  const own = read(`scripts/executable/inside/${file}`);
  const given = new Set([
    ...namesIn(/^export \{([^}]+)\}/m.exec(own)?.[1]),
    ...[...own.matchAll(/^export const (\w+)/gm)].map(([, name]) => name),
  ]);
  const asked = files("src", /\.ts$/)
    .filter((source) => !source.startsWith("src/languages/templates/"))
    .flatMap((source) =>
      [...read(source).matchAll(new RegExp(`^import \\{([^}]+)\\} from "node:${module}";`, "gm"))].flatMap(([, list]) =>
        namesIn(list).map((name) => ({ source, name })),
      ),
    )
    .filter(({ name }) => name !== "" && !name.startsWith("type "));
  expect(asked.length).toBeGreaterThanOrEqual(least);
  expect(asked.filter(({ name }) => !given.has(name))).toEqual([]);
});
