/** Under a Node that is older than `engines`, every entry that needs more ends its import with one sentence. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { OLDEST_NODE } from "../../src/runtime/oldest.ts";
import { read, root } from "../support/repository.ts";

const { exports, engines, sideEffects } = JSON.parse(read("package.json")) as {
  exports: Record<string, string | { default: string }>;
  engines: { node: string };
  sideEffects: string[];
};
/** Entries with code, and their sources. */
const ENTRIES = Object.entries(exports).flatMap(([entry, target]) =>
  typeof target === "string" ? [] : [[entry, target.default.replace("./dist/", "").replace(/\.js$/, ".ts")] as const],
);
/** They have only what every runtime has. `npm run test:all` runs them under a real Node 20. */
const WEB_ALONE = ["./edge", "./stores", "./validators"];

const run = promisify(execFile);

/** Imports a source file in a process that takes itself for another runtime. Returns the error, or `imported`. */
async function importUnder(file: string, runtime: string): Promise<string> {
  const prelude = `--import=data:text/javascript,${encodeURIComponent(runtime)}`;
  const script = `import(${JSON.stringify(join(root, file))}).then(() => "imported", String).then(console.log)`;
  return (await run(process.execPath, ["--no-warnings", prelude, "-e", script])).stdout.trim();
}
const fakeVersion = (version: string, more = "") =>
  `Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}});${more}`;

describe("an entry under an old Node", () => {
  it.each(ENTRIES)("%s", async (entry, file) => {
    const sentence = `MisuseError: This is Node 20.20.2; collections-contract needs ${OLDEST_NODE.join(".")} or newer.`;
    expect(await importUnder(file, fakeVersion("20.20.2"))).toBe(WEB_ALONE.includes(entry) ? "imported" : sentence);
  });

  it("is not taken for a runtime that only names a Node", async () => {
    const navigator = (agent: string) => `Object.defineProperty(globalThis,'navigator',{value:${agent}})`;
    const file = "src/webhook-url/index.ts";
    const bun = fakeVersion("20.20.2", navigator("{userAgent:'Bun/1.1'}"));
    const node = fakeVersion("20.20.2", navigator("undefined"));
    const runs = [
      importUnder(file, bun),
      importUnder(file, node),
      importUnder(file, fakeVersion(OLDEST_NODE.join("."))),
    ];
    expect(await Promise.all(runs)).toEqual(["imported", expect.stringContaining("This is Node 20.20.2"), "imported"]);
  });

  it("stays refused in a bundle, and by the version of package.json", () => {
    expect(sideEffects).toContain("./dist/src/runtime/supported-node.js");
    expect(`${engines.node}.0`).toBe(`>=${OLDEST_NODE.join(".")}`);
  });
});
