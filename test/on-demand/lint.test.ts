/** `npm run lint` on the documents: Redocly, AsyncAPI's parser and command, Spectral, OWASP, our own rules. */

import { expect, it } from "vitest";
import { root } from "../support/repository.ts";
import { runProgram } from "./languages/programs.ts";

it("finds no fault in the documents", { timeout: 300_000 }, async () => {
  const run = await runProgram([process.execPath, "scripts/run.mjs", "lint"], {
    cwd: root,
    env: {},
    timeoutMs: 300_000,
  });
  expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/^documents: 0 problems /) });
});
