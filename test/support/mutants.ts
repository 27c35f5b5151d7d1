/** Flaws put into a copy of the sources, one at a time: a guard that is removed or inverted must fail a test. */

import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./repository.ts";

/** `find` stands in the file exactly once. `tests`: files that should notice, without `.test.ts`. */
export type Mutant = { name: string; file: string; find: string; put: string; tests: readonly string[] };

/**
 * What became of a mutant: `killed` by a failed test, `survived`; `broken`: no test ran at all; `gone`: the text is not
 * there any more.
 */
export type Fate = "killed" | "survived" | "broken" | "gone";

const COPIED = [
  "src",
  "generated",
  "spec",
  "scripts",
  "test",
  "docs/guides",
  "examples/hosts",
  "package.json",
  "tsconfig.json",
  "vitest.config.ts",
];

/** A copy of the repository that may be changed. */
export class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), "mutants-"));
  #running: ChildProcess | undefined;

  constructor() {
    for (const name of COPIED) cpSync(join(root, name), join(this.folder, name), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(this.folder, "node_modules"));
    mkdirSync(join(this.folder, "out"));
  }

  async try(mutant: Mutant): Promise<Fate> {
    const file = join(this.folder, mutant.file);
    const original = readFileSync(file, "utf8");
    const parts = original.split(mutant.find);
    if (parts.length !== 2) return "gone";
    writeFileSync(file, parts.join(mutant.put));
    try {
      // Short: without its guard, a test may wait for what never comes.
      return await this.run(mutant.tests, 20_000);
    } finally {
      writeFileSync(file, original);
    }
  }

  /** Runs tests until the first one fails. `patience`: how many milliseconds one of them may take. */
  async run(tests: readonly string[], patience: number): Promise<Fate> {
    const report = join(this.folder, "out/report.json");
    rmSync(report, { force: true });
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const files = tests.map((name) => `test/${name}.test.ts`);
    // One worker: of two that fail at the same moment, each stops the other before its failure is counted.
    const options = [
      "--bail=1",
      "--maxWorkers=1",
      `--testTimeout=${patience}`,
      `--hookTimeout=${patience}`,
      "--reporter=json",
      `--outputFile=${report}`,
    ];
    await new Promise<void>((resolve) => {
      this.#running = spawn(process.execPath, [vitest, "run", ...files, ...options], {
        cwd: this.folder,
        stdio: "ignore",
      });
      this.#running.on("close", () => resolve());
    });
    const { numFailedTests, numPassedTests, success } = JSON.parse(readFileSync(report, "utf8"));
    if (numFailedTests > 0) return "killed";
    return success && numPassedTests > 0 ? "survived" : "broken";
  }

  close(): void {
    this.#running?.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
