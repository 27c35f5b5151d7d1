/** Testers and runners of requests, against our sandbox on loopback. */

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { onDemand } from "../../on-demand.ts";
import { cache, pythonEnvironment, root, run } from "../tools.ts";
import { NPM_READERS, PYTHON_READERS } from "../versions.ts";
import { had, type Reader } from "./reader.ts";

/** Starts a sandbox for one job. */
export async function withSandbox<T>(separate: boolean, job: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  const sandbox = await startSandbox(separate ? { overrides: { authPort: "separate" } } : {});
  try {
    return await job(sandbox);
  } finally {
    await sandbox.stop();
  }
}

/** Schema-valid data that the contract refuses all the same, each for a reason that the documents tell in words. */
const EXCLUDED = "positive_data_acceptance";

export const TESTERS: readonly Reader[] = [
  {
    name: "Schemathesis",
    version: PYTHON_READERS.schemathesis,
    from: "PyPI",
    group: "testers",
    files: "`openapi.json`, on the sandbox",
    how: `\`schemathesis run openapi.json --url URL -H "Authorization: Bearer TOKEN" --exclude-checks ${EXCLUDED} --phases examples,coverage,fuzzing --seed 1\``,
    quick: false,
    run: () =>
      withSandbox(false, async ({ baseUrl, driver }) => {
        const name = `schemathesis==${PYTHON_READERS.schemathesis}`;
        const { folder, skip } = await pythonEnvironment(name, [name]);
        const output = await run(
          [
            ...[join(had(folder, skip), "bin/schemathesis"), "run", join(root, "generated/openapi.json")],
            ...["--url", baseUrl, "-H", `Authorization: Bearer ${await driver.accessToken?.()}`, "--no-color"],
            ...["--exclude-checks", EXCLUDED, "--phases", "examples,coverage,fuzzing", "--seed", "1"],
          ],
          { cwd: cache },
        ); // It leaves a folder behind.
        const [, cases] = /(\d+) generated, \1? ?/.exec(output) ?? /(\d+) generated/.exec(output) ?? [];
        const [, tested] = /Tested: (\d+)/.exec(output) ?? [];
        if (!cases || tested !== "4") throw new Error(`Error: ${tested} operations tested`);
        return `${cases} cases over ${tested} operations, no failure`;
      }),
  },
  {
    name: "newman, Postman's runner",
    version: NPM_READERS.newman.newman,
    from: "npm",
    group: "testers",
    files: "`postman/collection.json`, `postman/environment.json`, on a sandbox with two ports",
    how: '`newman run collection.json --environment environment.json --folder "Sandbox only" --folder Operations`',
    quick: false,
    run: () =>
      withSandbox(true, async ({ baseUrl, authUrl }) => {
        const { folder, skip } = await onDemand("newman", { ...NPM_READERS.newman });
        const report = join(cache, "newman.json");
        rmSync(report, { force: true });
        await run([
          ...[process.execPath, join(had(folder, skip || undefined), "node_modules/newman/bin/newman.js")],
          ...["run", join(root, "generated/postman/collection.json")],
          ...["--environment", join(root, "generated/postman/environment.json")],
          ...["--folder", "Sandbox only", "--folder", "Operations"],
          ...["--env-var", `base_url=${baseUrl}`, "--env-var", `auth_url=${authUrl}`],
          ...["--env-var", "webhook_url=https://hooks.example.com/payments"],
          ...["--env-var", "app_webhook_url=https://hooks.example.com/app"],
          ...["--reporters", "json", "--reporter-json-export", report],
        ]);
        const { executions, failures } = JSON.parse(readFileSync(report, "utf8")).run;
        const codes: number[] = executions.map(({ response }: { response?: { code: number } }) => response?.code ?? 0);
        if (failures.length > 0 || codes.some((code) => code < 200 || code > 299))
          throw new Error(`Error: answered ${codes.join(", ")}`);
        return `${codes.length} requests, from a code to both webhooks; the token is asked of its own host`;
      }),
  },
];
