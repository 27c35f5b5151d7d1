/** The onboarding workflow in a runner that is not Redocly's. */

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { writeDocument } from "../documents.ts";
import { cache, pythonEnvironment, root, run } from "../tools.ts";
import { PYTHON_READERS } from "../versions.ts";
import { had, type Reader } from "./reader.ts";

/** @param separate whether the token has a host of its own @returns how many webhooks the sandbox has afterwards */
async function onboard(separate: boolean): Promise<number> {
  const name = `arazzo-runner==${PYTHON_READERS["arazzo-runner"]}`;
  const { folder, skip } = await pythonEnvironment(name, [name]);
  const program = join(had(folder, skip), "bin/arazzo-runner");
  const sandbox = await startSandbox(separate ? { overrides: { authPort: "separate" } } : {});
  try {
    const urls = { api: sandbox.baseUrl, auth: sandbox.authUrl };
    const document = writeDocument("codegen 3.1", urls, join(cache, "workflow"));
    const workflow = join(dirname(document), "onboarding.arazzo.yaml");
    copyFileSync(join(root, "spec/workflows/onboarding.arazzo.yaml"), workflow);
    writeFileSync(workflow, readFileSync(workflow, "utf8").replace("../openapi.yaml", "openapi.json"));
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
  files: "`spec/workflows/onboarding.arazzo.yaml` beside `codegen/openapi.json`",
  how: "`url: openapi.json` in the workflow, then `arazzo-runner execute-workflow FILE --workflow-id onboarding --inputs JSON`",
  quick: false,
  async run() {
    const [one, two] = [await onboard(false), await onboard(true)];
    if (one !== 2) throw new Error(`Error: ${one} of 2 webhooks made`);
    return two === 2
      ? "all four steps, with one host and with two"
      : "all four steps with one host; with two it ends at the token, because it takes the document's first server for each step";
  },
};
