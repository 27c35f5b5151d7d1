/** What the library costs before its first call: import time and bundle size. */

import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { quantile, sampleRounds } from "./measure.ts";
import { createTimer, root, runScript, type Sample } from "./processes.ts";

/** What each process does. `first` also loads what the main entry loads with its first use. */
const PROGRAMS = {
  empty: "",
  crypto: 'import "node:crypto";',
  main: 'import "./dist/src/index.js";',
  first: 'import { createVerifier } from "./dist/src/index.js"; createVerifier("x").verify(new Uint8Array(2), "");',
};
type Program = keyof typeof PROGRAMS;

type ImportCost = Sample & { name: string };

/** How much longer a process takes that imports the published main entry than an empty one. */
export async function importCost(rounds: number): Promise<ImportCost[]> {
  using temporary = mkdtempDisposableSync(join(tmpdir(), "import-"));
  const folder = temporary.path;
  runScript("build.ts", "--out", join(folder, "dist"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  for (const [name, code] of Object.entries(PROGRAMS)) writeFileSync(join(folder, `${name}.js`), code);
  const runNode = createTimer(folder);
  const names = Object.keys(PROGRAMS);
  const measured = await sampleRounds(rounds, names, (name) => runNode([join(folder, `${name}.js`)]));
  // The lower quartile, because other load can only add time.
  const typical = (name: Program, of: keyof Sample) => {
    const { samples = [] } = measured.find(({ subject }) => subject === name) ?? {};
    const values = samples.map((sample) => sample[of]);
    return quantile(values, 0.25);
  };
  const cost = (name: string, program: Program): ImportCost => ({
    name,
    wallMs: typical(program, "wallMs") - typical("empty", "wallMs"),
    cpuMs: typical(program, "cpuMs") - typical("empty", "cpuMs"),
  });
  return [
    cost("main entry", "main"),
    cost("main entry and the first verification", "first"),
    cost("node:crypto alone", "crypto"),
  ];
}

const BUNDLES = {
  "edge verify": ["verify", "src/signature/edge.ts"],
  "edge receiver": ["createReceiver", "src/receive/edge.ts"],
  "edge receivers, both": ["createReceiver, createAppReceiver", "src/receive/edge.ts"],
} as const;

/** `imports`: modules that stay external. */
type Bundle = { name: string; bytes: number; gzipped: number; imports: string[] };

/** Bundled and minified as for a browser. */
export async function bundles(): Promise<Bundle[]> {
  return await Promise.all(
    Object.entries(BUNDLES).map(async ([name, [names, file]]) => {
      const entry = `export { ${names} } from ${JSON.stringify(join(root, file))};`;
      const plugin = {
        name: "entry",
        resolveId: (id: string) => (id === "entry" ? id : null),
        load: (id: string) => (id === "entry" ? entry : null),
      };
      const build = await rolldown({ input: "entry", plugins: [plugin], platform: "browser" });
      const { output } = await build.generate({ format: "esm", minify: true });
      await build.close();
      const { code, imports } = output[0];
      return { name, bytes: Buffer.byteLength(code), gzipped: gzipSync(code, { level: 9 }).length, imports };
    }),
  );
}
