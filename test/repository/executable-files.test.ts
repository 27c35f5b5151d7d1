/** The executable has a `node:fs` of its own, which must have whatever the sources import. */

import { expect, it } from "vitest";
import { files, read } from "../support/repository.ts";

const namesIn = (list: string) => list.split(",").map((one) => one.trim().replace(/ as .*$/, ""));

it("gives the sources every function of node:fs that they import", () => {
  const own = read("scripts/executable/inside/files.ts");
  const given = new Set([
    ...namesIn(/^export \{([^}]+)\}/m.exec(own)?.[1] ?? ""),
    ...[...own.matchAll(/^export const (\w+)/gm)].map(([, name]) => name),
  ]);
  const asked = files("src", /\.ts$/)
    .filter((file) => !file.startsWith("src/languages/templates/"))
    .flatMap((file) =>
      [...read(file).matchAll(/^import \{([^}]+)\} from "node:fs";/gm)].flatMap(([, list]) =>
        namesIn(list ?? "").map((name) => ({ file, name })),
      ),
    )
    .filter(({ name }) => name !== "" && !name.startsWith("type "));
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter(({ name }) => !given.has(name))).toEqual([]);
});
