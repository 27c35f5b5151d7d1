/** What the library costs before it does anything: time to import, bytes to ship. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { quantile } from "./measure.ts";

const root = join(import.meta.dirname, "../..");

export type ImportCost = { wallMs: number; cpuMs: number; insideMs: number };

/** How much longer a process takes that imports the main entry, as it is published, than one that does nothing. */
export function importCost(rounds: number): ImportCost {
  const dist = mkdtempSync(join(tmpdir(), "import-"));
  try {
    const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
    execFileSync(process.execPath, [tsc, "-p", join(root, "tsconfig.build.json"), "--outDir", dist], { stdio: "pipe" });
    execFileSync(process.execPath, [
      "-e",
      `fs.writeFileSync(${JSON.stringify(join(dist, "package.json"))}, '{"type":"module"}')`,
    ]);
    const entry = pathToFileURL(join(dist, "src/index.js")).href;
    const empty: number[][] = [];
    const importing: number[][] = [];
    for (let round = 0; round < rounds; round++) {
      empty.push(timed(""));
      importing.push(timed(`await import(${JSON.stringify(entry)});`));
    }
    const median = (rows: number[][], at: number) =>
      quantile(
        rows.map((row) => row[at] as number),
        0.5,
      );
    const [wallMs, cpuMs, insideMs] = [0, 1, 2].map((at) => median(importing, at) - median(empty, at)) as [
      number,
      number,
      number,
    ];
    return { wallMs, cpuMs, insideMs };
  } finally {
    rmSync(dist, { recursive: true, force: true });
  }
}

/** Milliseconds: of the process from outside, of its CPU, and of the statement as it sees it itself. */
function timed(statement: string): number[] {
  const code = `const start = performance.now(); ${statement}
    const inside = performance.now() - start; const { user, system } = process.cpuUsage();
    console.log(JSON.stringify([(user + system) / 1000, inside]));`;
  const start = performance.now();
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
  return [performance.now() - start, ...JSON.parse(out)];
}

const BUNDLES = {
  "edge verify": ["verify", "src/signature-edge.ts"],
  "edge receiver": ["createReceiver", "src/receive-edge.ts"],
  "edge receivers, both": ["createReceiver, createAppReceiver", "src/receive-edge.ts"],
} as const;

export type Bundle = { name: string; bytes: number; gzipped: number };

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
      const code = output[0].code;
      return { name, bytes: Buffer.byteLength(code), gzipped: gzipSync(code, { level: 9 }).length };
    }),
  );
}
