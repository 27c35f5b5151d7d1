/** The onboarding workflow in two runners. */

import { join } from "node:path";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { writeFile } from "../documents.ts";
import { cache, pythonEnvironment, root, run } from "../tools.ts";
import { PYTHON_READERS } from "../versions.ts";
import { had, type Reader } from "./reader.ts";

/** The workflow and the documents that it names. */
const FILES = ["codegen/onboarding.arazzo.json", "codegen/openapi.json", "codegen/token.json"];

type Words = (workflow: string, inputs: string) => readonly string[];

/** @param separate whether the token has a host of its own @returns how many webhooks the sandbox has afterwards */
async function onboard(separate: boolean, wordsFor: Words): Promise<number> {
  const sandbox = await startSandbox(separate ? { overrides: { authPort: "separate" } } : {});
  try {
    const urls = { api: sandbox.baseUrl, auth: sandbox.authUrl };
    const [workflow = ""] = FILES.map((file) => writeFile(file, urls, join(cache, "workflow")));
    const { clients, apps } = await sandbox.control.state();
    const given = await sandbox.driver.credentials?.();
    const { code, clientId, clientSecret, redirectUri } = given ?? {};
    const places = { client: clients[0]?.iri, app: apps[0]?.iri, appId: String(apps[0]?.appId) };
    const inputs = { code, clientId, clientSecret, redirectUri, ...places, url: "https://hooks.example.com/payments" };
    await run(wordsFor(workflow, JSON.stringify(inputs)), { cwd: cache }).catch(() => "");
    const { clientWebhooks, appWebhooks } = await sandbox.control.state();
    return clientWebhooks.length + appWebhooks.length;
  } finally {
    await sandbox.stop();
  }
}

/** With one host and with two. */
async function both(wordsFor: Words): Promise<string> {
  const made = [await onboard(false, wordsFor), await onboard(true, wordsFor)];
  if (made.some((count) => count !== 2)) throw new Error(`Error: ${made.join(" and ")} of 2 webhooks made`);
  return "all four steps, with one host and with two; the token is asked of its own host";
}

const SAME = {
  group: "testers",
  files: "`codegen/onboarding.arazzo.json`, which names `openapi.json` and `token.json` beside it",
  quick: false,
} as const;

export const WORKFLOWS: readonly Reader[] = [
  {
    ...SAME,
    name: "arazzo-runner",
    version: PYTHON_READERS["arazzo-runner"],
    from: "PyPI",
    how: "`arazzo-runner execute-workflow onboarding.arazzo.json --workflow-id onboarding --inputs JSON`",
    async run() {
      const name = `arazzo-runner==${PYTHON_READERS["arazzo-runner"]}`;
      const { folder, skip } = await pythonEnvironment(name, [name]);
      const program = join(had(folder, skip), "bin/arazzo-runner");
      return both((file, inputs) => [
        program,
        "execute-workflow",
        file,
        ...["--workflow-id", "onboarding", "--inputs", inputs],
      ]);
    },
  },
  {
    ...SAME,
    name: "Redocly respect",
    version: "2.77.0",
    from: "npm, part of this repository",
    how: "`redocly respect onboarding.arazzo.json --input JSON`",
    run: () =>
      both((file, inputs) => [
        process.execPath,
        join(root, "node_modules/@redocly/cli/bin/cli.js"),
        "respect",
        file,
        "--input",
        inputs,
      ]),
  },
];
