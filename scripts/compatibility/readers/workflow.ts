/** The onboarding workflow in a runner that is not Redocly's. */

import { join } from "node:path";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { writeFile } from "../documents.ts";
import { cache, pythonEnvironment, run } from "../tools.ts";
import { PYTHON_READERS } from "../versions.ts";
import { had, type Reader } from "./reader.ts";

/** The workflow and the documents that it names. */
const FILES = ["codegen/onboarding.arazzo.json", "codegen/openapi.json", "codegen/token.json"];

/** @param separate whether the token has a host of its own @returns how many webhooks the sandbox has afterwards */
async function onboard(separate: boolean): Promise<number> {
  const name = `arazzo-runner==${PYTHON_READERS["arazzo-runner"]}`;
  const { folder, skip } = await pythonEnvironment(name, [name]);
  const program = join(had(folder, skip), "bin/arazzo-runner");
  const sandbox = await startSandbox(separate ? { overrides: { authPort: "separate" } } : {});
  try {
    const urls = { api: sandbox.baseUrl, auth: sandbox.authUrl };
    const [workflow = ""] = FILES.map((file) => writeFile(file, urls, join(cache, "workflow")));
    const { clients, apps } = await sandbox.control.state();
    const given = await sandbox.driver.credentials?.();
    const { code, clientId, clientSecret, redirectUri } = given ?? {};
    const places = { client: clients[0]?.iri, app: apps[0]?.iri, appId: String(apps[0]?.appId) };
    const inputs = { code, clientId, clientSecret, redirectUri, ...places, url: "https://hooks.example.com/payments" };
    const words = ["execute-workflow", workflow, "--workflow-id", "onboarding", "--inputs", JSON.stringify(inputs)];
    await run([program, ...words], { cwd: cache }).catch(() => "");
    const { clientWebhooks, appWebhooks } = await sandbox.control.state();
    return clientWebhooks.length + appWebhooks.length;
  } finally {
    await sandbox.stop();
  }
}

export const WORKFLOW: Reader = {
  name: "arazzo-runner",
  version: PYTHON_READERS["arazzo-runner"],
  from: "PyPI",
  group: "testers",
  files: "`codegen/onboarding.arazzo.json`, which names `openapi.json` and `token.json` beside it",
  how: "`arazzo-runner execute-workflow onboarding.arazzo.json --workflow-id onboarding --inputs JSON`",
  quick: false,
  async run() {
    const made = [await onboard(false), await onboard(true)];
    if (made.some((count) => count !== 2)) throw new Error(`Error: ${made.join(" and ")} of 2 webhooks made`);
    return "all four steps, with one host and with two; the token is asked of its own host";
  },
};
