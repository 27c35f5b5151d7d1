/** The script of the guide for pipelines, in a repository without a package.json. */

import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { announceSkip } from "../../../scripts/on-demand.ts";
import { createReceiver } from "../../../src/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { root } from "../../support/repository.ts";
import { packed, run, temp } from "./packed.ts";

const project = join(temp, "pipeline");
const sandbox = await startSandbox({ clock: "virtual" });
const receiver = createReceiver({ secrets: "<WEBHOOK_SECRET>", on: {}, onProblem: () => {} });
const server = createServer(receiver.node).listen(0, "127.0.0.1");
afterAll(() => sandbox.stop());
afterAll(() => server.close());

it("installs, compares, judges with the baseline, and reports", async ({ skip }) => {
  mkdirSync(join(project, "contract"), { recursive: true });
  for (const name of ["openapi.json", "asyncapi.json"])
    copyFileSync(join(root, "generated", name), join(project, "contract", name));
  mkdirSync(join(project, "tools"));
  copyFileSync(await packed(), join(project, "tools/contract.tgz"));
  const env = { ...process.env, CONTRACT: "tools/contract.tgz", WEBHOOK_SECRET: "<WEBHOOK_SECRET>" };
  const DRIVER = `${sandbox.baseUrl}/_control/driver`;
  const RECEIVER = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const command = [join(root, "src/cli.ts"), "test", "api", "--driver", DRIVER, "--only", "token"];
  await run(process.execPath, [...command, "--write-baseline", "known-failures-api.json"], { cwd: project, env });
  const pipeline = (subject: Record<string, string>, group: string) =>
    run("sh", [join(root, "examples/ci/contract.sh"), "--only", group], {
      cwd: project,
      env: { ...env, ...subject },
    }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
    );
  const first = await pipeline({ DRIVER }, "token");
  const [unreachable] = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT)\b/.exec(first.said) ?? [];
  if (unreachable) skip(announceSkip("the pipeline", `the registry of the dependencies: ${unreachable}`));
  expect(first.code, first.said).toBe(0);
  expect(first.said).toMatch(/No difference\.[\s\S]* passed, 0 failed/);
  const received = await pipeline({ RECEIVER }, "genuine");
  expect(received.code, received.said).toBe(0);
  for (const subject of ["api", "receiver"])
    expect(readFileSync(join(project, `reports/${subject}.xml`), "utf8")).toMatch(/<testcase /);
  expect(existsSync(join(project, "package.json"))).toBe(false);

  // The team builds on a document that had an operation more.
  const openapi = JSON.parse(readFileSync(join(project, "contract/openapi.json"), "utf8"));
  openapi.paths["/api/more"] = openapi.paths["/api/app_webhooks"];
  writeFileSync(join(project, "contract/openapi.json"), JSON.stringify(openapi));
  const broken = await pipeline({ DRIVER }, "token");
  expect(broken.code).toBe(1);
  expect(broken.said).not.toContain(" passed, ");
});
