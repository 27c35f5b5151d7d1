/** What the library costs before it does anything: time to import, bytes to ship. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { quantile } from "./measure.ts";

const root = join(import.meta.dirname, "../..");

export type ImportCost = { wallMs: number; cpuMs: number };

/** How much longer a process takes that imports the main entry, as it is published, than one that does nothing. */
export function importCost(rounds: number): ImportCost {
  const folder = mkdtempSync(join(tmpdir(), "import-"));
  try {
    const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
    const build = ["-p", join(root, "tsconfig.build.json"), "--outDir", folder, "--declaration", "false"];
    execFileSync(process.execPath, [tsc, ...build], { stdio: "inherit" });
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    const report = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);";
    writeFileSync(join(folder, "empty.js"), report);
    writeFileSync(join(folder, "importing.js"), `import "./src/index.js"; ${report}`);
    const runs: Record<string, { wall: number; cpu: number }[]> = { "empty.js": [], "importing.js": [] };
    for (let round = 0; round < rounds; round++) {
      for (const [file, times] of Object.entries(runs)) {
        const start = performance.now();
        const cpu = Number(execFileSync(process.execPath, [join(folder, file)], { encoding: "utf8" }));
        times.push({ wall: performance.now() - start, cpu });
      }
    }
    // The lower quartile: whatever else the machine does can only add.
    const typical = (file: string, of: "wall" | "cpu") =>
      quantile(
        (runs[file] ?? []).map((run) => run[of]),
        0.25,
      );
    const beyond = (of: "wall" | "cpu") => typical("importing.js", of) - typical("empty.js", of);
    return { wallMs: beyond("wall"), cpuMs: beyond("cpu") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const BUNDLES = {
  "edge verify": ["verify", "src/signature-edge.ts"],
  "edge receiver": ["createReceiver", "src/receive-edge.ts"],
  "edge receivers, both": ["createReceiver, createAppReceiver", "src/receive-edge.ts"],
} as const;

/** `imports`: what is left to the runtime. */
export type Bundle = { name: string; bytes: number; gzipped: number; imports: string[] };

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
