/** What the library costs before its first call: import time and bundle size. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { quantile } from "./measure.ts";

const root = join(import.meta.dirname, "../..");

/**
 * What each process does before it reports its CPU time. `first` also loads what the main entry loads with its first
 * use.
 */
const PROGRAMS = {
  empty: "",
  crypto: 'import "node:crypto";',
  main: 'import "./dist/src/index.js";',
  first: 'import { createVerifier } from "./dist/src/index.js"; createVerifier("x").verify(new Uint8Array(2), "");',
};
type Program = keyof typeof PROGRAMS;

type ImportCost = { name: string; wallMs: number; cpuMs: number };

/** How much longer a process takes that imports the published main entry than an empty one. */
export function importCost(rounds: number): ImportCost[] {
  const folder = mkdtempSync(join(tmpdir(), "import-"));
  try {
    const build = [join(root, "scripts/build.ts"), "--out", join(folder, "dist")];
    execFileSync(process.execPath, build, { stdio: "inherit" });
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    const report = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);";
    const programs = Object.entries(PROGRAMS).map(([name, code]) => {
      const file = join(folder, `${name}.js`);
      writeFileSync(file, `${code}\n${report}`);
      return { name: name as Program, file, wall: [] as number[], cpu: [] as number[] };
    });
    for (let round = 0; round < rounds; round++) {
      for (const { file, wall, cpu } of programs.toSorted(() => Math.random() - 0.5)) {
        const start = performance.now();
        cpu.push(Number(execFileSync(process.execPath, [file], { encoding: "utf8" })));
        wall.push(performance.now() - start);
      }
    }
    // The lower quartile, because other load can only add time.
    const typical = (name: Program, of: "wall" | "cpu") =>
      quantile(programs.find((program) => program.name === name)?.[of] ?? [], 0.25);
    const cost = (name: string, program: Program): ImportCost => ({
      name,
      wallMs: typical(program, "wall") - typical("empty", "wall"),
      cpuMs: typical(program, "cpu") - typical("empty", "cpu"),
    });
    return [
      cost("main entry", "main"),
      cost("main entry and the first verification", "first"),
      cost("node:crypto alone", "crypto"),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
