/**
 * The rehearsal of a release, in its short form: packed once and without the workflow, then published to a registry on
 * loopback, installed from there and used.
 */

import { join } from "node:path";
import { expect, it } from "vitest";
import { announceSkip } from "../../../scripts/on-demand.ts";
import { read, root } from "../../support/repository.ts";
import { packed, run } from "./packed.ts";

const { name, version } = JSON.parse(read("package.json"));

it("the package is published, installed by its name and used", async ({ skip }) => {
  const tarball = await packed();
  const script = join(root, "scripts/run.mjs");
  const { stdout, stderr, code } = await run(process.execPath, [script, "rehearse", "--tarball", tarball]).then(
    (ended) => ({ ...ended, code: 0 }),
    (error) => error,
  );
  const [unreachable] = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT)\b/.exec(stderr) ?? [];
  if (unreachable) skip(announceSkip("the rehearsal", `the registry of the dependencies: ${unreachable}`));
  expect(code, stdout + stderr).toBe(0);
  expect(stdout.match(/^ok {2}.*$/gm)?.length).toBe(6);
  expect(stdout.trim().split("\n").at(-1)).toMatch(
    new RegExp(`^${name}@${version.replaceAll(".", "\\.")} was published, installed and used in \\d+ s\\.$`),
  );
});
