import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { files, listImports, read, root } from "../support/repository.ts";

/**
 * Which file may import which. `spec/ -> generated/ -> src/ -> test/`: no arrow points left. A new folder first gets a
 * row here.
 */
const LAW: readonly [who: RegExp, ...mayImport: RegExp[]][] = [
  [/^generated\//, /^generated\//],
  // The type of a fault, and no code.
  [/^src\/errors\//, /^src\/errors\//, /^generated\/faults\.ts$/],
  [/^src\/signature\//, /^src\/(signature|errors)\//, /^generated\/constants\.ts$/, /^node:crypto$/],
  [
    /^src\/webhook-url\//,
    /^src\/(webhook-url|errors)\//,
    /^src\/runtime\/supported-node\.ts$/,
    /^generated\/(constants|tlds)\.ts$/,
  ],
  // What only Node has, and no other module of the folder needs.
  [
    /^src\/receive\/(postgres-secrets|meters)\.ts$/,
    /^src\/(receive|errors)\//,
    /^src\/(encryption|network\/postgres|values\/(open-metrics|unknown-option))\.ts$/,
  ],
  [
    /^src\/receive\//,
    /^src\/(receive|signature|errors)\//,
    /^src\/(values\/(json|function-result|unknown-option)|files\/read-file)\.ts$/,
    /^generated\/(constants|validators)\.ts$/,
    /^node:(fs|http)$/,
  ],
  [/^src\/stores\//, /^src\/(stores|receive|errors)\//, /^src\/(network\/postgres|values\/unknown-option)\.ts$/],
  [/^src\/network\/http\.ts$/, /^src\/errors\//],
  [/^src\/network\/postgres\.ts$/, /^src\/network\/http\.ts$/],
  [/^src\/encryption\.ts$/, /^node:crypto$/],
  [/^src\/files\/sqlite\.ts$/, /^node:fs$/],
  [
    /^src\/inbox\//,
    /^src\/(inbox|receive|signature|errors)\//,
    /^src\/(encryption|runtime\/(oldest|supported-node)|files\/sqlite|network\/postgres)\.ts$/,
    /^src\/values\/(names|open-metrics|function-result|unknown-option)\.ts$/,
    /^generated\//,
    /^node:/,
  ],
  // The stores in a file and in PostgreSQL, which no other module of the folder needs, work on Node alone.
  [
    /^src\/oauth\/file-/,
    /^src\/(oauth|errors)\//,
    /^src\/(encryption|files\/sqlite|values\/unknown-option)\.ts$/,
    /^node:(crypto|fs\/promises|path|sqlite)$/,
  ],
  [
    /^src\/oauth\/postgres-/,
    /^src\/(oauth|errors)\//,
    /^src\/(encryption|network\/postgres|values\/unknown-option)\.ts$/,
    /^node:async_hooks$/,
  ],
  [
    /^src\/oauth\//,
    /^src\/(oauth|errors)\//,
    /^src\/(encryption|network\/(http|postgres)|runtime\/supported-node)\.ts$/,
    /^src\/values\/(json|open-metrics|function-result|unknown-option)\.ts$/,
    /^generated\//,
    /^oauth4webapi$/,
  ],
  [
    /^src\/client\//,
    /^src\/(client|oauth|webhook-url|errors)\//,
    /^src\/(network\/http|values\/(json|names)|runtime\/supported-node)\.ts$/,
    /^generated\//,
    /^openapi-fetch$/,
  ],
  [
    /^src\/sandbox\//,
    /^src\/(sandbox|client|receive|signature|webhook-url|errors)\//,
    /^src\/values\/(closest|driver-forms|json|names|profile|unknown-option)\.ts$/,
    /^src\/(runtime\/(oldest|supported-node)|files\/(sqlite|read-file))\.ts$/,
    // Types alone.
    /^src\/(judge\/driver|overlays\/deployment)\.ts$/,
    /^generated\//,
    /^(hono|@hono\/node-server|undici)(\/|$)/,
    /^node:/,
  ],
  // Data for the hints of `verify`, the findings of the judge and its forgeries; nothing here signs or receives.
  [/^src\/signature-mistakes\//, /^src\/signature-mistakes\//, /^node:(buffer|crypto|zlib)$/],
  // Shared ground: what needs nothing of ours.
  [/^src\/(values\/(closest|json|names|open-metrics|function-result)|runtime\/oldest)\.ts$/],
  [/^src\/values\/driver-forms\.ts$/, /^generated\/driver\.ts$/],
  [/^src\/values\/form-fault\.ts$/, /^src\/values\/json\.ts$/],
  [/^src\/values\/unknown-option\.ts$/, /^src\/values\/closest\.ts$/],
  [/^src\/runtime\/supported-node\.ts$/, /^src\/errors\//, /^src\/runtime\/oldest\.ts$/],
  [/^src\/files\/read-file\.ts$/, /^src\/errors\//, /^node:fs$/],
  [/^src\/values\/profile\.ts$/, /^src\/errors\//, /^src\/values\/(closest|names)\.ts$/, /^generated\//],
  [/^src\/files\/write-folder\.ts$/, /^src\/(errors\/|files\/read-file\.ts$)/, /^node:/],
  [
    /^src\/languages\//,
    /^src\/(languages|documents|errors)\//,
    /^src\/(values\/(json|names)|files\/write-folder)\.ts$/,
    /^generated\/(constants|tlds)\.ts$/,
    /^node:/,
  ],
  [
    /^src\/documents\//,
    /^src\/(documents|errors)\//,
    /^src\/(values\/json|files\/read-file)\.ts$/,
    /^yaml$/,
    /^node:(fs|path|util|vm)$/,
  ],
  [/^src\/renderings\//, /^src\/(renderings|documents)\//, /^src\/values\/json\.ts$/],
  [/^src\/diff\//, /^src\/(diff|documents)\//, /^src\/values\/(json|names|closest)\.ts$/],
  [
    /^src\/overlays\//,
    /^src\/(overlays|renderings|documents|errors)\//,
    /^src\/(values\/(closest|form-fault|json|names|profile)|runtime\/supported-node|files\/write-folder)\.ts$/,
    /^generated\//,
    /^(json-p3|yaml)$/,
    /^node:(fs|path)$/,
  ],
  // The judge shares no code with what it judges; of a deployment it has the type alone.
  [
    /^src\/judge\//,
    /^src\/(judge|errors|signature-mistakes)\//,
    /^hono\/html$/,
    /^src\/(values\/(closest|driver-forms|form-fault)|runtime\/supported-node)\.ts$/,
    /^src\/overlays\/deployment\.ts$/,
    /^generated\//,
    /^spec\/vectors\//,
    /^node:/,
  ],
  [/^src\/cli(\/|\.ts$)/, /./],
  [/^src\/worker\.ts$/, /^src\/errors\//],
  [/^src\/(index|edge)\.ts$/, /^src\//, /^generated\//],
];
const modules = files("src", /\.ts$/)
  .concat(files("generated", /\.ts$/))
  // Files that are written for other projects follow their rules.
  .filter((file) => !/^(src\/languages\/templates|generated\/languages)\//.test(file));

describe("the import law", () => {
  it.each(modules)("%s", (file) => {
    const [who, ...mayImport] = LAW.find(([one]) => one.test(file)) ?? [];
    expect(who, `${file} has no row in the law`).toBeDefined();
    const forbidden = listImports(file).filter(({ to }) => !mayImport.some((allowed) => allowed.test(to)));
    expect(forbidden.map(({ to }) => to)).toEqual([]);
  });

  it("has no row without a module", () => {
    expect(LAW.filter(([who]) => !modules.some((file) => who.test(file))).map(([who]) => String(who))).toEqual([]);
  });

  it("tells an object from a list and null in one place, but for the judge, which shares no code", () => {
    const shared = files("src", /\.ts$/).filter((file) => !/^src\/(judge|languages\/templates)\//.test(file));
    const tells = shared.filter((file) =>
      /=== "object" && [^\n]*!== null && !Array\.isArray|function isObject/.test(read(file)),
    );
    expect(tells).toEqual(["src/values/json.ts"]);
  });

  it("lets judge and sandbox have the type of a deployment, and no code of it", () => {
    const taken = modules
      .filter((file) => /^src\/(judge|sandbox)\//.test(file))
      .flatMap(listImports)
      .filter(({ to }) => to.startsWith("src/overlays/"));
    expect(taken.length).toBeGreaterThan(3);
    expect(taken.filter(({ typeOnly }) => !typeOnly)).toEqual([]);
  });

  it("keeps tests and scripts out of src", () => {
    expect(modules.flatMap(listImports).filter(({ to }) => /^(test|scripts)\//.test(to))).toEqual([]);
  });

  it("keeps tests out of scripts", () => {
    const scripts = files("scripts", /\.ts$/).flatMap(listImports);
    expect(scripts.filter(({ to }) => to.startsWith("test/"))).toEqual([]);
  });
});

describe("cycles", () => {
  const all = [...modules, ...files("scripts", /\.ts$/)];
  // A circle of types alone counts as well: a reader of one file has to read all of them.
  const edges = new Map(all.map((file) => [file, listImports(file).map(({ to }) => to)]));

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

it.each(["src/index.ts", "src/edge.ts"])("doors: %s only re-exports", (file) => {
  const code = read(file).replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const exported = /^(?:export (?:type )?(?:\{[^}]*\}|\*) from "[^"]+"|import "\.\/runtime\/supported-node\.ts");$/gm;
  expect([code.replaceAll(exported, "").trim(), listImports(file).length > 0]).toEqual(["", true]);
});

it.each(["src/index.ts", "src/client/index.ts"])("%s loads no module of Node before it needs one", (file) => {
  // The first import loads what strips types. What the second adds to it is what the file itself asks for.
  const program = `await import("./src/edge.ts"); const before = new Set(process.moduleLoadList);
    await import("./${file}"); console.log(process.moduleLoadList.filter((one) => !before.has(one)).join("\\n"));`;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { cwd: root });
  expect([status, String(stdout)]).toEqual([0, expect.not.stringMatching(/stream|crypto|promises/)]);
});
