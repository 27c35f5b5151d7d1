import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Only test/on-demand/through-prism.test.ts sets it: the suite of the sandbox, with Prism between every call and its answer.
    setupFiles: [
      ...(process.env["JUDGED_BY_PRISM"] ? ["test/support/through-prism.ts"] : []),
      "test/support/globals.ts",
    ],
    maxWorkers: 2,
    // Far beyond what any test needs: they are for what never ends, not for a machine that is busy.
    testTimeout: 10 * 60_000,
    hookTimeout: 10 * 60_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
