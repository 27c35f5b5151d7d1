import { describe, expect, it } from "vitest";
import { files, importsOf, read } from "../support/repository.ts";

/** Who may import whom. `spec/ -> generated/ -> src/ -> test/`: no arrow points left. Whatever comes later gets a row here first. */
const LAW: [who: RegExp, mayImport: RegExp[]][] = [
  [/^generated\//, [/^generated\//]],
  [/^src\/errors(-command|-documents|-languages)?\.ts$/, []],
  [
    /^src\/error-texts[a-z-]*\.ts$/,
    [/^src\/(errors|errors-command|errors-documents|errors-languages|error-texts-[a-z]+)\.ts$/],
  ],
  [
    /^src\/signature[a-z-]*\.ts$/,
    [/^src\/(errors|signature-header)\.ts$/, /^generated\/constants\.ts$/, /^node:crypto$/],
  ],
  [/^src\/(address|tlds|webhook-url)\.ts$/, [/^src\/(errors|address|tlds)\.ts$/, /^generated\/(constants|tlds)\.ts$/]],
  [
    /^src\/(delivery|dispatch|duplicate-store|receive[a-z-]*)\.ts$/,
    [
      /^src\/(errors|signature[a-z-]*|delivery|dispatch|duplicate-store|receive-[a-z]+)\.ts$/,
      /^generated\/(constants|validators)\.ts$/,
      /^node:http$/,
    ],
  ],
  [
    /^src\/(client[a-z-]*|oauth|token-[a-z]+|tokens|http)\.ts$/,
    [
      /^src\/(client-[a-z]+|error-texts|errors|http|token-[a-z]+|tokens|webhook-url)\.ts$/,
      /^generated\//,
      /^(openapi-fetch|oauth4webapi)$/,
    ],
  ],
  [
    /^src\/sandbox\//,
    [
      /^src\/sandbox\//,
      /^src\/(errors|error-texts|signature|webhook-url|address)\.ts$/,
      /^src\/contract\/driver\.ts$/,
      /^src\/deployment\/deployment\.ts$/,
      /^generated\//,
      /^(hono|@hono\/node-server|undici)(\/|$)/,
      /^node:/,
    ],
  ],
  [
    /^src\/languages\//,
    [/^src\/languages\//, /^src\/(errors-languages|error-texts)\.ts$/, /^generated\/constants\.ts$/, /^node:/],
  ],
  [
    /^src\/documents\//,
    [/^src\/documents\//, /^src\/(errors-documents|error-texts)\.ts$/, /^yaml$/, /^node:(fs|path)$/],
  ],
  [/^src\/diff\//, [/^src\/(diff|documents)\//]],
  [
    /^src\/deployment\//,
    [
      /^src\/(deployment|documents)\//,
      /^src\/sandbox\/profile\.ts$/,
      /^src\/languages\/write\.ts$/,
      /^generated\//,
      /^(json-p3|yaml)$/,
      /^node:(fs|path)$/,
    ],
  ],
  // The judge shares no code with what it judges.
  [
    /^src\/contract\//,
    [
      /^src\/contract\//,
      /^src\/errors(-command)?\.ts$/,
      // Types alone.
      /^src\/deployment\/deployment\.ts$/,
      /^generated\//,
      /^spec\/vectors\//,
      /^node:/,
    ],
  ],
  [/^src\/cli(\/|\.ts$)/, [/./]],
  [/^src\/index\.ts$/, [/^src\//, /^generated\//]],
  [/^src\/edge\.ts$/, [/^src\//, /^generated\//]],
];
const modules = files("src", /\.ts$/)
  .concat(files("generated", /\.ts$/))
  // What is written for other projects obeys their laws.
  .filter((file) => !/^(src\/languages\/templates|generated\/languages)\//.test(file));

describe("the import law", () => {
  it.each(modules)("%s", (file) => {
    const row = LAW.find(([who]) => who.test(file));
    expect(row, `${file} has no row in the law`).toBeDefined();
    const forbidden = importsOf(file).filter(({ to }) => !row?.[1].some((allowed) => allowed.test(to)));
    expect(forbidden.map(({ to }) => to)).toEqual([]);
  });

  it("has no row without a module", () => {
    expect(LAW.filter(([who]) => !modules.some((file) => who.test(file))).map(([who]) => String(who))).toEqual([]);
  });

  it("lets judge and sandbox have the type of a deployment, and no code of it", () => {
    const taken = modules
      .filter((file) => /^src\/(contract|sandbox)\//.test(file))
      .flatMap(importsOf)
      .filter(({ to }) => to.startsWith("src/deployment/"));
    expect(taken.length).toBeGreaterThan(3);
    expect(taken.filter(({ typeOnly }) => !typeOnly)).toEqual([]);
  });

  it("keeps tests and scripts out of src", () => {
    expect(modules.flatMap(importsOf).filter(({ to }) => /^(test|scripts)\//.test(to))).toEqual([]);
  });

  it("keeps tests out of scripts", () => {
    const scripts = files("scripts", /\.ts$/).flatMap(importsOf);
    expect(scripts.filter(({ to }) => to.startsWith("test/"))).toEqual([]);
  });
});

describe("cycles", () => {
  const all = [...modules, ...files("scripts", /\.ts$/)];
  const edges = new Map(
    all.map((file) => [
      file,
      importsOf(file)
        .filter(({ typeOnly }) => !typeOnly)
        .map(({ to }) => to),
    ]),
  );

  it.each(all)("%s is in no cycle", (start) => {
    const seen = new Set<string>();
    const queue = [...(edges.get(start) ?? [])];
    for (let next = queue.pop(); next; next = queue.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(...(edges.get(next) ?? []));
    }
    expect(seen.has(start)).toBe(false);
  });
});

describe("doors", () => {
  it.each(["src/index.ts", "src/edge.ts"])("%s only re-exports", (file) => {
    const code = read(file).replaceAll(/\/\*[\s\S]*?\*\//g, "");
    const exported = /^export (?:type )?(?:\{[^}]*\}|\*) from "[^"]+";$/gm;
    expect([code.replaceAll(exported, "").trim(), importsOf(file).length > 0]).toEqual(["", true]);
  });
});
