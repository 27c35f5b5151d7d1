/**
 * The changes of `test/diff/changes.table.ts` in OpenAPI, each there and back, through oasdiff and Redocly as well.
 * Says by name where they and we disagree about whether it breaks somebody; docs/benchmarks.md has the reasons.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROWS } from "../../diff/changes.table.ts";
import { rounds } from "../../support/proof.ts";
import { read, root } from "../../support/repository.ts";
import { scratchFolder } from "../../support/scratch.ts";

const OASDIFF = "github.com/oasdiff/oasdiff@v1.37.0";
const folder = scratchFolder("peers-");

type Peer = "oasdiff" | "redocly";
const COMMANDS: Record<Peer, (base: string, revision: string) => { file: string; args: string[] }> = {
  oasdiff: (...sides) => ({ file: join(folder, "oasdiff"), args: ["breaking", "--fail-on", "ERR", ...sides] }),
  redocly: (...sides) => ({ file: join(root, "node_modules/.bin/redocly"), args: ["diff", ...sides] }),
};

/** Whether the tool ends with 1, for what breaks. It runs in a folder without a configuration of ours. */
function saysBreaking(peer: Peer, base: string, revision: string): boolean {
  const { file, args } = COMMANDS[peer](base, revision);
  const { status, stderr } = spawnSync(file, args, { cwd: folder, encoding: "utf8", timeout: 60_000 });
  expect([0, 1], `${peer} ${args.join(" ")}: ${stderr}`).toContain(status);
  return status === 1;
}

it("is compared by two peers, and every disagreement is listed", { timeout: 30 * 60_000 }, () => {
  execFileSync("go", ["install", OASDIFF], { env: { ...process.env, GOBIN: folder }, stdio: "ignore" });
  const base = JSON.parse(read("generated/openapi.json"));
  const paths = [join(folder, "base.json"), join(folder, "changed.json")] as const;
  writeFileSync(paths[0], JSON.stringify(base));
  const rows = ROWS.filter(({ document }) => document === "openapi").filter((_, i) => i % rounds(12, 1) === 0);
  const lists: Record<string, string[]> = {};
  const counts = { changes: 0, breaking: 0 };
  for (const { title, change, there, back } of rows) {
    const changed = structuredClone(base);
    change(changed);
    writeFileSync(paths[1], JSON.stringify(changed));
    for (const [outcome, way, sides] of [
      [there, title, paths],
      [back, `${title}, undone`, [paths[1], paths[0]]],
    ] as const) {
      const isBreaking = outcome.startsWith("breaks");
      counts.changes++;
      if (isBreaking) counts.breaking++;
      for (const peer of ["oasdiff", "redocly"] as const) {
        const says = saysBreaking(peer, sides[0], sides[1]);
        if (says === isBreaking) continue;
        const list = says ? `breaking by ${peer} alone` : `missed by ${peer}`;
        lists[list] = [...(lists[list] ?? []), `${way} (${outcome})`];
      }
    }
  }
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  for (const [list, names] of Object.entries(lists))
    process.stdout.write(`\n${list}: ${names.length}\n${names.map((name) => `- ${name}\n`).join("")}`);
  expect(counts.breaking).toBeGreaterThan(0);
});
