import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { copyLicences, LICENCES } from "../../scripts/licences.ts";
import { files, read, root } from "../support/repository.ts";
import { scratchFolder } from "../support/scratch.ts";

const out = scratchFolder("licences-");
const copied = (kind: "package" | "site", from: string) =>
  copyLicences(kind, join(root, from), out).map((name) => [name, readFileSync(join(out, name), "utf8")]);

describe("licence texts that have to go along", () => {
  it("with the site: those of both fonts, SIL OFL 1.1", () => {
    const texts = copied("site", "docs/package.json");
    expect(texts.map(([name]) => name)).toEqual([
      "licences/fontsource-variable-inter.txt",
      "licences/fontsource-jetbrains-mono.txt",
    ]);
    for (const [, text] of texts) expect(text).toMatch(/Copyright[\s\S]*SIL OPEN FONT LICENSE/);
  });

  it("with the package: that of the list of top-level domains, BSD", () => {
    const [[name, text] = []] = copied("package", "package.json");
    expect([name, text]).toEqual(["licences/hapi-tlds.txt", expect.stringMatching(/Copyright[\s\S]*Redistribution/)]);
  });

  it("leave out no font of the site and no package that generated/ is made from", () => {
    const fonts = Object.keys(JSON.parse(read("docs/package.json")).devDependencies).filter((one) =>
      /fontsource/.test(one),
    );
    const sources = files("generated", /\.ts$/).flatMap((file) => [
      ...read(file).matchAll(/^\/\/ Made .* from (@?[\w/-]+) /gm),
    ]);
    const needed = [...fonts, ...sources.map(([, name]) => name)];
    expect(LICENCES.map(({ of }) => of).sort()).toEqual([...new Set(needed)].sort());
  });
});
